import { Modal, UnstyledButton } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"

import type { DisputedTurn } from "../../api/agreement"
import { codebookQuery, levelLabel } from "../../api/codebook"
import { LevelChip } from "../../components/level-chip"
import { Panel } from "../../components/panel"
import classes from "./agreement.module.css"
import { texts } from "./texts"
import { TurnVotes } from "./turn-votes"

type Props = { slug: string; construct: string; turns: DisputedTurn[] }

/** The turns that disagree most, each opening its clip with all votes. */
export function WorstTurns({ slug, construct, turns }: Props) {
  const codebook = useQuery(codebookQuery(slug)).data
  const [open, setOpen] = useState<DisputedTurn>()
  return (
    <Panel title={texts.worst} note={turns.length > 0 && texts.worstNote}>
      {turns.length === 0 && <p>{texts.worstNone}</p>}
      <ul className={classes.worst}>
        {turns.map((turn) => (
          <li key={turn.turn}>
            <UnstyledButton className={classes.worstTurn} onClick={() => setOpen(turn)}>
              <span className="small">{texts.turn(turn.session_key, turn.position)}</span>
              <span className={classes.words}>{turn.text}</span>
              <span className={classes.chips}>
                {turn.votes.map(({ rater, value }) => (
                  <LevelChip key={rater} level={value} label={levelLabel(codebook, construct, value)} />
                ))}
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <Modal
        opened={open !== undefined}
        onClose={() => setOpen(undefined)}
        title={open && texts.turn(open.session_key, open.position)}
        size="lg"
      >
        {open && <TurnVotes slug={slug} construct={construct} turn={open} />}
      </Modal>
    </Panel>
  )
}
