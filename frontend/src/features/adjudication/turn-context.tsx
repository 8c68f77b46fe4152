import type { Line, SpokenTurn } from "../../api/adjudication"
import { urlOf } from "../../api/client"
import { Clip } from "../../components/clip"
import classes from "./adjudication.module.css"
import { texts } from "./texts"

type Props = { turn: SpokenTurn; session: { id: number; key: string }; context: Line[]; whyNotPlay: string }

/** A client turn as it was seen and heard, with what was said before it. */
export function TurnContext({ turn, session, context, whyNotPlay }: Props) {
  return (
    <div className={classes.stack}>
      {whyNotPlay ? (
        <p className="small">{whyNotPlay}</p>
      ) : (
        <Clip
          // A new turn begins with a fresh player, or the old clip would go on.
          key={turn.id}
          src={urlOf(`sessions/${session.id}/video/`)}
          startMs={turn.start_ms}
          endMs={turn.end_ms}
          label={texts.clip(session.key, turn.position)}
          hasKey
        />
      )}
      <ol className={classes.lines} aria-label={texts.said}>
        {context.map((line, index) => (
          <li key={index}>
            <span className="small">{texts.roles[line.role]}</span>
            <p>{line.text}</p>
          </li>
        ))}
        <li aria-current="true">
          <span className="small">{texts.roles.client}</span>
          <p>{turn.text || texts.wordsWithheld}</p>
        </li>
      </ol>
    </div>
  )
}
