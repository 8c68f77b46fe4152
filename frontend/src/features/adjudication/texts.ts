import type { VerdictKind } from "../../api/adjudication"
import { count, counted } from "../../components/numbers"
import { clipName, turnName } from "../../components/turn-name"

export const texts = {
  /** The one place that says how the raters' answers on a scale become one figure. */
  how: "How the figures come about",
  majority:
    "Where the answers are words, the one that most raters of a turn gave. Where two are given as often, the raters tie.",
  means:
    "Where the answers are numbers (engagement, valence, arousal, dominance), the mean of the raters, after taking out how far each of them lies above or below the others on all turns. So it can stand between two steps, as 3.7 does.",
  roles: { client: "Client", counsellor: "Counsellor", other: "Other" },
  turn: turnName,
  clip: clipName,
  said: "What was said",
  wordsWithheld: "The words are withheld.",
  votes: "What the raters said",
  consensusOfRaters: "What the raters say together",

  review: {
    title: "Review",
    lead: "Experts look at a drawn sample of turns and say whether they accept what the raters say together.",
    noRight: "Reviews are for experts and leads",
    noRightText: "The study’s lead can make you an expert.",
    none: "No turn has been drawn yet",
    noneForLead: {
      computed: "The consensus is computed. Draw a sample for the experts above.",
      notComputed: "Compute the consensus once the ratings are in, then draw a sample for the experts.",
    },
    noneForExpert: "The study’s lead draws a sample; it will stand here.",

    consensus: "Consensus of the raters",
    notComputed: "Not computed yet.",
    computed: (turns: number, labels: number, ties: number) =>
      `${counted(turns, "turn")}, ${counted(labels, "answer")} found, ${counted(ties, "tie")}.`,
    computedAt: (at: string) => `As of ${at}. Later ratings do not count until it is computed again.`,
    compute: "Compute the consensus",
    computeAgain: "Compute again",

    draw: "Draw a sample",
    drawNote: "Each turn with a consensus has the same chance. 100 turns is what the E-THER paper’s experts reviewed.",
    size: "Turns",
    seed: "Seed",
    seedHint: "Leave empty for a random one; the same seed draws the same turns.",

    columns: {
      sample: "Review",
      drawn: "Drawn",
      turns: "Turns",
      progress: "Reviewed",
      result: "Agreement with the consensus",
    },
    sample: (number: number) => `Review ${number}`,
    ofTurns: (size: number, from: number) => `${count(size)} of ${count(from)}`,
    ofConsensus: (size: number, from: number) => `${count(size)} of the ${counted(from, "turn")} with a consensus`,
    howDrawn: "How the sample was drawn",
    howDrawnText: (seed: number) =>
      `By chance, each turn with a consensus having the same chance. The draw began from the seed ${seed}: with this number and the same consensus, the same turns are drawn again.`,
    by: (at: string, name: string | null) => (name ? `${at}, by ${name}` : at),
    expertDone: (expert: string, done: number, size: number) => `${expert}: ${done} of ${size}`,
    notBegun: "not begun",
    nothingYet: "after the first verdict",
    interval: (low: string, high: string) => `${low} to ${high}`,

    progress: (done: number, size: number) => `${done} of ${size} reviewed`,
    progressLabel: "Turns reviewed",
    allDone: "Every turn of this sample is reviewed.",
    allDoneText: "Your verdicts stand. Where you dispute an answer, the lead settles it.",
    agree: "Accept",
    disagree: "Dispute",
    next: "Next turn",
    previous: "Turn before",
    backToForm: "Back",
    about: "What do you dispute?",
    which: "Which of the scales?",
    value: "What would you say?",
    comment: "Comment",
    commentHint: "For the lead who settles it. Optional.",
    save: "Save the verdict",
    missing: {
      kind: "Not saved yet: say what you dispute.",
      construct: "Not saved yet: say which of the scales.",
      level: "Not saved yet: say what you would say instead.",
      nothing: "Nothing is missing. Enter saves it.",
    },
    disputeWaits: (turn: string) =>
      `Your dispute of ${turn} is not saved yet. What you chose waits there, as long as this page is open.`,
    votesHidden: "The single votes open once your verdict is in.",
    youAgree: "You accept what the raters say together",
    youDisagree: (kind: string) => `You dispute: ${kind}`,
    youSay: (answer: string) => `You say: ${answer}`,
    kinds: {
      presence: "whether there is incongruence",
      subtype: "which kind of incongruence it is",
      engagement: "engagement",
      vad: "valence, arousal or dominance",
      turn_boundary: "the turn is cut wrongly",
      cannot_judge: "it cannot be judged",
    } satisfies Record<VerdictKind, string>,

    result: "What the experts say so far",
    resultHeadline: (agree: number, n: number) =>
      `With ${agree} of ${counted(n, "reviewed turn")}, no expert disagrees.`,
    resultRows: {
      sessions: "Whole label, sessions resampled",
      wilson: "Whole label, turns taken as independent (Wilson)",
      presence: "Presence alone, sessions resampled",
    },
    resultColumns: {
      figure: "Share without disagreement",
      value: "Value",
      interval: "95 % interval",
      bounds: "Bounds of the interval",
      n: "Turns",
    },
    byKind: "Disagreements by kind",
    noDisagreement: "No expert has disagreed.",
    kindCount: (kind: string, n: number) => `${kind}: ${n}`,
    pairs: "Experts among each other, Cohen’s kappa",
    pair: (experts: string[]) => experts.join(" and "),
    items: "The turns of this sample",
  },

  queue: {
    title: "Disagreements",
    lead: "Labels on which the raters tie, or with which an expert disagrees. A decision makes the gold label; it can be taken back by a newer one.",
    tally: {
      ties: (all: number, tied: number, uncalled: number) =>
        `Of ${counted(all, "tie")}, ${count(tied)} ${tied === 1 ? "is" : "are"} to decide${uncalled ? `, and ${count(uncalled)} ${uncalled === 1 ? "hangs" : "hang"} on another answer of ${uncalled === 1 ? "its" : "their"} turn` : ""}.`,
      objections: (n: number) => `Experts dispute ${counted(n, "more answer")}.`,
      sum: (all: number, settled: number, open: number) =>
        `Together ${counted(all, "disagreement")}: ${count(settled)} settled, ${count(open)} open.`,
      withheld: (n: number) =>
        `${count(n)} of the open ones can’t be decided now: there is no consent to label ${n === 1 ? "its session" : "their sessions"}, or it has ended.`,
      how: "How these counts come about",
      howText:
        "The raters tie on a question where two answers are given as often. A tie is to decide where its question is asked: which channel carries more is asked only of a turn whose words and face do not agree, so such a tie waits while that is itself tied, and goes where it is decided that they agree. An answer that an expert disputes is to decide as well. A decision settles it; should an expert dispute the answer after that, it is open again.",
    },
    noRight: "Disagreements are settled by the study’s lead",
    noRightText: "Experts say what they think under Review.",
    state: "State",
    open: "Open",
    settled: "Settled",
    construct: "Question",
    everyConstruct: "Every question",
    noneOpen: "No disagreement is open",
    noneOpenText: "Ties of the raters and objections of experts will stand here.",
    noneSettled: "No disagreement has been settled yet",
    noneSettledText: "Decisions stand here with their reason and history.",
    label: "Disagreements",
    place: (n: number, all: number, hasMore: boolean) =>
      `${count(n)} of ${hasMore ? `the first ${count(all)}` : count(all)}`,
    why: { tie: "raters tie", expert: "expert disagrees" },
    decide: "Decide",
    decideAnew: "Decide anew",
    votesFor: (n: number) => (n === 0 ? "" : counted(n, "vote")),
    reason: "Reason",
    reasonHint:
      "It stays with the label and leaves with the release’s log. Enter saves, Shift Enter begins a new line.",
    save: "Settle and next",
    saveAnew: "Settle anew",
    verdict: (expert: string, kind: string) => `${expert} disagrees: ${kind}`,
    suggests: (answer: string) => `says ${answer}`,
    gold: "Decision",
    decided: (by: string, at: string) => `by ${by}, ${at}`,
    fromConsensus: "from the raters’ majority",
    history: "History",
    majorityIs: (answer: string) => `Together the raters say: ${answer}`,
    tied: "The raters tie.",

    take: "Take the majority…",
    takeTitle: "Take the majority for the turns without a tie",
    takeText: (labels: number, open: number) =>
      `Up to ${counted(labels, "answer")} with a majority become gold labels. ${counted(open, "disagreement")} ${open === 1 ? "stays" : "stay"} open, and decisions that were made stand. A newer decision can change any of them.`,
    takeOld: (at: string) =>
      `The consensus is from ${at}. Ratings since then do not count; compute it again under Review first if they should.`,
    takeNone: "The consensus has not been computed yet. Do that under Review first.",
    takeConfirm: "Take the majority",
    taken: (settled: number, open: number, withheld: number) =>
      `${counted(settled, "gold label was", "gold labels were")} made; ${open === 0 ? "no disagreement is open" : `${counted(open, "disagreement is", "disagreements are")} still open`}${withheld ? `, ${count(withheld)} of them without consent to label` : ""}.`,
  },
}
