import { count, counted } from "../components/numbers"

export const texts = {
  close: "Close",
  showPassword: "Show the password",
  home: "Attune: start page",
  allStudies: "All studies",
  skip: "Go to the content",
  account: "Account",
  logOut: "Log out",
  logOutAnyway: "Log out and leave them here",
  unsentTitle: (count: number) => (count === 1 ? "1 change is not saved yet" : `${count} changes are not saved yet`),
  unsentText:
    "The server cannot be reached just now. The changes stay in this browser and are sent when you log in here again. On a shared computer, wait for the connection before you log out.",
  useScheme: (scheme: string) => `Use the ${scheme} colours`,
  studyNavigation: "Study",
  overview: "Overview",
  sessions: "Sessions",
  people: "People",
  raters: "Raters",
  agreement: "Agreement",
  review: "Review",
  disagreements: "Disagreements",
  releases: "Releases",
  runs: "Runs",
  settings: "Settings",
  log: "Log",
  notFoundTitle: "There is nothing here",
  notFoundText:
    "The address may be mistyped, or you may have no right to see this page. The study's lead can tell you.",
  toStudies: "Start page",
  faultTitle: "This page stopped working",
  unloadedTitle: "This page could not be loaded",
  myPasses: "My passes",
  restored: (at: string) => `This study was restored from a backup of ${at} and is closed to everybody else.`,
  toRestored: "Confirm it under People",
  unblinded: (since: string | null) =>
    since
      ? `Since ${since}, the leads of this study can see who gave which label.`
      : "The leads of this study can see who gave which label.",
  unblindedNote: "Until then they saw pseudonyms only. This also applies to what you labelled before.",
  progressTitle: "How far the study is",
  stepsTitle: "From sessions to a model",
  stepsNote: "What is done, and what is waiting at each step.",
  steps: {
    sessions: "Sessions",
    assign: "Assign",
    label: "Label",
    agreement: "Agreement",
    consensus: "Consensus",
    review: "Review",
    settle: "Disagreements",
    release: "Release",
    run: "Run",
  },
  isNext: "next",
  stands: {
    sessions: (ready: number, all: number) => (all ? `${ready} of ${all} ready` : "none yet"),
    assign: (passes: number) => (passes ? `${counted(passes, "pass", "passes")} assigned` : "no pass assigned yet"),
    label: (given: number, expected: number) => `${count(given)} of ${count(expected)} labels given`,
    agreement: (begun: boolean) =>
      begun ? "how far the raters agree, question by question" : "needs two raters on the same session",
    consensus: (computed: number, turns: number) =>
      `computed for ${count(computed)} of ${counted(turns, "client turn")}`,
    review: (done: number, drawn: number) =>
      drawn
        ? `${count(done)} of ${counted(drawn, "drawn turn")} seen by an expert`
        : "no turn drawn for the experts yet",
    settle: (settled: number, turns: number) => `${count(settled)} of ${counted(turns, "turn")} with a gold label`,
    release: (approved: number, all: number, withdrawn: number) =>
      all
        ? `${approved} of ${all} approved${withdrawn ? `, ${withdrawn} no longer usable for training` : ""}`
        : "none yet",
    run: (done: number, all: number) => (all ? `${done} of ${all} finished` : "none yet"),
  },
  waits: {
    sessions: (n: number) => `${count(n)} to prepare`,
    consent: (n: number) => `${counted(n, "session")} without consent to label`,
    assign: (n: number) => `${counted(n, "pass", "passes")} to assign`,
    label: (n: number) => `${counted(n, "label")} to come from the raters`,
    consensus: (n: number) => `${counted(n, "turn")} to compute`,
    review: (n: number) => `${counted(n, "turn")} to review`,
    settle: (n: number) => `${counted(n, "disagreement")} to decide`,
    accept: (n: number) => `${counted(n, "turn")} with a majority to accept`,
    release: (n: number) => `${count(n)} to approve`,
  },
  newRelease: "freeze a new one",
  next: {
    begin: "Begin",
    goOn: "Go on",
    lookAgain: (turns: number, session: string) =>
      `The transcript of ${counted(turns, "turn")} of ${session} was changed after you labelled ${turns === 1 ? "it" : "them"}. Do your labels still hold?`,
    toLook: "Look again",
    toImport: "Add a session",
    toPeople: "People",
    toRaters: "Raters",
    toAgreement: "Agreement",
    toDisagreements: "Disagreements",
    toReleases: "Releases",
    toNewRelease: "New release",
    toNewRun: "New run",
    label: (left: number, session: string) =>
      `${counted(left, "client turn")} of ${session} ${left === 1 ? "is" : "are"} still open.`,
    finish: (session: string) => `Every turn of ${session} has its labels. Look it over and mark the pass done.`,
    addSession: "The study has no session yet. Upload a transcript, with its recording if there is one.",
    assign: "The sessions have no raters yet. Assign them.",
    settle: (n: number) => `${counted(n, "disagreement")} ${n === 1 ? "waits" : "wait"} for a decision.`,
    noConsent:
      "Nobody may label the sessions yet, since not everyone recorded in them has agreed. Record their consent under People.",
    waitForLabels: (n: number) => `${counted(n, "label")} ${n === 1 ? "is" : "are"} still to come from the raters.`,
    meanwhile: {
      assign: (n: number) => `Meanwhile ${counted(n, "session")} without raters can be assigned.`,
      agreement: "Meanwhile you can see how far they agree.",
      raters: "Meanwhile you can see how far each of them has come.",
    },
    review: (n: number) => `${counted(n, "turn")} ${n === 1 ? "waits" : "wait"} for your review.`,
    agree: "The labels are in. Compute the consensus of the raters.",
    take: "The consensus is computed. Accept the majority where nobody disagrees.",
    takeRest: (n: number) => `Accept the majority for ${counted(n, "turn")}, so that they have their gold label.`,
    toReview: "Review",
    release: "The labels are decided. Freeze a release to train on.",
    noRelease: (why: string, way: string) => `No release can be frozen yet. ${why} ${way}`,
    ways: {
      addClient: "The study has one client so far: add a session of another.",
      assign: (n: number) => `${counted(n, "session")} without raters can be assigned.`,
      compute: (n: number) => `The consensus of ${counted(n, "turn")} is still to be computed.`,
      settle: (n: number) => `${counted(n, "turn")} ${n === 1 ? "has" : "have"} no gold label yet.`,
      consent: "Record under People who agrees to training.",
    },
    unasked: (n: number) =>
      `${counted(n, "session")} ${n === 1 ? "waits" : "wait"} for consent to label. Record what the people agreed to.`,
    replace:
      "Somebody has withdrawn, so no release can be trained on any more. Freeze a new one, which leaves their turns out.",
    replaceByLead:
      "Somebody has withdrawn, so no release can be trained on any more. The study’s lead freezes a new one.",
    approve: "A release waits for approval by someone who did not freeze it.",
    run: "A release is approved. Start a run on it.",
    noConsentLeft:
      "Your other passes cannot be labelled now, since someone recorded in them does not agree to it. You need not do anything.",
    allDone: "Your passes are done. Nothing waits for you here.",
    nothing: "Nothing waits for you here just now.",
  },
}
