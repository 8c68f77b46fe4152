import type { Split } from "../../api/releases"
import classes from "./releases.module.css"
import { texts } from "./texts"

type Props = { splits: Record<Split, string[]> }

/** Which sessions are trained on and which are held out. */
export function SplitSessions({ splits }: Props) {
  return (
    <dl className={classes.splits}>
      {(["train", "holdout"] satisfies Split[]).map((side) => (
        <div key={side}>
          <dt>
            {texts.sides[side]} <span className="small number">{splits[side].length}</span>
          </dt>
          <dd>{splits[side].join(", ") || "–"}</dd>
        </div>
      ))}
    </dl>
  )
}
