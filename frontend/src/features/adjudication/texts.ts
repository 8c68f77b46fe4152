import type { Disagreement, GoldLabel, VerdictKind } from "../../api/adjudication"
import { count, counted } from "../../components/numbers"
import { clipName, turnName } from "../../components/turn-name"
import type { Accepted } from "./queries"

export const texts = {
  /** The one place that says how the raters' answers on a scale become one figure. */
  how: "How the figures are computed",
  majority:
    "Where the answers are words, the one that most raters of a turn gave. Where two are given as often, the raters tie.",
  means:
    "Where the answers are numbers (engagement, valence, arousal, dominance), the mean of the raters’ numbers, corrected for raters who rate higher or lower than the others on the turns they share. So it can lie between two steps, such as 3.7. A number given by one rater alone is that rater’s own.",
  roles: { client: "Client", counsellor: "Counsellor", other: "Other" },
  turn: turnName,
  clip: clipName,
  saidBefore: "Said before",
  cannotJudge: (rater: string, why: string) => (why ? `${rater} cannot judge: ${why}` : `${rater} cannot judge`),
  cannotJudgeShort: "cannot judge",
  notAsked: "not asked",
  wordsWithheld: "The words are withheld.",
  votes: "What the raters said",
  consensusOfRaters: "Raters’ consensus",

  review: {
    title: "Review",
    lead: "Experts label a drawn sample of turns by themselves, and only then see the raters’ answers. The share of turns on which their labels match says how far the consensus can be trusted.",
    noRight: "Reviews are for experts and leads",
    noRightText: "The study’s lead can make you an expert.",
    none: "No turn has been drawn yet",
    noneForLead: {
      computed: "The consensus is computed. Draw a sample for the experts above.",
      notComputed: "Compute the consensus once the ratings are in, then draw a sample for the experts.",
    },
    noneForExpert: "A sample appears here once the study’s lead has drawn one.",

    consensus: "Raters’ consensus",
    notComputed: "Not computed yet.",
    computed: (turns: number, labels: number, ties: number) =>
      `Consensus for ${counted(turns, "turn")}: ${counted(labels, "answer")}, ${counted(ties, "tie")}.`,
    farApart: (n: number) =>
      `On ${counted(n, "answer")} the raters are too far apart for their mean to count; ${n === 1 ? "it is" : "they are"} listed under Disagreements.`,
    fewRaters: (n: number, needed: number) =>
      `${counted(n, "answer comes", "answers come")} from fewer than ${counted(needed, "rater")} and ${n === 1 ? "does" : "do"} not count as a consensus yet.`,
    computedAt: (at: string) => `As of ${at}. Nothing has changed since.`,
    stale: (at: string) =>
      `As of ${at}. It is out of date: ratings, or how they are combined, have changed since. Compute it again.`,
    compute: "Compute the consensus",
    computeAgain: "Compute again",

    draw: "Draw a sample",
    drawNote:
      "Each turn with a consensus has the same chance, unless every expert has rated it. 100 turns is what the E-THER paper’s experts reviewed.",
    size: "Turns",
    seed: "Seed",
    seedHint: "Leave empty for a random one; the same seed draws the same turns.",

    noExpert:
      "The study has no expert yet, so nobody could review the turns. Add a person with the role expert first: someone who rates none of these sessions.",
    toRaters: "Raters",

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
      `At random, with the same chance for each turn that has a consensus. With the seed ${seed} and the same consensus, the same turns are drawn again.`,
    by: (at: string, name: string | null) => (name ? `${at}, by ${name}` : at),
    expertDone: (expert: string, done: number, size: number) => `${expert}: ${done} of ${size}`,
    notBegun: "not started",
    nothingYet: "after the first verdict",
    interval: (low: string, high: string) => `${low} to ${high}`,

    progress: (done: number, size: number) => `${done} of ${size} reviewed`,
    progressLabel: "Turns reviewed",
    allDone: "Every turn of this sample is reviewed.",
    allDoneText:
      "Where your labels differ from the raters’, the lead decides. You can still look at a turn and change your verdict.",
    nothingForYou: "There is no turn for you in this sample",
    nothingForYouText: "You rated these turns yourself, and nobody reviews their own turns.",
    own: "Your verdict",
    ownTurns: (n: number) => `${counted(n, "turn")} that you rated yourself ${n === 1 ? "is" : "are"} left out.`,
    next: "Next turn",
    previous: "Previous turn",
    scales: "Numbers on scales (optional)",
    notLabelled: "Without labels",
    comment: "Comment",
    commentHint: "For the lead who decides. Optional. Enter saves, Shift Enter begins a new line.",
    save: "Save the verdict",
    keep: "Keep it as it was",
    missing: (label: string) => `Not saved yet: answer ${label}.`,
    saves: "Enter saves it. You can change it until you see the raters’ answers.",
    savesMarked: "It will be marked as changed after you saw the raters’ answers.",
    verdictWaits: (turn: string) =>
      `Your verdict on ${turn} is not saved yet. What you chose waits there as long as this page is open.`,
    open: "Show the raters’ answers",
    change: "Change my verdict",
    notOpened: "Saved. The raters’ answers are hidden until you open them; a change after that is marked as one.",
    yours: "Your labels",
    changedAfter: "changed after you saw the raters’ answers",
    youSay: (kind: string) => `You say: ${kind}`,
    kinds: {
      labels: "labelled differently",
      turn_boundary: "cut in the wrong place",
      cannot_judge: "cannot be judged",
    } satisfies Record<VerdictKind, string>,

    mark: { cannot_judge: "Cannot be judged", turn_boundary: "Turn is cut in the wrong place" },

    result: "What the experts say so far",
    resultHeadline: (agree: number, n: number) =>
      n === 0 ? "No turn could be labelled." : `Experts’ labels match on ${agree} of ${counted(n, "turn")}.`,
    leftOut: (boundary: number, unjudged: number) =>
      `Not in this share: ${[...(unjudged ? [`${counted(unjudged, "turn")} that could not be judged`] : []), ...(boundary ? [`${counted(boundary, "turn")} cut in the wrong place`] : [])].join(", ")}.`,
    correctedAfter: (n: number) =>
      `${counted(n, "verdict was", "verdicts were")} changed after the expert had seen the raters’ answers.`,
    notBlind: (n: number) =>
      `${counted(n, "verdict was", "verdicts were")} given by experts who could already see the raters’ answers.`,
    resultRows: {
      sessions: "All labels, whole sessions or clients resampled",
      wilson: "All labels, turns taken as independent (Wilson)",
      presence: "Presence alone, whole sessions or clients resampled",
    },
    resultColumns: {
      figure: "Share of turns that match",
      value: "Value",
      interval: "95 % interval",
      bounds: "Bounds of the interval",
      n: "Turns",
    },
    byKind: "Labels that differ",
    about: { presence: "whether there is incongruence", subtype: "which kind of incongruence" },
    noDisagreement: "No expert’s label differs.",
    kindCount: (kind: string, n: number) => `${kind}: ${n}`,
    pairs: "Experts’ own labels of incongruence, Cohen’s kappa",
    pair: (experts: string[]) => experts.join(" and "),
    items: "The turns of this sample",
  },

  queue: {
    title: "Disagreements",
    lead: "Labels on which the raters tie or are far apart, or with which an expert disagrees. Your decision becomes the gold label; a later one can replace it.",
    tally: {
      sum: (settled: number, open: number) => `${counted(open, "disagreement")} to decide, ${count(settled)} decided.`,
      reasons: (reasons: string[]) => `Together: ${reasons.join(", ")}.`,
      ties: (n: number) => counted(n, "tie"),
      farApart: (n: number) => `${counted(n, "answer")} with raters far apart`,
      objections: (n: number) => `${counted(n, "answer")} that only experts dispute`,
      overruled: (n: number) => `${counted(n, "undisputed answer")} decided differently`,
      uncalled: (n: number) => `${counted(n, "more tie waits", "more ties wait")} for another answer on the same turn.`,
      gold: (n: number, open: number) =>
        open === 0
          ? `${counted(n, "gold label")}.`
          : `${counted(n, "gold label")}; ${counted(open, "undisputed answer is", "undisputed answers are")} not accepted yet.`,
      few: (n: number) => `${counted(n, "answer")} from too few raters ${n === 1 ? "has" : "have"} no gold label.`,
      withheld: (n: number) =>
        `${count(n)} of the open ones can’t be decided now: there is no consent to label ${n === 1 ? "its session" : "their sessions"}, or it has ended.`,
      how: "How these are counted",
      howText:
        "The raters tie on a question where two answers are equally frequent. A tie needs a decision where its question is asked: which channel carries more is asked only of a turn whose words and face do not agree, so such a tie waits while that is itself tied, and goes away once it is decided that they agree. On scales, raters are far apart from a distance that the study sets (Settings). An answer that an expert disputes needs a decision as well. If an expert disputes an answer after it was decided, it is open again.",
    },
    noRight: "Only leads decide disagreements",
    noRightText: "Experts say what they think under Review.",
    state: "State",
    open: "Open",
    settled: "Decided",
    construct: "Question",
    everyConstruct: "Every question",
    noneOpen: "No disagreement is open",
    noneOpenText: "Ties, ratings that are far apart and experts’ objections appear here.",
    noneSettled: "No disagreement has been decided yet",
    noneSettledText: "Decisions appear here with their reason and history.",
    label: "Disagreements",
    place: (n: number, all: number, hasMore: boolean) =>
      `${count(n)} of ${hasMore ? `the first ${count(all)}` : count(all)}`,
    why: {
      tie: "raters tie",
      far_apart: "raters far apart",
      expert: "expert disagrees",
      overruled: "raters overruled",
      decided: "decided",
    } satisfies Record<Disagreement["why"][number], string>,
    decide: "Decide",
    decideAnew: "Change the decision",
    overrule: "Decide differently from the raters",
    backToConsensus: "Return to the raters’ answer",
    seeDecision: "Show that decision",
    votesFor: (n: number) => (n === 0 ? "" : counted(n, "vote")),
    reason: "Reason",
    reasonHint:
      "It stays with the label here; releases say that it was decided, not why. Enter saves, Shift Enter begins a new line.",
    save: "Decide and next",
    saveAnew: "Save the decision",
    verdict: (expert: string, said: string) => `${expert} says: ${said}`,
    notBlind: "could already see the raters’ answers",
    origins: {
      consensus: "from the raters’ consensus",
      few_raters: "accepted from fewer raters than the design asks for",
      decision: "Decision",
      overruled: "Decision, different from the raters",
    } satisfies Record<GoldLabel["origin"], string>,
    decided: (by: string, at: string) => `by ${by}, ${at}`,
    onRaters: (n: number) => `on ${counted(n, "rater")}`,
    history: "History",
    majorityIs: (answer: string, n: number) =>
      n > 1 ? `Consensus of ${count(n)} raters: ${answer}` : `One rater only: ${answer}`,
    noAnswer: "No rater has answered this.",
    tied: "The raters tie.",
    farApart: (mean: string) => `The raters are far apart; their mean would be ${mean}.`,

    find: "Find a turn to decide",
    findHint: "Find a turn: S003 turn 12, or some of its words",
    findNone: "No client turn matches.",
    findTitle: (turn: string) => `Labels of ${turn}`,
    findClose: "Back to the disagreements",
    findEmpty: "No rater has labelled this turn in the current consensus.",

    take: "Accept the majority…",
    takeSome: (labels: number) => `Accept the majority for ${counted(labels, "answer")}…`,
    takeTitle: "Accept the majority where nobody disagrees",
    takeText: (labels: number, open: number) =>
      `${counted(labels, "answer")} of the raters’ consensus ${labels === 1 ? "becomes a gold label" : "become gold labels"}. ${counted(open, "disagreement")} ${open === 1 ? "stays" : "stay"} open, and decisions are kept. Gold labels that the raters no longer give are taken back. A newer decision can change any of them.`,
    takeAsOf: (at: string) => `The consensus is as of ${at}.`,
    takeStale: (at: string) =>
      `The consensus is as of ${at} and out of date: ratings, or how they are combined, have changed since. Compute it again under Review first.`,
    takeFew: (labels: number, needed: number) =>
      `Also accept ${counted(labels, "answer")} from fewer than ${counted(needed, "rater")}`,
    fewReason: "Why fewer raters are enough here",
    fewReasonHint:
      "It stays with each of these labels; releases say how many raters a label rests on, not why. Enter accepts, Shift Enter begins a new line.",
    takeNone: "The consensus has not been computed yet. Do that under Review first.",
    takeConfirm: "Accept the majority",
    taken: ({ settled, taken_back, left_open, left_waiting }: Accepted) => {
      const withheld = left_open - left_waiting
      return [
        `${counted(settled, "gold label was", "gold labels were")} made`,
        ...(taken_back ? [`${count(taken_back)} taken back`] : []),
        `${left_open === 0 ? "no disagreement is open" : `${counted(left_open, "disagreement is", "disagreements are")} still open`}${withheld ? `, ${count(withheld)} of them without consent to label` : ""}.`,
      ].join("; ")
    },
  },
}
