import type { Codebook, Construct, Scale } from "../../api/types"

const construct = (key: string, scale: Scale, levels: string[]): Construct => ({
  key,
  scale,
  label: key,
  question: "",
  channel: "",
  passes: ["together"],
  is_required: true,
  asked_when: null,
  low_label: "",
  high_label: "",
  definition: "",
  examples: [],
  levels: levels.map((level, index) => ({
    key: level,
    label: level,
    value: index + 1,
    shortcut: String(index + 1),
    definition: "",
  })),
})

export const incongruence = construct("incongruence", "nominal", ["none", "minimizing", "contradiction"])
export const engagement = construct("engagement", "ordinal", ["1", "2", "3", "4", "5"])
export const valence = construct("valence_face", "interval", ["1", "2", "3"])
/** A small codebook for tests. */
export const codebook: Codebook = { name: "", version: 1, constructs: [incongruence, engagement, valence] }
