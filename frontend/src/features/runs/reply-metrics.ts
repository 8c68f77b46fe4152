/** The person-centred metrics, in the order in which they are shown. */
export const REPLY_METRICS = [
  "empathic_authenticity",
  "responsive_engagement",
  "therapeutic_concision",
  "pct_adherence",
  "pct_composite",
] as const
export type ReplyMetric = (typeof REPLY_METRICS)[number]

type Variant = { score: string; origin: "ours" | "paper" }

/** Each metric by our lists and by the markers that survive of the paper; the guarded composite is ours alone. */
export function variantsOf(metric: ReplyMetric): Variant[] {
  const ours: Variant = { score: metric, origin: "ours" }
  return metric === "pct_composite" ? [ours] : [ours, { score: `${metric}_paper`, origin: "paper" }]
}
