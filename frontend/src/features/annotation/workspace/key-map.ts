import { texts } from "../texts"

/** Everything a key can do, apart from picking levels. */
export type Command =
  | "playTurn"
  | "again"
  | "playOn"
  | "loop"
  | "slower"
  | "faster"
  | "mute"
  | "swap"
  | "next"
  | "previous"
  | "nextOpen"
  | "nextChanged"
  | "nextField"
  | "previousField"
  | "clear"
  | "search"
  | "evidence"
  | "words"
  | "comment"
  | "cannotJudge"
  | "tooHard"
  | "confirm"
  | "undo"
  | "done"
  | "codebook"
  | "help"

type Group = keyof typeof texts.keys.groups
type Binding = {
  command: Command
  /** As in KeyboardEvent.key; letters in lower case. */
  key: string
  withShift?: boolean
  withControl?: boolean
  shown: string
}

/** The one list of keys: what the page listens to and what `?` shows. */
export const BINDINGS: Record<Group, Binding[]> = {
  play: [
    { command: "playTurn", key: " ", shown: "Space" },
    { command: "again", key: "a", shown: "A" },
    { command: "playOn", key: " ", withShift: true, shown: "Shift Space" },
    { command: "loop", key: "l", shown: "L" },
    { command: "slower", key: "<", shown: "<" },
    { command: "faster", key: ">", shown: ">" },
    { command: "mute", key: "m", shown: "M" },
    { command: "swap", key: "v", shown: "V" },
  ],
  move: [
    { command: "next", key: "Enter", shown: "Enter" },
    { command: "previous", key: "Enter", withShift: true, shown: "Shift Enter" },
    { command: "nextOpen", key: "n", shown: "N" },
    { command: "nextChanged", key: "g", shown: "G" },
    { command: "nextField", key: "ArrowDown", shown: "↓" },
    { command: "previousField", key: "ArrowUp", shown: "↑" },
    { command: "search", key: "/", shown: "/" },
  ],
  answer: [
    { command: "clear", key: "Backspace", shown: "Backspace" },
    { command: "evidence", key: "e", shown: "E" },
    { command: "words", key: "e", withShift: true, shown: "Shift E" },
    { command: "comment", key: "c", shown: "C" },
    { command: "cannotJudge", key: "x", shown: "X" },
    { command: "tooHard", key: "h", shown: "H" },
    { command: "confirm", key: "y", shown: "Y" },
  ],
  other: [
    { command: "undo", key: "z", withControl: true, shown: "Ctrl Z" },
    { command: "done", key: "d", shown: "D" },
    { command: "codebook", key: "b", shown: "B" },
    { command: "help", key: "?", shown: "?" },
  ],
}

const ALL = Object.values(BINDINGS).flat()

/** The command of a key press. On a Mac the command key stands in for control. */
export function commandOf(event: KeyboardEvent): Command | undefined {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  const isControl = event.ctrlKey || event.metaKey
  // Shift makes these signs in the first place, on some keyboards; elsewhere it tells two commands apart.
  const isSign = /^[<>/?]$/.test(key)
  return ALL.find(
    (binding) =>
      binding.key === key &&
      !event.altKey &&
      isControl === (binding.withControl ?? false) &&
      (isSign || event.shiftKey === (binding.withShift ?? false)),
  )?.command
}
