import { useEffect, useRef } from "react"

import type { Line, SpokenTurn } from "../../api/adjudication"
import { urlOf } from "../../api/client"
import type { TurnClip } from "../../api/types"
import { Clip } from "../../components/clip"
import classes from "./adjudication.module.css"
import { texts } from "./texts"

type Props = {
  turn: SpokenTurn
  clip: TurnClip
  session: { id: number; key: string }
  context: Line[]
  whyNotPlay: string
}

/** A client turn as it was seen and heard, its words under the picture, and below them what was said before it. */
export function TurnContext({ turn, clip, session, context, whyNotPlay }: Props) {
  const before = useRef<HTMLOListElement>(null)
  useEffect(() => {
    // What came right before it is what matters most.
    if (before.current) before.current.scrollTop = before.current.scrollHeight
  }, [turn.id])
  return (
    <div className={classes.stack}>
      {whyNotPlay ? (
        <p className="small">{whyNotPlay}</p>
      ) : (
        <Clip
          // A new turn begins with a fresh player, or the old clip would go on.
          key={turn.id}
          src={urlOf(`sessions/${session.id}/video/`)}
          clip={clip}
          label={texts.clip(session.key, turn.position)}
          hasKey
        />
      )}
      <div className={classes.spoken}>
        <span className="small">{texts.roles.client}</span>
        <p>{turn.text || texts.wordsWithheld}</p>
      </div>
      {context.length > 0 && (
        <section className={classes.stack}>
          <h3 className={classes.subtitle}>{texts.saidBefore}</h3>
          <ol ref={before} className={classes.lines} aria-label={texts.saidBefore} tabIndex={0}>
            {context.map((line, index) => (
              <li key={index}>
                <span className="small">{texts.roles[line.role]}</span>
                <p>{line.text}</p>
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  )
}
