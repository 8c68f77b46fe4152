import type { Reading } from "../../api/agreement"
import type { PassKind } from "../../api/types"
import { counted, listed } from "../../components/numbers"
import { clipName, turnName } from "../../components/turn-name"

export const texts = {
  title: "Agreement",
  lead: (sessions: number, turns: number, raters: number) =>
    `${counted(sessions, "session")}, ${counted(turns, "client turn")}, ${counted(raters, "rater")}.`,
  resampled: (cluster: string, n: number, bootstrap: number) =>
    `Intervals resample whole ${cluster}s (${n.toLocaleString("en-GB")}), ${bootstrap.toLocaleString("en-GB")} times.`,
  asOf: (at: string) => `As of ${at}.`,
  fresh: {
    never: "Agreement has not been computed yet.",
    begin: "Compute agreement",
    stale: (at: string) => `These figures are as of ${at}. Labels have changed since.`,
    underWay: "New figures are being computed.",
    again: "Compute again",
  },
  passLabel: "Pass",
  pass: { together: "Together", words: "Words alone", face: "Face alone" } satisfies Record<PassKind, string>,
  csv: "CSV",
  csvFigures: "The figures of this page",
  csvVotes: "Every rating, turn by turn",
  csvAnswers: "All answers with comments, evidence and reasons",
  csvAnswersNote:
    "Of all passes. Sessions without consent to label are left out, since this file quotes what was said.",
  none: "Nothing to compare yet",
  noneText:
    "Agreement appears as soon as two raters have answered for the same turns. Assign each session to at least two raters.",
  toRaters: "Assign sessions",
  begun: {
    headline: (ratings: number, raters: string[]) =>
      `${counted(ratings, "rating")} ${ratings === 1 ? "is" : "are"} not finished yet, by ${listed(raters)}.`,
    text: "They are not counted here. A rating counts once all required questions are answered or “Cannot judge” is chosen. Raters see beside each turn how many questions are left.",
    toRaters: "See whose passes are open",
  },
  unseen: {
    headline: (ratings: number) =>
      `${counted(ratings, "rating")} ${ratings === 1 ? "has" : "have"} answers about a face that nobody can see.`,
    text: "Their sessions have no picture. These answers are kept, and they count neither here nor in the consensus, the disagreements or a release.",
  },
  noRight: "Only leads see agreement",
  noRightText: "Raters do not see one another’s answers while the study runs.",

  columns: {
    construct: "Construct",
    coefficient: "Coefficient",
    value: "Value",
    interval: "95 % interval",
    bounds: "Bounds of the interval",
    percent: "Percent",
    ac: "AC1 / AC2",
    n: "Turns",
  },
  reading: {
    undefined: "cannot be computed",
    "no interval": "too few sessions or clients for an interval",
    low: "may be under .67",
    "all low": "is under .67",
    tentative: "tentative",
    reliable: "reliable",
    poor: "poor",
    moderate: "moderate",
    good: "good",
    excellent: "excellent",
  } satisfies Record<Reading | "all low", string>,

  meanings: "What the figures mean",
  scales: {
    nominal: "Answers without an order: any two different ones count as equally far apart.",
    ordinal: "Answers in an order: the more answers lie between two, the further they count as apart.",
    interval: "Answers as numbers: two count as far apart as their difference is large.",
  } as Record<string, string>,

  construct: {
    back: "Agreement",
    headline: {
      undefined: "Agreement on this cannot be computed.",
      "no interval": "There are too few sessions or clients to say how far agreement on this can be trusted.",
      low: "Agreement on this may be below what is usually called tentative.",
      "all low": "Agreement on this is below what is usually called tentative.",
      tentative: "Raters agree on this well enough for tentative conclusions.",
      reliable: "Raters agree on this reliably.",
      poor: "Agreement on this is poor.",
      moderate: "Raters agree on this moderately.",
      good: "Raters agree on this well.",
      excellent: "Raters agree on this excellently.",
    } satisfies Record<Reading | "all low", string>,
    rests: (turns: number, raters: number | null, hasSingle: boolean) =>
      `${counted(turns, "turn")}${hasSingle ? "" : " with two or more ratings"}${raters === null ? "" : `, ${counted(raters, "rater")}`}.`,
    readOn: (name: string) => `${name}, read on the lower bound.`,
    subtype: (share: string) => `Of the turns that two raters both call incongruent, ${share} get the same type.`,
    cannotJudge: (share: string) => `“Cannot judge” was given for ${share} of the ratings; those count as missing.`,
    coefficients: "All coefficients",
    coefficientsNote: (cluster: string | null, n: number | null) =>
      `${cluster && n !== null ? `Intervals resample whole ${cluster}s (${n.toLocaleString("en-GB")}). ` : ""}Click a name for its definition.`,
    classes: "Class by class",
    classesNote: "Where one rater gives this answer, how often a second rater of the turn gives it too.",
    level: "Answer",
    specific: "Specific agreement",
    share: "Share",
    confusion: "Which answers get confused",
    confusionNote: "Pairs of ratings of one turn, each counted both ways.",
    confusionCorner: "One rater ↓ other →",
  },

  pairs: "Pairs of raters",
  pairsNote: (coefficient: string, construct: string) => `${coefficient} for “${construct}”.`,
  apart: (rater: string) => `${rater} agrees less with the others than they do with one another.`,
  turns: (n: number) => counted(n, "turn"),
  belowZero: "◂ below 0",
  worst: "Turns with the most disagreement",
  worstNote: "Each opens the clip with all votes.",
  worstNone: "There is no turn on which the raters disagree.",
  turn: turnName,
  clip: clipName,
  votes: "Votes",
  cannotJudge: (why: string) => `cannot judge: ${why}`,
  decide: "Decide the labels of this turn",
  openSession: "Open the session here",

  methods: {
    open: "Methods paragraph",
    title: "Methods, in a paragraph",
    copy: "Copy",
    copied: "Copied",
    text: ({
      sessions,
      turns,
      raters,
      coefficients,
      hasGaps,
      ratingsPerTurn,
      cluster,
      clusters,
      bootstrap,
      seed,
      asOf,
    }: MethodsFacts) =>
      `Agreement was computed over ${counted(turns, "client turn")} of ${counted(sessions, "session")}, rated by ${counted(raters, "rater")} (labels as of ${asOf}). ` +
      `Coefficients were ${coefficients}; nominal and ordinal ones use all levels of the codebook. “Cannot judge” counts as missing. ` +
      (hasGaps
        ? `Since each rater has rated a part of the turns, intraclass correlations come from a mixed model with crossed effects of turns and raters (REML); k is ${ratingsPerTurn}, the harmonic mean of the ratings of a turn. `
        : "") +
      `Intervals are 95 % percentile intervals from ${bootstrap.toLocaleString("en-GB")} bootstrap resamples of whole ${cluster}s (${clusters}; seed ${seed}), since turns of one ${cluster} are not independent. ` +
      "Alpha is read as tentative from .667 and reliable from .80 (Krippendorff 2019), ICC as moderate from .50, good from .75 and excellent from .90 (Koo and Li 2016), each on the lower bound.",
  },
}

type MethodsFacts = {
  sessions: number
  turns: number
  raters: number
  coefficients: string
  hasGaps: boolean
  ratingsPerTurn: string
  cluster: string
  clusters: number
  bootstrap: number
  seed: number
  asOf: string
}
