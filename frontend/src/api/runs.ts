/** What the server answers about training runs, their figures and predictions. */
import type { Schemas } from "./types"

export type RunState = Schemas["RunState"]
/** What the model is given: both channels, the words alone, or the picture alone. */
export type Ablation = Schemas["Ablation"]
export type Estimates = Record<string, Schemas["EstimateOutput"]>

export type Preflight = Schemas["PreflightOutput"]
export type Run = Schemas["RunRowOutput"]

/** Why figures are not there. */
export type Undefined = Schemas["UndefinedOutput"]
/** Turns whose score fell in one stretch; of a calibrated score, mean and share are equal. */
export type ReliabilityBin = Schemas["ReliabilityBinOutput"]
export type DetectionFigures = Schemas["DetectionFiguresOutput"]
export type Guards = Schemas["GuardsOutput"]
export type ReplyFigures = Schemas["ReplyFiguresOutput"]
export type Evaluation = Schemas["EvaluationOutput"]
export type GroupRun = Schemas["GroupRunOutput"]
export type ChartGroup = Schemas["ChartGroupOutput"]
export type Empathy = Schemas["Sense7Output"]
export type EmpathyDimension = Schemas["EmpathyOutput"]
export type RangeCheck = Schemas["RangeCheckOutput"]
export type RunDetail = Schemas["RunDetailOutput"]
export type Prediction = Schemas["PredictionOutput"]

/** What a page of predictions can be narrowed to. */
export const ERROR_KINDS = ["wrong", "missed", "false_alarm", "type", "all"] as const
export type ErrorKind = (typeof ERROR_KINDS)[number]

export const isOver = ({ state }: { state: RunState }): boolean =>
  !["queued", "preflight", "running", "evaluating"].includes(state)

export const isDefined = <T extends object>(figures: T | Undefined): figures is T => !("why_undefined" in figures)
