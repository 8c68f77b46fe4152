import type { SpeakerRole } from "../../api/types"
import { count, counted, fileSize, mediaTime } from "../../components/numbers"

export const texts = {
  title: "Import a session",
  lead: "Choose the transcript and, if there is one, the recording. You see what is in them before anything is kept.",
  noRight: "Importing is the lead's",
  noRightText: "Ask a lead of the study to import the session, or to make you one.",
  back: "All sessions",

  files: "Files",
  transcript: "Transcript",
  video: "Recording",
  optional: "optional",
  choose: "Drop it here, or choose a file",
  remove: "Leave it out",
  limits: (formats: string[], bytes: number) => `${formats.join(", ")}; up to ${fileSize(bytes)}`,
  fault: {
    empty: (name: string) => `${name} is empty. Choose the file again.`,
    tooLarge: (name: string, size: number, most: number) =>
      `${name} has ${fileSize(size)}; at most ${fileSize(most)} are taken. Make it smaller, or ask whoever runs Attune to raise the limit.`,
    format: (name: string, formats: string[]) =>
      `${name} is in no format that is read here. Save it as ${formats.slice(0, -1).join(", ")} or ${formats.at(-1)}.`,
  },
  nothingKept: "Nothing of it was kept. Mend the file or choose another one, then send again.",
  send: "Send and look inside",
  sending: (share: number, bytes: number) => `Sending, ${fileSize(share * bytes)} of ${fileSize(bytes)}`,
  reading: "Sent. The files are being read.",
  onItsWay: (name: string, arrived: number, bytes: number) =>
    `Of ${name}, ${fileSize(arrived)} of ${fileSize(bytes)} are here. Choose it again to go on from there.`,
  cancel: "Cancel",
  cancelled: "Cancelled. Nothing was kept.",
  sendingFailed: "The files did not arrive",

  drafts: "Begun and not finished",
  draftsNote: "Kept for a day. Nothing of them is a session yet.",
  goOn: "Go on",
  throwAway: "Throw away",
  throwAwayTitle: (name: string) => `Throw the import of ${name} away?`,
  throwAwayText: "Its files are deleted here; those on your computer stay.",
  draftOf: (transcript: string, video: string) =>
    video ? `${transcript} with ${video}` : `${transcript}, no recording`,
  draftGone: "This import is over",
  draftGoneText: "It was confirmed, thrown away, or kept for more than a day.",
  begin: "Begin another",
  later: "Leave it for later",

  found: (turns: number, speakers: number) => `${counted(turns, "turn")} of ${counted(speakers, "speaker")}.`,
  foundNote: (format: string) => `Read as ${format}. Say who is who, then confirm.`,
  remarks: "Remarks",
  remarksNote: "What was repaired, or looks odd. Nothing was dropped in silence.",

  speakers: "Who is who",
  speakersNote: "One speaker is the client: their turns are labelled.",
  speaker: "Speaker",
  unknown: "not named",
  sample: "Said first",
  turns: "Turns",
  role: "Role",
  roleOf: (speaker: string) => `Role of ${speaker}`,
  roles: { client: "Client", counsellor: "Counsellor", other: "Other" } satisfies Record<SpeakerRole, string>,
  roleFault: {
    unsaid: (n: number) => `Say who ${counted(n, "speaker", "speakers")} ${n === 1 ? "is" : "are"}.`,
    noClient: "Say which speaker is the client.",
    twoClients: (names: string) => `${names} are all clients. A session has one.`,
  },
  areOne: "They are one person, named in several ways",

  people: "People recorded",
  peopleNote: "By pseudonym, the same in every session of the person. Never a real name.",
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
  sessionTitleNote: "Shown beside its key, S001; may stay empty.",

  recording: "Recording",
  noRecording: "No recording. The turns can be labelled by their words; there are no frames and nothing plays.",
  facts: { length: "Length", picture: "Picture", video: "Video", sound: "Sound", rate: "Frames", turned: "Turned" },
  noSound: "no sound track",
  noPicture: "none, only sound",
  rate: { constant: "evenly spaced", variable: "unevenly spaced; shown times are used" } as Record<string, string>,
  rotation: (degrees: number) => `${degrees}°, shown upright`,
  offset: "Shift the transcript by, in seconds",
  offsetNote: "When the transcript starts earlier or later than the recording. Negative moves it forward.",
  offsetFault: (ms: number) => `The first turn would begin before the recording. At least −${mediaTime(ms)}.`,
  pastEnd: (late: number, all: number, end: string) =>
    `${count(late)} of ${counted(all, "turn")} ${late === 1 ? "begins" : "begin"} after the end of the recording (${end}).`,
  pastEndText: "They are kept and can be labelled, but have nothing to play. Is this the right recording?",

  region: "The client's place in the picture",
  regionNote: "Left out, the client's face is looked for in the whole picture. Draw it when two people are seen.",
  draw: "Draw it",
  undraw: "Leave it out",
  moment: "Moment of the recording",
  noStill: "The recording shows no picture at this moment. Choose another.",
  still: (at: string) => `The recording at ${at}`,

  allTurns: "All turns",
  turn: { position: "No.", at: "At", who: "Who", text: "Words" },

  ready: "Ready to be kept.",
  confirm: "Keep as a session",
  refused: "It was not kept",
}
