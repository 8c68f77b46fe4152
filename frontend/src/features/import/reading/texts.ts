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

  tiers: "Which tiers are read",
  tier: { name: "Tier", entries: "Entries", sample: "Says first", speaker: "Speaker" },
  read: (name: string) => `Read the tier ${name}`,
  noTier: "Choose at least one tier.",

  columns: "Which column is what",
  columnsSample: "The first rows of the table",
  use: { "": "Not used", text: "Words", speaker: "Speaker", start: "Begins", end: "Ends" },
  useOf: (column: string) => `What ${column} holds`,
  column: (number: number) => `Column ${number}`,
  noText: "Say which column holds the words.",
  hasHeader: "The first row holds the names of the columns",
  unit: "Times without a colon are in",
  units: { "": "as guessed", s: "seconds", ms: "milliseconds" },
}
