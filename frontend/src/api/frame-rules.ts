import type { Schemas } from "./types"

/** What each way of choosing a turn's frame is called. */
export const FRAME_RULES = {
  onset_sharpest: "Sharpest face of the first second",
  turn_start: "First picture of the turn",
  midpoint: "Picture in the middle",
  apex: "Face that changed most",
  uniform_k: "Several, evenly spaced",
} satisfies Record<Schemas["FrameRuleEnum"], string>

/** A rule by its key; one that this page does not know yet keeps its own word. */
export const frameRuleName = (rule: string): string => new Map(Object.entries(FRAME_RULES)).get(rule) ?? rule
