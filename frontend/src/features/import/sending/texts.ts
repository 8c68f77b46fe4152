import { fileSize } from "../../../components/numbers"

export const texts = {
  files: "Files",
  transcript: "Transcript",
  video: "Recording",
  counsellor_video: "Counsellor's camera",
  counsellorNote: "If a second camera filmed the counsellor. The recording before is then the client's camera.",
  optional: "optional",
  choose: "Drop it here, or choose a file",
  remove: "Remove",
  limits: (formats: string[], bytes: number) => `${formats.join(", ")}; up to ${fileSize(bytes)}`,
  room: (bytes: number) => `There is room for ${fileSize(bytes)}.`,
  roomIsLimit: "That is all the room there is at the moment.",
  noRoom: "There is no room for recordings at the moment. Ask whoever runs Attune to make some.",
  fault: {
    empty: (name: string) => `${name} is empty. Choose the file again.`,
    tooLarge: (name: string, size: number, most: number) =>
      `${name} has ${fileSize(size)}; at most ${fileSize(most)} are taken. Make it smaller, or ask whoever runs Attune to raise the limit.`,
    format: (name: string, formats: string[]) =>
      `${name} is in a format that Attune does not read. Save it as ${formats.slice(0, -1).join(", ")} or ${formats.at(-1)}.`,
  },
  isHere: (arrived: number, all: number) =>
    arrived < all
      ? `${fileSize(arrived)} of ${fileSize(all)} has arrived already. The upload continues from there.`
      : "All of it has arrived already and is not sent again.",
  fromServer: "Choose from the server",
  fromServerTitle: "Recordings on the server",
  fromServerNote: "The person who looks after the server puts recordings into this study's folder.",
  fromServerSearch: "Search by name",
  fromServerNothing: "The study's folder on the server holds no recording.",
  fromServerNoneFound: "No recording's name contains these words.",
  fromServerMore: (shown: number, all: number) => `The latest ${shown} of ${all} are shown. Search for the others.`,
  take: "Take",
  fromServerTake: (name: string) => `Take ${name}`,
  fromServerAs: (kind: string) => `Choose from the server: ${kind}`,
  isOnServer: "It is on the server already, so nothing has to be uploaded.",
  nothingKept: "Nothing was kept. Correct the file or choose another one, then upload again.",
  transcriptRefused:
    "Correct the transcript or choose another one, then upload again. The recording stays here until then.",

  sayColumns: "Choose below which column contains the words.",

  send: "Upload and preview",
  sendingLabel: "Upload progress",
  sending: (bytes: number, all: number) => `${fileSize(bytes)} of ${fileSize(all)}`,
  pace: (bytesPerSecond: number) => `${fileSize(bytesPerSecond)} a second`,
  left: (seconds: number) => {
    if (seconds < 10) return "a few seconds left"
    if (seconds < 90) return `about ${Math.round(seconds / 10) * 10} seconds left`
    const minutes = Math.round(seconds / 60)
    if (minutes < 90) return `about ${minutes} minutes left`
    return `about ${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min left`
  },
  beginning: "Starting the upload",
  broken:
    "The connection is interrupted. What has arrived is kept, and the upload continues by itself when the connection is back.",
  paused: "Paused. What has arrived is kept for three days; you may even close this page.",
  reading: "Uploaded. The files are being read.",
  checkingLabel: "Checking progress",
  waiting: "The recording is waiting to be checked.",
  checking: (step: string) =>
    step ? `${step}. A long recording takes some minutes.` : "The recording is being checked.",
  pause: "Pause",
  resume: "Go on",
  cancel: "Cancel",
  cancelled: "Cancelled. Nothing was kept.",
  checkCancelled: "Cancelled. The recording stays here for three days; upload again and it is not sent a second time.",
  failed: "The upload failed",
  lineLost: "The server can't be reached. What has arrived is kept; upload again to continue from there.",

  columnsTitle: "Which column is what?",
  columnsNote: "If you know them, choose the columns for who speaks and when, too.",
  readSo: "Use these columns",

  awaited: "The recording is on its way",
  awaitedNote:
    "You can check the transcript meanwhile: your choices below are kept. It becomes a session once everything has arrived.",
  awaitedFile: (name: string, arrived: number, all: number) =>
    `${fileSize(arrived)} of ${fileSize(all)} of ${name} has arrived. Choose the same file, in this browser, and the upload continues from there.`,
  awaitedHere: (name: string, isCopied: boolean) =>
    isCopied ? `The server is copying ${name}; nothing has to be uploaded.` : `All of ${name} has arrived.`,
  chooseAgain: "Choose the recording",
  putBeside: "Add it to the transcript",
  goOnWithout: "Continue without the recording",
  recordingRefused: "The recording was not accepted",

  uploads: "Unfinished uploads",
  uploadsNote:
    "No import uses them yet. Choose the same file above, in this browser, and the upload continues where it stopped.",
  arrived: (arrived: number, all: number) =>
    arrived < all ? `${fileSize(arrived)} of ${fileSize(all)} has arrived` : `all ${fileSize(all)} has arrived`,
  keptUntil: (at: string) => `kept until ${at}`,
  throwAway: "Delete",
  throwAwayTitle: (name: string) => `Delete what was uploaded of ${name}?`,
  throwAwayText: "It is deleted from the server; the file on your computer stays.",
}
