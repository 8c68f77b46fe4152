import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"

import type { DisputedTurn } from "../../api/agreement"
import { urlOf } from "../../api/client"
import { codebookQuery, levelLabel } from "../../api/codebook"
import { Clip } from "../../components/clip"
import { LevelChip } from "../../components/level-chip"
import classes from "./agreement.module.css"
import { texts } from "./texts"

type Props = { slug: string; construct: string; turn: DisputedTurn }

/** A turn as the raters had it, and what each of them said. */
export function TurnVotes({ slug, construct, turn }: Props) {
  const codebook = useQuery(codebookQuery(slug)).data
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
