import { counted } from "../../../components/numbers"

export const texts = {
  title: "How the transcript is read",
  note: "You can change what was guessed. The file is read again; there is no need to upload it again.",
  again: "Read it again",
  reading: "Reading",
  was: (turns: number) => `Read again: ${counted(turns, "turn")}.`,
  refused: "It can't be read with these choices",

  gap: "Join a speaker's lines when the pause between them is at most, in seconds",
  gapNote: "Captions cut speech into pieces. With 0, every piece stays a turn of its own.",

  backchannels: "Whose short interjections (“mhm”) do not split the other's turn",
  backchannelsNote: "Up to three words said while the other keeps speaking.",

  parts: "The times begin again",
  partsNote:
    "The file's times go back and rise again, as after a break or in a second recording. To keep a part as a session of its own, read it alone here, and import the file once more for the other.",
  partsRead: "How to read the parts",
  partsAfter: "All parts, one after the other",
  partStarts: (number: number) => `Part ${number} starts at, in seconds`,
  partStartsNote: "Seconds in the recording at which the part's own clock is at 0.",
  partAlone: (number: number, entries: number, sample: string) =>
    `Only part ${number}: ${counted(entries, "entry", "entries")}, “${sample}”`,
  oneClock: "All on one clock, sorted by time",

  implausible: "Unlikely to have been said",
  implausibleNote:
    "Speech recognition makes up such lines where nobody speaks. Listen to them, and leave out what was not said.",
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
  tier: { name: "Tier", entries: "Entries", sample: "First words", speaker: "Speaker" },
  read: (name: string) => `Read the tier ${name}`,
  noTier: "Choose at least one tier.",

  columns: "Which column is what",
  columnsSample: "The first rows of the table",
  use: {
    "": "Not used",
    text: "Words",
    speaker: "Speaker",
    start: "Starts",
    end: "Ends",
    conversation: "Conversation",
  },
  useOf: (column: string) => `What ${column} contains`,
  column: (number: number) => `Column ${number}`,
  noText: "Choose which column contains the words.",
  hasHeader: "The first row contains the names of the columns",
  unit: "Times without a colon are in",
  units: { "": "as guessed", s: "seconds", ms: "milliseconds" },
}
