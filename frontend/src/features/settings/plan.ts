import type { Study } from "../../api/types"
import type { Settings } from "./queries"

export const settingsOf = ({
  frame_rule,
  frames_per_turn,
  face_finder,
  blurred_roles,
  is_pitch_shifted,
}: Study): Settings => ({
  frame_rule,
  frames_per_turn,
  face_finder,
  blurred_roles,
  is_pitch_shifted,
})

/** What of the plan differs from what is set. */
export function changesOf(set: Settings, plan: Settings): Partial<Settings> {
  const differs = (key: keyof Settings) => JSON.stringify(set[key]) !== JSON.stringify(plan[key])
  const keys = (Object.keys(set) as (keyof Settings)[]).filter(differs) // Keys of our own literal.
  return Object.fromEntries(keys.map((key) => [key, plan[key]]))
}

/** The plan with another rule: the one of several pictures has at least two of them. */
export const withRule = (plan: Settings, frame_rule: Settings["frame_rule"]): Settings => ({
  ...plan,
  frame_rule,
  frames_per_turn: frame_rule === "uniform_k" ? Math.max(2, plan.frames_per_turn) : plan.frames_per_turn,
})

/** The plan with a role's view switched; in one order, so that the same roles are no change. */
export function withRole(plan: Settings, role: Settings["blurred_roles"][number], isBlurred: boolean): Settings {
  const others = plan.blurred_roles.filter((each) => each !== role)
  return { ...plan, blurred_roles: (isBlurred ? [...others, role] : others).toSorted() }
}
