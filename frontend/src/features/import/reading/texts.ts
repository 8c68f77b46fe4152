import { counted } from "../../../components/numbers"

export const texts = {
  title: "How the transcript is read",
  note: "What was guessed can be changed; the file is read again and need not be sent again.",
  again: "Read it again",
  reading: "It is being read",
  was: (turns: number) => `Read again: ${counted(turns, "turn")}.`,
  refused: "By these choices it can't be read",

  gap: "Join what one speaker says when the pauses are at most, in seconds",
  gapNote: "Captions cut speech into pieces. With 0 every piece stays a turn of its own.",

  backchannels: "Whose “mhm” stays with the turn it is said in",
  backchannelsNote: "Up to three words while the other goes on speaking. Without a tick they split the other's turn.",

  parts: "The times begin again",
  partsNote:
    "The file's times go back and rise again, as after a break or in a second recording. To keep a part as a session of its own, read it alone here, and import the file once more for the other.",
  partsRead: "How to read the parts",
  partsAfter: "All parts, one after the other",
  partStarts: (number: number) => `Part ${number} begins at, in seconds`,
  partStartsNote: "Seconds in the recording at which the part's own clock is at 0.",
  partAlone: (number: number, entries: number, sample: string) =>
    `Only part ${number}: ${counted(entries, "entry", "entries")}, “${sample}”`,
  oneClock: "All on one clock, sorted by time",

  implausible: "Nobody can have said this",
  implausibleNote:
    "Speech recognition makes such lines up where nobody speaks. Listen to them, and leave out what was not said.",
  leaveOut: (where: string) => `Leave out ${where}`,
  repeated: (entries: number, sample: string) => `“${sample}”, ${counted(entries, "time", "times")} in a row`,
  repeatedWithin: (sample: string) => `“${sample}”, over and over`,
  fast: (words: number, seconds: number | null, sample: string) =>
    `“${sample}”, ${counted(words, "word")} ${seconds === null ? "in too short a time" : `in ${seconds} s`}`,

  tiers: "Which tiers are read",
  conversations: "Which conversation is read",
  conversation: "Conversation",
  readConversation: (name: string) => `Read the conversation ${name}`,
  noConversation: "Choose at least one conversation.",
  tier: { name: "Tier", entries: "Entries", sample: "Says first", speaker: "Speaker" },
  read: (name: string) => `Read the tier ${name}`,
  noTier: "Choose at least one tier.",

  columns: "Which column is what",
  columnsSample: "The first rows of the table",
  use: {
    "": "Not used",
    text: "Words",
    speaker: "Speaker",
    start: "Begins",
    end: "Ends",
    conversation: "Conversation",
  },
  useOf: (column: string) => `What ${column} holds`,
  column: (number: number) => `Column ${number}`,
  noText: "Say which column holds the words.",
  hasHeader: "The first row holds the names of the columns",
  unit: "Times without a colon are in",
  units: { "": "as guessed", s: "seconds", ms: "milliseconds" },
}
