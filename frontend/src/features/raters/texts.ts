import type { Role } from "../../api/types"
import { count, counted } from "../../components/numbers"
import { texts as common } from "../../components/texts"

export const texts = {
  title: "Raters and passes",
  noRight: "Only leads and stewards see the raters",
  noRightText: "What has been assigned to you is on the study's overview.",

  coverage: {
    noRaters: (asked: number) => `No raters yet. The study asks for ${counted(asked, "rater")} a turn.`,
    tooFew: (have: number, asked: number) => `${counted(have, "rater")}, and the study asks for ${asked} a turn.`,
    invite: "Add people as raters first; then assign the sessions.",
    all: (sessions: number) =>
      sessions === 0
        ? "No session may be labelled yet."
        : sessions === 1
          ? "The one session that may be labelled has its raters."
          : `All ${count(sessions)} sessions that may be labelled have their raters.`,
    open: (passes: number, sessions: number) =>
      `${counted(passes, "pass", "passes")} still to be assigned, in ${counted(sessions, "session")}.`,
    noSessions: "There is no session to assign yet.",
  },
  waiting: (n: number) =>
    n === 1
      ? "1 rater has no number yet and gets one now."
      : `${count(n)} raters have no number yet and get theirs now.`,
  waitingAlone:
    "As nobody else gets one with them, you will know whose it is. To stay blind, first add another person as a rater.",
  waitingTogether: "The numbers are drawn for all of them at once, so that they tell nobody who joined when.",
  drawNumbers: "Draw numbers",
  distribute: "Assign",
  distributeTitle: "Assign the sessions",
  distributeText: (asked: number, raters: number) =>
    `Each session gets ${counted(asked, "rater")} for each pass, of ${count(raters)}. Whoever has the fewest client turns comes first; passes that were assigned stay as they are.`,
  whichPasses: "Passes",
  planned: (n: number, sessions: number) =>
    n === 0
      ? "Nothing is left to assign for these passes."
      : `${counted(n, "pass", "passes")} will be assigned, in ${counted(sessions, "session")}:`,
  plannedIn: (session: string, n: number) => `${session}: ${n}`,
  leftOut: (keys: string[]) => `No consent to label, so left out: ${keys.join(", ")}.`,
  withoutPicture: (keys: string[]) => `No picture, so left out of the pass through the face alone: ${keys.join(", ")}.`,
  distributeAction: (n: number) => `Assign ${counted(n, "pass", "passes")}`,
  distributed: (n: number) => `${counted(n, "pass", "passes")} assigned.`,

  assign: "Assign by hand",
  assignTitle: "Assign by hand",
  assignText: "Each chosen rater gets the pass through each chosen session. What exists already stays as it is.",
  sessions: "Sessions",
  raters: "Raters",
  pass: "Pass",
  assignAction: "Assign",
  assigned: (n: number) => (n === 0 ? "All of these existed already." : `${counted(n, "pass", "passes")} assigned.`),
  noConsent: "no consent to label",
  noPicture: "no picture",
  tooLate: (keys: string[]) => `has opened ${keys.join(", ")}`,
  tooLateNote:
    "Who has opened a session's words and face together, to rate or to review it, is not offered for a pass that should come before.",

  progress: "Progress of the raters",
  progressNote: "By pseudonym: leads don’t see who is who while the study is blind.",
  noProgress: "Raters appear here once they have their numbers, which are drawn when sessions are assigned.",
  columns: {
    rater: "Rater",
    passes: "Passes done",
    turns: "Client turns labelled",
    latest: "Latest label",
    session: "Session",
    pass: "Pass",
    state: "State",
  },
  kinds: { imported: "imported", machine: "machine" },
  of: (done: number, all: number) => `${count(done)} of ${count(all)}`,
  never: "–",

  passes: "Passes",
  passesNote:
    "Who labels which session; the name of a pass opens it for you to look at. It can be taken back as long as nothing has been labelled in it.",
  noPasses: "Nothing is assigned yet.",
  passKind: common.passKind,
  look: (pass: string, rater: string, session: string) => `Look at the pass of ${rater} through ${session}, ${pass}`,
  answersCsv: "Answers as CSV",
  answersCsvNote: "What every rater answered, with comments, evidence and reasons.",
  done: (at: string) => `done ${at}`,
  states: { notBegun: "not started", begun: "in progress", done: "done" },
  whichShown: "Which passes to show",
  shown: {
    all: (n: number) => `All ${count(n)}`,
    notBegun: (n: number) => `Not started ${count(n)}`,
    begun: (n: number) => `In progress ${count(n)}`,
    done: (n: number) => `Done ${count(n)}`,
  },
  noneOfThese: "There are none of these now.",
  takeBack: "Take back",
  takeBackTitle: (rater: string, session: string) => `Take ${session} back from ${rater}?`,
  takeBackText: "Nothing was labelled in this pass. It can be assigned again.",

  members: "Members",
  membersNote: "Who belongs to the study, and what they do here.",
  memberColumns: { name: "Name", username: "Log-in", role: "Role" },
  role: {
    rater: "rater",
    expert: "expert",
    lead: "lead",
    engineer: "engineer",
    steward: "steward",
    appraiser: "appraiser",
  } satisfies Record<Role, string>,
  roleNote: {
    rater: "labels the client turns assigned to them",
    expert: "reviews a sample of turns",
    lead: "imports, assigns, decides, releases",
    engineer: "trains on approved releases",
    steward: "looks after consent and the log",
    appraiser: "rates replies blind",
  } satisfies Record<Role, string>,
  add: "Add a person",
  username: "Log-in name",
  usernameNote: "Somebody who has a log-in here keeps it. For a new name, you get a link to send them.",
  displayName: "Name to show",
  addAction: "Add",
  added: (name: string, role: Role) => `${name} is now ${/^[aeiou]/.test(role) ? "an" : "a"} ${role}.`,
  link: "Password link",
  linkTitle: (name: string) => `Link for ${name}`,
  linkText: (name: string) =>
    `With a link, ${name} sets a new password and is logged in. Their current password works until they do.`,
  linkInvited: (name: string) => `${name} has not set a password yet. A new link replaces the one you sent.`,
  makeLink: "Make a link",
  newLink: "Link to set a password",
  newLinkNote: (name: string, until: string) =>
    `Send it to ${name} and nobody else: whoever opens it first can log in. It works once, until ${until}, and is not shown again.`,
  revokeLink: "Revoke the link",
  linkOpen: (until: string) => `link works until ${until}`,
  invited: "invited",
  invitationOver: "invited, link expired",
  onlyStewards: "Stewards are added by another steward, or by whoever runs Attune.",
  copy: "Copy",
  copied: "Copied",
  close: "Close",
  remove: "Remove",
  removeTitle: (name: string, role: string) => `Remove ${name} as ${role}?`,
  removeText: "What the person labelled, decided or imported stays. The role can be given again.",

  inSession: "Passes of this session",
  inSessionNone: "Nobody labels this session yet.",
  toRaters: "Assign",
}
