import { NumberInput, Radio } from "@mantine/core"

import type { Part } from "../queries"
import type { PartsChoice } from "./options"
import classes from "./reading.module.css"
import { texts } from "./texts"

type Props = { parts: Part[]; choice: PartsChoice; onChange: (choice: PartsChoice) => void }

/** The parts of a file whose clock begins anew: placed one behind the other, or one of them alone. */
export function PartsField({ parts, choice, onChange }: Props) {
  const read = String(choice.read)
  return (
    <div className={classes.choices}>
      <Radio.Group
        label={texts.partsRead}
        value={read}
        onChange={(value) =>
          onChange({ ...choice, read: value === "after" || value === "one clock" ? value : Number(value) })
        }
      >
        <div className={classes.list}>
          <Radio value="after" label={texts.partsAfter} />
          {parts.map(({ where, n_cues, sample }, index) => (
            <Radio key={where} value={String(index)} label={texts.partAlone(index + 1, n_cues, sample)} />
          ))}
          <Radio value="one clock" label={texts.oneClock} />
        </div>
      </Radio.Group>
      {choice.read === "after" &&
        choice.startsMs.map((startMs, index) => (
          <NumberInput
            key={index}
            label={texts.partStarts(index + 2)}
            description={texts.partStartsNote}
            decimalScale={3}
            value={startMs / 1000}
            onChange={(seconds) =>
              onChange({
                ...choice,
                startsMs: choice.startsMs.map((old, at) => (at === index ? Math.round(Number(seconds) * 1000) : old)),
              })
            }
          />
        ))}
    </div>
  )
}
