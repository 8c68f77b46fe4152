import type { Ablation, RunState } from "../../api/runs"
import { count, counted, listed } from "../../components/numbers"
import { clipName, turnName } from "../../components/turn-name"
import type { MetricName } from "./figures"

/** The list of runs and the run itself call it the same. */
const PCT_COMPOSITE = "PCT composite"

export const texts = {
  title: "Runs",
  lead: "One run trains a model on an approved release and scores it on the sessions held out.",
  start: "Start a run",
  none: "No run yet",
  noneText: "A run starts from an approved release. It trains, predicts the held-out turns and scores them by itself.",
  noneForYou: "An engineer or the study’s lead starts one from an approved release.",
  noRight: "Runs are for leads, stewards and engineers",
  noRightText: "The study’s lead can change your role.",
  columns: {
    run: "Run",
    release: "Release",
    started: "Started",
    state: "State",
    auroc: "AUROC",
    macro_f1: "Type, macro-F1",
    pct_composite: PCT_COMPOSITE,
  },
  meanings: "What the figures mean",
  compositeMeaning:
    "The mean of the four person-centred metrics of a reply, 0 to 1, lowered where the reply is stuffed with markers, out of order or off the subject. Defined by Attune.",
  /** A model in full; what is no result is marked wherever figures are. */
  model: (name: string, isDemonstration: boolean) => (isDemonstration ? `${name} (demonstration model)` : name),
  /** `words only` of the run's name, `tiny, words only`. */
  arm: (name: string) => name.slice(name.indexOf(",") + 1).trim(),
  repeatedBy: (number: number) => `Repeated by run ${number}, which is compared in its place`,
  comparedWith: (numbers: number[]) =>
    `Compared with ${numbers.length === 1 ? "run" : "runs"} ${listed(numbers.map(String))}`,
  run: (number: number) => `Run ${number}`,
  release: (number: number) => `Release ${number}`,
  state: {
    queued: "waiting",
    preflight: "getting ready",
    running: "training",
    evaluating: "scoring",
    succeeded: "finished",
    failed: "failed",
    cancelled: "cancelled",
    interrupted: "interrupted",
  } satisfies Record<RunState, string>,
  duration,

  fresh: {
    title: "Start a run",
    release: "Release",
    noRelease: "No release is approved yet",
    noReleaseText: "A run starts from a release that a second person has approved.",
    toReleases: "Go to the releases",
    frozenAt: (number: number, turns: number) => `Release ${number}, ${counted(turns, "turn")}`,
    headline: {
      faults: "This cannot be started yet.",
      warnings: "This can be started; read the warnings first.",
      fine: "This can be started.",
    },
    what: "What will happen",
    steps: (train: number, holdout: number) => [
      "Every file and label of the release is checked before anything is trained.",
      `A small vision-language model is adapted (LoRA) on ${counted(train, "turn")}.`,
      `It predicts and answers the ${counted(holdout, "turn")} held out, which training never opens.`,
      "Detection, replies and empathy are scored, with intervals by client.",
    ],
    device: (device: string) => `Runs on: ${device}.`,
    estimate: (one: string, all: string) => `About ${one} a run after the last one like it, ${all} in all.`,
    noEstimate: "How long it takes is known after the first run. On a CPU, count on a few minutes.",
    arms: "What the model is given",
    armsNote: "Side by side they show whether both channels are needed. The runs go one after the other.",
    arm: { none: "Words and picture", no_vision: "Words only", no_words: "Picture only" } satisfies Record<
      Ablation,
      string
    >,
    seed: "Seed",
    seedHint: "Leave empty for a random one.",
    toRun: "Look at the run",
    button: (n: number) => (n === 1 ? "Start the run" : `Start ${n} runs`),
    weightings: "Ways to weigh the samples that this release allows",
    weightingAvailable: "possible",
  },

  page: {
    on: (arm: string) => `${arm}, on`,
    release: (number: number) => `release ${number}`,
    /** Of runs that counted no clients, without them. */
    rests: (turns: number, sessions: number, clients: number | null) =>
      `On ${counted(turns, "held-out turn")} of ${counted(sessions, "session")}${clients === null ? "" : ` of ${counted(clients, "client")}`}.`,
    cpu: "Trained on a CPU.",
    trainedOn: (device: string) => `Trained on ${device}.`,
    stopped: {
      failed: "This run failed.",
      cancelled: "This run was cancelled.",
      interrupted: "This run was interrupted: its worker is gone.",
    },
    stoppedText: "Nothing it had learned up to its last checkpoint is lost; resuming goes on from there.",
    cancel: "Cancel the run",
    stopping: "Stopping",
    cancelTitle: (number: number) => `Cancel run ${number}`,
    cancelText:
      "The process ends within seconds and frees its memory. The run can be resumed from its last checkpoint.",
    resume: "Resume",
    adapter: "Adapter",
    adapterOf: (number: number) => `The adapter of run ${number}`,
    consentEnded: "Consent to what this run was made from has ended.",
    withdrawn: (what: string) =>
      `Its release holds ${what}. The figures stay on record; ask the study’s steward before using them or the adapter any further.`,
    report: "Report",
    predictions: "Predictions",
    progress: "Progress",
    waitingFor: "It waits for a training worker; runs go one after the other.",
    loss: "Training loss",
    lossNote: "One point for each optimizer step. Look at its course: its level depends on the weights of the samples.",
    lossNone: "The curve begins with the first step of training.",
    step: "step",
    lossAxis: "loss",
    log: "Log",
  },

  mainFigures: {
    title: "Main figures",
    note: "What the model was given, beside people. Dot and bar: value and 95 % interval, which resamples whole clients.",
    columns: { source: "Figure", drawn: "Drawn", value: "Value", interval: "95 % interval", n: "n" },
    tick: (what: string) => `Tick: ${what}`,
  },

  detection: {
    title: "Does it find incongruence?",
    note: "Bar: 95 % interval. Tick: chance. Last rows, to compare with: always the commonest label, and people.",
    metric: "Figure",
    metrics: {
      auroc: "AUROC",
      auprc: "AUPRC",
      f1: "F1",
      mcc: "MCC",
      brier: "Brier",
      accuracy: "Type, accuracy",
      macro_f1: "Type, macro-F1",
    } satisfies Record<MetricName, string>,
    meaning: {
      auroc: "The chance that an incongruent turn scores above a congruent one. Half is chance.",
      auprc: "Precision averaged over recall. The base rate of incongruence is chance.",
      f1: "Balance of precision and recall at a threshold chosen on clients set aside from training.",
      mcc: "Correlation of calls and labels at that threshold, −1 to 1; 0 is chance.",
      brier: "Mean squared error of the probability. Lower is better.",
      accuracy: "Share of turns given the right one of three labels.",
      macro_f1:
        "Mean F1 over the labels that occur, so rare ones count as much. F1 balances how many calls are right and how many turns are found.",
    } satisfies Record<MetricName, string>,
    majority: (label: string) => `always “${label}”`,
    people: "one rater against the others",
    waiting: "not scored yet",
    chance: (value: string) => `Chance ${value}`,
    columns: { source: "Given", value: "Value", interval: "95 % interval", bounds: "Bounds of the interval", n: "n" },
    confusion: "Model against people",
    confusionNote: "Turns of the hold-out; each cell’s shade is its share of the row.",
    corner: "People ↓ model →",
    reliability: "Are its probabilities calibrated?",
    /** Of a point's turns, the fewest and the most. */
    reliabilityNote: (fewest: number, most: number, whyNoInterval: string) =>
      `Each point is ${fewest === most ? count(most) : `${count(fewest)} to ${count(most)}`} turns of neighbouring probability. ${whyNoInterval ? `Some points have no interval: ${whyNoInterval}.` : "Bar: 95 % interval."} On the dashed line, what is predicted comes true.`,
    turns: "Turns",
    predicted: "predicted",
    observed: "share that is incongruent",
    vad: "Valence, arousal and dominance",
    vadNote: "Concordance of predicted and rated values; RMSE in points of the 1 to 9 scale.",
    vadColumns: {
      scale: "Scale",
      ccc: "Concordance",
      interval: "95 % interval",
      pearson: "Pearson r",
      rmse: "RMSE",
      n: "Turns",
    },
    vadScale: (name: string) => {
      const [dimension = "", channel] = name.split("_")
      return `${dimension.charAt(0).toUpperCase()}${dimension.slice(1)} of ${channel === "words" ? "words" : "the face"}`
    },
  },

  replies: {
    title: "How do its replies read?",
    note: "Person-centred metrics, 0 to 1 a reply. Each is given twice: with the paper’s word lists, as far as they are published, and with ours.",
    summary: (replies: number, empty: number, otherLanguage: number) =>
      `${[
        counted(replies, "reply", "replies"),
        ...(empty ? [`${count(empty)} empty`] : []),
        ...(otherLanguage ? [`${count(otherLanguage)} not in English, the language of the word lists`] : []),
      ].join(", ")}.${empty || otherLanguage ? " Those have no score." : ""}`,
    columns: {
      metric: "Metric",
      origin: "By whose lists",
      model: "Model",
      interval: "95 % interval",
      reference: "Counsellors’ own",
      mimicry: "Random counsellor",
      n: "Replies",
    },
    metrics: {
      empathic_authenticity: "Empathic authenticity",
      responsive_engagement: "Responsive engagement",
      therapeutic_concision: "Therapeutic concision",
      pct_adherence: "PCT adherence",
      pct_composite: PCT_COMPOSITE,
    },
    guards: "How far to trust these metrics",
    guardsNote:
      "The share of pairs in which a counsellor’s real reply scores above an altered one. A metric that an altered reply can win says little about empathy.",
    alterations: {
      stuffed: "Stuffed with markers",
      shuffled: "Words shuffled",
      other_subject: "Another subject",
      other_session: "Another session",
    } as Record<string, string>,
    overlap: (share: string) => `${share} of the replies’ four-word sequences also occur in training replies.`,
  },

  empathy: {
    title: "Empathy, by a trained judge",
    note: "SENSE-7 dimensions, 1 very poor to 5 very good. A proxy: the judge was fitted on whole conversations rated by third persons, not by the person in them.",
    columns: {
      dimension: "Dimension",
      value: "Score",
      interval: "95 % interval",
      judge: "Judge’s own Spearman",
      bounds: "Bounds of the interval",
      n: "Sessions",
      outside: "Outside its range",
      proxy: "Measured by",
    },
    names: {
      affective: "Affective",
      cognitive: "Cognitive",
      response: "Response",
      prosocial: "Prosocial",
      interest: "Interest",
      contextual: "Contextual",
      relational: "Relational",
    } as Record<string, string>,
    behaviours: {
      validating_emotions: "validating emotions",
      demonstrating_understanding: "demonstrating understanding",
      encouraging_elaboration: "encouraging elaboration",
    } as Record<string, string>,
    notAvailable: (why: string) => `not available: ${why}`,
    outsideOf: (outside: number, judged: number) => `${count(outside)} of ${counted(judged, "session")}`,
    notRecorded: "not recorded",
    judgeInterval: (value: string, low: string, high: string) => `${value} (${low} to ${high})`,
  },

  record: {
    title: "What it was made of",
    note: "What it takes to repeat the run; the report and the adapter hold the whole record.",
    names: {
      release: "Release hash",
      seed: "Seed",
      weighting: "Weighting",
      device: "Device",
      samples: "Samples",
      tokens: "Tokens trained",
      weights: "Weights trained",
      time: "Training time",
      memory: "Peak memory",
      commit: "Code",
      packages: "Packages",
    },
    dirty: "with local changes",
  },

  predictions: {
    title: (number: number) => `Predictions of run ${number}`,
    lead: "What the model says of each held-out turn, beside the label of the release and the counsellor’s reply.",
    filter: "Which turns",
    kinds: {
      wrong: "All errors",
      missed: "Missed: incongruent, called congruent",
      false_alarm: "False alarms: congruent, called incongruent",
      type: "Wrong type: incongruent, but of another kind",
      all: "All turns",
    },
    session: "Session",
    anySession: "All sessions",
    csv: "CSV",
    noneFound: "No held-out turn matches",
    noneFoundText: "Choose other turns or another session above.",
    none: "There is no prediction",
    noneText: "They appear once the run has finished.",
    model: "Model",
    people: "People",
    client: "Client",
    reply: "Model’s reply",
    reference: "Counsellor’s reply",
    noReply: "It gave no reply.",
    noReference: "The counsellor did not reply to this turn.",
    probabilities: "How sure the model is",
    scores: "Scores of the model’s reply",
    turn: turnName,
    showClip: "Show the clip",
    clip: clipName,
  },
}

/** "about" is said by whoever uses it: 45 s, 3 min, 1 h 20 min. */
function duration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
