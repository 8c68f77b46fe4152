import { NumberInput } from "@mantine/core"

type Props = {
  label: string
  /** What it shows; null where nothing is known yet. */
  ms: number | null
  /** Told what was typed, or null where that is no number. */
  onType: (ms: number | null) => void
}

const MOST_S = 86_400

/** A known distance in time, in seconds to the millisecond, up to a day either way. */
export function SecondsInput({ label, ms, onType }: Props) {
  return (
    <NumberInput
      label={label}
      decimalScale={3}
      step={0.5}
      min={-MOST_S}
      max={MOST_S}
      value={ms === null ? "" : ms / 1000}
      onChange={(seconds) => {
        const typed = Math.round(Number(seconds) * 1000)
        onType(seconds === "" || !Number.isFinite(typed) ? null : typed)
      }}
    />
  )
}
