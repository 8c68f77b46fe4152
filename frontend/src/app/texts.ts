import { counted } from "../components/numbers"

export const texts = {
  home: "Attune: all studies",
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
  log: "Log",
  notFoundTitle: "There is nothing here",
  notFoundText:
    "The address may be mistyped, or you may have no right to see this page. The study's lead can tell you.",
  toStudies: "All studies",
  faultTitle: "This page stopped working",
  myPasses: "My passes",
  nextTitle: "What to do next",
  progressTitle: "Where the study stands",
  next: {
    begin: "Begin",
    goOn: "Go on",
    label: (left: number, session: string) =>
      `${counted(left, "client turn")} of ${session} ${left === 1 ? "is" : "are"} still open.`,
    finish: (session: string) => `Every turn of ${session} has its labels. Look it over and mark the pass done.`,
    addSession: "The study has no session yet. Upload a transcript, with its recording if there is one.",
    assign: "The sessions have no raters yet. Hand them out.",
    settle: (n: number) => `${counted(n, "disagreement")} ${n === 1 ? "waits" : "wait"} for a decision.`,
    waitForLabels: (n: number) => `${counted(n, "label")} ${n === 1 ? "is" : "are"} still to come from the raters.`,
    release: "The labels are in. Freeze a release to train on.",
    approve: "A release waits for approval by someone who did not freeze it.",
    run: "A release is approved. Start a run on it.",
    allDone: "Your passes are done. Nothing waits for you here.",
    nothing: "Nothing waits for you here just now.",
  },
}
