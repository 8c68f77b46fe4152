import { Checkbox } from "@mantine/core"

import { mediaTime } from "../../../components/numbers"
import type { Implausible } from "../queries"
import classes from "./reading.module.css"
import { texts } from "./texts"

type Props = { found: Implausible[]; leftOut: string[]; onChange: (leftOut: string[]) => void }

/** What nobody can have said, each to be left out. */
export function ImplausibleField({ found, leftOut, onChange }: Props) {
  return (
    <Checkbox.Group
      label={texts.implausible}
      description={texts.implausibleNote}
      value={leftOut}
      // In the file's order, so that ticking off and on again is no change.
      onChange={(chosen) => onChange(found.map(({ where }) => where).filter((where) => chosen.includes(where)))}
    >
      <div className={classes.list}>
        {found.map((each) => (
          <Checkbox
            key={each.where}
            value={each.where}
            label={texts.leaveOut(each.where)}
            description={`${each.start_ms === null ? "" : `${mediaTime(each.start_ms)}: `}${said(each)}`}
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}

function said({ kind, n_cues, n_words, start_ms, end_ms, sample }: Implausible): string {
  if (kind === "fast")
    return texts.fast(n_words, start_ms === null || end_ms === null ? null : (end_ms - start_ms) / 1000, sample)
  return n_cues > 1 ? texts.repeated(n_cues, sample) : texts.repeatedWithin(sample)
}
