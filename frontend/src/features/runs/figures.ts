/** What stands beside each figure of a run: chance, the majority class, people. */
import type { Estimates, GroupRun } from "../../api/runs"
import type { Estimate } from "../../api/types"

export type MetricName = "auroc" | "auprc" | "f1" | "mcc" | "brier" | "accuracy" | "macro_f1"
export const METRICS: MetricName[] = ["auroc", "auprc", "f1", "mcc", "brier", "macro_f1", "accuracy"]

/** A line of a figure: an arm of the group, the majority class, or people. */
export type Line = { key: string; name: string; kind: "arm" | "baseline" | "people"; estimate: Estimate | undefined }

type Beside = { arms: GroupRun[]; majority: Estimates; people: Estimates; names: { majority: string; people: string } }

/** Everything that has this metric, arms first, what they are measured by after them. */
export function linesOf(metric: MetricName, { arms, majority, people, names }: Beside): Line[] {
  const lines: Line[] = [
    ...arms.map(({ id, arm, detection }): Line => ({
      key: String(id),
      name: arm,
      kind: "arm",
      estimate: detection[metric],
    })),
    { key: "majority", name: names.majority, kind: "baseline", estimate: majority[metric] },
    { key: "people", name: names.people, kind: "people", estimate: people[metric] },
  ]
  return lines.filter(({ kind, estimate }) => kind === "arm" || estimate !== undefined)
}

/** What guessing would come to; undefined where there is no such line. */
export function chanceOf(metric: MetricName, detection: Estimates): number | undefined {
  if (metric === "auroc") return 0.5
  if (metric === "auprc") return detection.base_rate?.value ?? undefined
  return metric === "mcc" ? 0 : undefined
}
