import { fileSize } from "../../../components/numbers"

export const texts = {
  files: "Files",
  transcript: "Transcript",
  video: "Recording",
  counsellor_video: "Counsellor's camera",
  counsellorNote: "If a second camera filmed the counsellor. The recording before is then the client's camera.",
  optional: "optional",
  choose: "Drop it here, or choose a file",
  remove: "Leave it out",
  limits: (formats: string[], bytes: number) => `${formats.join(", ")}; up to ${fileSize(bytes)}`,
  room: (bytes: number) => `There is room for ${fileSize(bytes)}.`,
  roomIsLimit: "That is all there is room for at the moment.",
  noRoom: "There is no room for recordings at the moment. Ask whoever runs Attune to make some.",
  fault: {
    empty: (name: string) => `${name} is empty. Choose the file again.`,
    tooLarge: (name: string, size: number, most: number) =>
      `${name} has ${fileSize(size)}; at most ${fileSize(most)} are taken. Make it smaller, or ask whoever runs Attune to raise the limit.`,
    format: (name: string, formats: string[]) =>
      `${name} is in no format that is read here. Save it as ${formats.slice(0, -1).join(", ")} or ${formats.at(-1)}.`,
  },
  isHere: (arrived: number, all: number) =>
    arrived < all
      ? `${fileSize(arrived)} of ${fileSize(all)} is here already. Sending goes on from there.`
      : "All of it is here already and is not sent again.",
  fromServer: "Take it from the server",
  fromServerTitle: "Recordings on the server",
  fromServerNote: "Whoever looks after the server puts them into this study's folder.",
  fromServerSearch: "Search by name",
  fromServerNothing: "The study's folder on the server holds no recording.",
  fromServerNoneFound: "No recording has these words in its name.",
  fromServerMore: (shown: number, all: number) => `The latest ${shown} of ${all} are shown. Search for the others.`,
  take: "Take",
  fromServerTake: (name: string) => `Take ${name}`,
  fromServerAs: (kind: string) => `Take it from the server: ${kind}`,
  isOnServer: "It lies on the server, so nothing has to be sent.",
  nothingKept: "Nothing of it was kept. Mend the file or choose another one, then send again.",
  transcriptRefused: "Mend the transcript or choose another one, then send again. The recording stays here until then.",

  sayColumns: "Say below which column holds the words.",

  send: "Send and look inside",
  sendingLabel: "Sent of the recording",
  sending: (bytes: number, all: number) => `${fileSize(bytes)} of ${fileSize(all)}`,
  pace: (bytesPerSecond: number) => `${fileSize(bytesPerSecond)} a second`,
  left: (seconds: number) => {
    if (seconds < 10) return "a few seconds left"
    if (seconds < 90) return `about ${Math.round(seconds / 10) * 10} seconds left`
    const minutes = Math.round(seconds / 60)
    if (minutes < 90) return `about ${minutes} minutes left`
    return `about ${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min left`
  },
  beginning: "Beginning to send",
  broken: "The connection is interrupted. What was sent is kept; it goes on by itself when the connection is back.",
  paused: "Paused. What was sent is kept for three days; you may even close this page.",
  reading: "Sent. The files are being read.",
  checkingLabel: "Looked through of the recording",
  waiting: "The recording waits to be looked through.",
  checking: (step: string) =>
    step ? `${step}. A long recording takes some minutes.` : "The recording is looked through.",
  pause: "Pause",
  resume: "Go on",
  cancel: "Cancel",
  cancelled: "Cancelled. Nothing was kept.",
  checkCancelled: "Cancelled. The recording stays here for three days; send again to go on without sending it anew.",
  failed: "The files did not arrive",
  lineLost: "The server can't be reached. What was sent is kept; send again to go on from there.",

  columnsTitle: "Which column is what?",
  columnsNote: "Of the other columns, say what you know: who speaks, and when.",
  readSo: "Read it so",

  awaited: "The recording is on its way",
  awaitedNote:
    "Look at the transcript meanwhile: your choices below are kept. It becomes a session once everything has arrived.",
  awaitedFile: (name: string, arrived: number, all: number) =>
    `${fileSize(arrived)} of ${fileSize(all)} of ${name} is here. Choose the same file, in this browser, and it goes on from there.`,
  awaitedHere: (name: string, isCopied: boolean) =>
    isCopied ? `The server is copying ${name}; nothing has to be sent.` : `All of ${name} is here.`,
  chooseAgain: "Choose the recording",
  putBeside: "Put it beside the transcript",
  goOnWithout: "Go on without the recording",
  recordingRefused: "The recording was not taken",

  uploads: "Recordings on their way",
  uploadsNote:
    "No import uses them yet. Choose the same file above, in this browser: what has arrived is not sent again.",
  arrived: (arrived: number, all: number) =>
    arrived < all ? `${fileSize(arrived)} of ${fileSize(all)} is here` : `all ${fileSize(all)} of it is here`,
  keptUntil: (at: string) => `kept until ${at}`,
  throwAway: "Throw away",
  throwAwayTitle: (name: string) => `Throw away what was sent of ${name}?`,
  throwAwayText: "It is deleted here; the file on your computer stays.",
}
