import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"

import type { DisputedTurn } from "../../api/agreement"
import { urlOf } from "../../api/client"
import { codebookQuery, levelLabel } from "../../api/codebook"
import { Clip } from "../../components/clip"
import { LevelChip } from "../../components/level-chip"
import { RaterNotes, type Notes } from "../../components/rater-notes"
import classes from "./agreement.module.css"
import { texts } from "./texts"

type Props = { slug: string; construct: string; turn: DisputedTurn }

/** A turn as the raters had it, and what each of them said. */
export function TurnVotes({ slug, construct, turn }: Props) {
  const codebook = useQuery(codebookQuery(slug)).data
  // A missing vote is seen too, or one of two votes looks like all there are.
  const notJudged = turn.notes.filter(({ cannot_judge }) => cannot_judge)
  return (
    <div className={classes.stack}>
      <Clip
        src={urlOf(`sessions/${turn.session_id}/video/`)}
        clip={turn.clip}
        label={texts.clip(turn.session_key, turn.position)}
      />
      <p className={classes.words}>{turn.text}</p>
      <dl className={classes.votes} aria-label={texts.votes}>
        {turn.votes.map(({ rater, value }) => (
          <div key={rater}>
            <dt>{rater}</dt>
            <dd>
              <LevelChip level={value} label={levelLabel(codebook, construct, value)} />
            </dd>
            <Noted notes={turn.notes.find((notes) => notes.rater === rater)} />
          </div>
        ))}
        {notJudged.map((notes) => (
          <div key={notes.rater}>
            <dt>{notes.rater}</dt>
            <dd className="small">{texts.cannotJudge(notes.cannot_judge)}</dd>
            <Noted notes={notes} />
          </div>
        ))}
      </dl>
      <Link
        to="/studies/$slug/sessions/$id"
        params={{ slug, id: String(turn.session_id) }}
        search={{ turn: turn.position }}
      >
        {texts.openSession}
      </Link>
      <Link to="/studies/$slug/disagreements" params={{ slug }} search={{ turn: turn.turn }}>
        {texts.decide}
      </Link>
    </div>
  )
}

function Noted({ notes }: { notes: Notes | undefined }) {
  if (!notes?.comment && !notes?.evidence.length) return null
  return (
    <dd className={classes.noted}>
      <RaterNotes notes={notes} />
    </dd>
  )
}
