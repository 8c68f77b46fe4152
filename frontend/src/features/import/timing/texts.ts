import { count, counted, mediaTime } from "../../../components/numbers"

export const texts = {
  title: "Recording and times",
  note: "Play from the first client turn: its words should be heard as they appear.",
  noteWithoutPicture: "Whether the transcript's times fit together.",
  noRecording: "No recording. The turns can be labelled by their words; there are no frames and nothing plays.",
  facts: { length: "Length", picture: "Picture", video: "Video", sound: "Sound", rate: "Frames", turned: "Turned" },
  noSound: "no sound track",
  noPicture: "none, only sound",
  rate: { constant: "evenly spaced", variable: "unevenly spaced; shown times are used" } as Record<string, string>,
  rotation: (degrees: number) => `${degrees}°, shown upright`,

  video: "The recording as it was sent",
  playFirst: "Play from the first client turn",
  noClient: "Say above who the client is, to play from their first turn.",
  clientUntimed: "No client turn has a time, so there is none to play from.",
  outside: "The first client turn lies outside the recording. Move the transcript.",
  nobody: "Nobody speaks here",
  unplayable:
    "This browser can't play the recording as it was sent. Once the session is kept, a copy is made that plays everywhere. Here is the picture at the beginning of the first client turn.",
  still: (at: string) => `The recording at ${at}`,
  noStill: "The recording shows no picture there.",

  shift: "The transcript is moved by",
  shiftSeconds: "Move the transcript by, in seconds",
  nudge: "Move the transcript",
  nudgeNote: "Too early? Move it later. With the keys you can go on listening.",
  reset: "Back to 0",

  fitsHeadline: "The times fit together.",
  parts: (n: number) =>
    `The times begin again ${n === 1 ? "once" : counted(n, "time", "times")}. Where the next part begins is a guess: set it under “How the transcript is read”.`,
  implausible: (n: number) =>
    `${counted(n, "place", "places")} that nobody can have said. Listen, and leave out what was not.`,
  untimed: (n: number) => `${counted(n, "turn")} without a time. Nothing plays for ${n === 1 ? "it" : "them"}.`,
  withoutEnd: (n: number) =>
    `${counted(n, "turn")} without an end. ${n === 1 ? "It plays" : "Each plays"} until the next turn begins.`,
  withoutLength: (n: number) =>
    `${counted(n, "turn")} without a length: ${n === 1 ? "it ends as it begins" : "each ends as it begins"}.`,
  beforeStart: (n: number) => `${counted(n, "turn")} ${n === 1 ? "begins" : "begin"} before the recording.`,
  pastEnd: (n: number) =>
    `${counted(n, "turn")} ${n === 1 ? "begins" : "begin"} after the recording has ended. ${n === 1 ? "Its" : "Their"} times are left out, and nothing plays for ${n === 1 ? "it" : "them"}.`,
  gaps: (n: number) => `${counted(n, "silence")} of 5 seconds or more. Is something missing there?`,
  overlaps: (n: number) => `${counted(n, "turn")} ${n === 1 ? "begins" : "begin"} before the one before has ended.`,
  turn: (position: number) => `Turn ${position + 1}`,
  stretch: (fromMs: number, untilMs: number) =>
    `${mediaTime(Math.max(0, fromMs))} – ${mediaTime(Math.max(0, untilMs))}`,
  showAll: (n: number) => `Show ${count(n)}`,
  showLess: "Show less",
  notListed: (n: number) => `and ${count(n)} more`,

  lengths: "How long the turns are",
  lengthsIn: (median: string, longest: string) =>
    `Half of the turns last at most ${median}; the longest lasts ${longest}.`,
  noLengths: "No turn has both a beginning and an end.",
  bar: (fromMs: number, untilMs: number | null) =>
    untilMs === null ? `${bound(fromMs)} or more` : fromMs === 0 ? `under ${bound(untilMs)}` : `${bound(fromMs)} to ${bound(untilMs)}`, // prettier-ignore
}

const bound = (ms: number) => (ms < 60_000 ? `${ms / 1000} s` : `${ms / 60_000} min`)
