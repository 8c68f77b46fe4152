import classes from "./origin-mark.module.css"
import { texts } from "./texts"

type Props = { origin: "paper" | "ours" }

/** Whether a figure is defined as the papers state it, or by Attune where they leave it open. */
export const OriginMark = ({ origin }: Props) => (
  <span className={classes.mark} title={texts.origin[origin].meaning}>
    {texts.origin[origin].mark}
  </span>
)
