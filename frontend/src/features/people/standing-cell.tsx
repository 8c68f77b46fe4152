import type { Consent, Scope } from "../../api/corpus"
import { date, day } from "../../components/numbers"
import classes from "./people.module.css"
import { standingOf } from "../../api/standing"
import { texts } from "./texts"

type Props = { consents: Consent[]; scope: Scope; now: Date }

/** One scope of one person: yes, and until when; or since when not. */
export function StandingCell({ consents, scope, now }: Props) {
  const standing = standingOf(consents, scope, now)
  switch (standing.state) {
    case "none":
      return (
        <span className={classes.never} title={texts.standing.none} aria-label={texts.standing.none}>
          –
        </span>
      )
    case "given": {
      const { basis, given_at, last_day } = standing.consent
      return (
        <span title={texts.standing.given(basis, date(given_at))}>
          {texts.yes}
          {last_day && <span className={classes.until}>{texts.standing.until(day(last_day))}</span>}
        </span>
      )
    }
    case "expired":
      return <span className={classes.ended}>{texts.standing.expired(day(standing.at))}</span>
    case "withdrawn":
      return <span className={classes.ended}>{texts.standing.withdrawn(date(standing.at))}</span>
  }
}
