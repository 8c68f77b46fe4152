import type { Construct, Level } from "./api/types"

/** A level of a test's construct. */
export const level = (value: number, key: string, label = key, shortcut = String(value)): Level => ({
  key,
  value,
  label,
  shortcut,
  definition: "",
})

/** A required construct that every pass asks for; `more` tells it from others. */
export const construct = (key: string, more: Partial<Construct> = {}): Construct => ({
  key,
  label: key,
  question: key,
  scale: "nominal",
  channel: "",
  passes: ["together"],
  is_required: true,
  asked_when: null,
  low_label: "",
  high_label: "",
  definition: "",
  examples: [],
  levels: [],
  ...more,
})
