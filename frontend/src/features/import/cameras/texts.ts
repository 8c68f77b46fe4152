import { mediaTime } from "../../../components/numbers"

const seconds = (ms: number) => `${(Math.abs(ms) / 1000).toFixed(2)} s`

export const texts = {
  title: "Two cameras",
  note: "Play a moment near the beginning and one near the end: lips and sound must fit in both pictures.",
  ofCounsellor: (message: string) => `Counsellor's camera: ${message}`,

  began: (ms: number) =>
    ms === 0
      ? "Both cameras began together."
      : `The counsellor's camera began ${seconds(ms)} ${ms > 0 ? "after" : "before"} the client's.`,
  sure: "Found by the sound of both, and sure:",
  unsure: "Found by the sound of both, but not sure. Look closely, at several places:",
  places: (n: number, all: number) => `${n} of ${all} places agree on it.`,
  drift: (ms: number) =>
    `The cameras' clocks run apart by ${Math.abs(ms)} ms from beginning to end; playing makes up for it.`,
  silent: "One of the cameras has no sound to compare.",
  unrelated: "The sounds of the two cameras have nothing in common.",
  byHandNote: "Are they of the same session? Then lay them by hand: find one moment that both saw.",
  notListened: "The sounds were not compared. Lay the pictures by hand: find one moment that both saw.",

  client: "Client's camera",
  counsellor: "Counsellor's camera",
  notRunning: "This camera was not running at this moment.",
  play: "Play both",
  pause: "Pause",
  moment: "Moment of the client's recording",
  beginning: "Beginning",
  end: "End",
  hear: "Hear",
  hearing: { client: "Client's", counsellor: "Counsellor's", both: "Both" },
  unplayable:
    "This browser can't play one of the recordings as it was sent. Here are pictures of both at the same moment; once the session is kept, copies are made that play everywhere.",
  still: (whose: string, at: string) => `${whose} at ${at}`,

  byHand: "Lay them by hand",
  byHandHow: "Stop each picture at the same moment, such as a hand that claps, a door, a nod. Then say so.",
  sameMoment: "These two pictures are the same moment",
  backTogether: "Play them together again",

  nudge: "Move the counsellor's camera",
  shiftSeconds: "The counsellor's camera began, in seconds after the client's",

  transcript: "The transcript's times are taken for the client's recording's.",
  moveTranscript: "They are the counsellor's: move it along",

  together: "I have looked: these two pictures belong together like this",
  nothingYet: "First say when the counsellor's camera began.",
  at: (ms: number) => mediaTime(ms),
}
