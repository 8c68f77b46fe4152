import { mediaTime } from "../numbers"

const seconds = (ms: number) => `${(Math.abs(ms) / 1000).toFixed(2)} s`

export const texts = {
  note: "Play a moment near the beginning and one near the end: lips and sound must fit in both pictures.",
  began: (ms: number) =>
    ms === 0
      ? "Both cameras began together."
      : `The counsellor's camera began ${seconds(ms)} ${ms > 0 ? "after" : "before"} the client's.`,

  client: "Client's camera",
  counsellor: "Counsellor's camera",
  notRunning: "This camera was not running at this moment.",
  ofCounsellor: "The counsellor's camera",
  counsellorNotRunning: "The counsellor's camera was not running.",
  swap: "Swap",
  play: "Play both",
  pause: "Pause",
  moment: "Moment of the client's recording",
  at: (ms: number) => mediaTime(ms),
  beginning: "Beginning",
  end: "End",
  hear: "Hear",
  hearing: { client: "Client's", counsellor: "Counsellor's", both: "Both" },

  stillsAlone:
    "This browser can't play one of the recordings as it was sent. Here are pictures of both at the same moment; once the session is created, copies are made that play everywhere.",
  still: (whose: string, at: string) => `${whose} at ${at}`,

  byHand: "Align by hand",
  byHandHow: "Stop each picture at the same moment, such as a clap, a door or a nod. Then confirm it.",
  sameMoment: "These two pictures are the same moment",
  backTogether: "Play them together again",

  nudge: "Move the counsellor's camera",
  shiftSeconds: "The counsellor's camera began, in seconds after the client's",
}
