import type { SpeakerRole } from "../../api/types"
import { count, counted, listed } from "../../components/numbers"

export const texts = {
  title: "Import a session",
  lead: "Choose the transcript and, if there is one, the recording. You can check both before they become a session.",
  noRight: "Only leads can import",
  noRightText: "Ask a lead of the study to import the session, or to make you one.",
  back: "All sessions",

  sayTogether: "Look at both cameras and confirm that their pictures belong together.",

  drafts: "Unfinished imports",
  draftsNote:
    "Kept for a day, or for as long as their recording is still being uploaded. None of them is a session yet.",
  waits: "waiting for its recording",
  goOn: "Go on",
  throwAway: "Delete",
  throwAwayTitle: (name: string) => `Delete the import of ${name}?`,
  throwAwayText: "Its files are deleted from the server; those on your computer stay.",
  draftOf: (transcript: string, video: string) =>
    video ? `${transcript} with ${video}` : `${transcript}, no recording`,
  draftGone: "This import is over",
  draftGoneText: "It was confirmed or deleted, or more than a day has passed.",
  begin: "Begin another",
  later: "Leave it for later",

  found: (turns: number, speakers: number) => `${counted(turns, "turn")} of ${counted(speakers, "speaker")}.`,
  foundNote: (format: string) => `Read as ${format}. Choose who is who, then confirm.`,
  remarks: "Remarks",
  remarksNote: "What was repaired, or looks odd. Nothing was left out without a remark.",

  speakers: "Who is who",
  speakersNote: "One speaker is the client: their turns are labelled.",
  speaker: "Speaker",
  unknown: "not named",
  sample: "First words",
  turns: "Turns",
  role: "Role",
  roleOf: (speaker: string) => `Role of ${speaker}`,
  roles: { client: "Client", counsellor: "Counsellor", other: "Other" } satisfies Record<SpeakerRole, string>,
  roleFault: {
    unsaid: (n: number) => `Choose a role for ${counted(n, "speaker", "speakers")}.`,
    noClient: "Choose which speaker is the client.",
    twoClients: (names: string[]) =>
      `${listed(names)} are ${names.length === 2 ? "both" : "all"} clients. A session has one: give ${names.length === 2 ? "one of them" : "the others"} another role, or tick that they are one person.`,
  },
  areOne: "They are one person under several names",

  people: "People recorded",
  peopleNote: "By pseudonym, the same in every session of the person. Never a real name.",
  realNames: (names: string[]) =>
    `The file calls ${names.length === 1 ? "a speaker" : "its speakers"} ${listed(names.map((name) => `“${name}”`))}. ${names.length === 1 ? "If this is a real name, it stays" : "If these are real names, they stay"} in the session's transcript: put pseudonyms in the file first and import that one.`,
  client: "Client",
  counsellor: "Counsellor",
  pseudonym: "Pseudonym",
  noCounsellor: "No speaker is the counsellor, so none is recorded.",
  personHint: {
    isNew: (role: string) => `A new ${role}.`,
    known: (role: string, sessions: string[]) =>
      sessions.length ? `The ${role} of ${sessions.join(", ")}.` : `A ${role} known to the study.`,
    otherRole: (name: string, role: string) => `${name} is a ${role} in this study. Choose another pseudonym.`,
    missing: "Give a pseudonym.",
    same: "Client and counsellor can't be the same person.",
  },
  roleWord: { client: "client", counsellor: "counsellor" },
  sessionTitle: "Title of the session",
  titleIsTaken: (keys: string[]) =>
    `${listed(keys)} ${keys.length === 1 ? "has" : "have"} this title already. You may keep it: the keys tell sessions apart.`,
  sessionTitleNote: "Shown beside its key, such as S001. Optional.",

  region: "Which face is the client's?",
  regionNote:
    "You choose once: the face is then followed through the session, and nobody else's is used. If you leave it open, the largest face is used.",
  noStill: "The recording shows no picture at this moment. Choose another.",
  still: (at: string) => `The recording at ${at}`,

  allTurns: "All turns",
  turn: { position: "No.", at: "At", who: "Who", text: "Words" },
  playTurn: (at: string, number: number) => `${at}, play from turn ${number}`,
  heard: (words: string) => `Meanwhile ${words}`,
  pages: "Pages of turns",
  before: "Earlier",
  after: "Later",
  shown: (first: number, last: number, all: number) => `${count(first)} to ${count(last)} of ${count(all)}`,

  ready: "Ready.",
  withoutConsent: {
    both: "Without consent to view and label, nobody can watch or label this session.",
    view: "Without consent to view, nobody can watch this session.",
    annotate: "Without consent to label, nobody can label this session.",
  },
  consentLater: "You can import it all the same, and record the consent above or later under People.",
  onItsWay: "The recording is still being uploaded.",
  confirm: "Create the session",
  refused: "This was not saved",
}
