import type { Codebook, Scale } from "../../api/types"
import { construct, level } from "../../test-construct"

const scaled = (key: string, scale: Scale, levels: string[]) =>
  construct(key, { question: "", scale, levels: levels.map((each, index) => level(index + 1, each)) })

export const incongruence = scaled("incongruence", "nominal", ["none", "minimizing", "contradiction"])
export const engagement = scaled("engagement", "ordinal", ["1", "2", "3", "4", "5"])
export const valence = scaled("valence_face", "interval", ["1", "2", "3"])
const direction = {
  ...scaled("direction", "nominal", ["face_gt_words", "opposed"]),
  asked_when: { incongruence: ["minimizing", "contradiction"] },
}
/** A small codebook for tests. */
export const codebook: Codebook = { name: "", version: 1, constructs: [incongruence, direction, engagement, valence] }
