import classes from "./adjudication.module.css"
import { texts } from "./texts"

/** How the raters' answers become one. */
export const HowFound = () => (
  <details className={`${classes.how} small`}>
    <summary>{texts.how}</summary>
    <p>
      {texts.majority} {texts.means}
    </p>
  </details>
)
