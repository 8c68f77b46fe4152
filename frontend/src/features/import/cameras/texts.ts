export const texts = {
  title: "Two cameras",
  ofCounsellor: (message: string) => `Counsellor's camera: ${message}`,

  sure: "Found by the sound of both, and certain:",
  unsure: "Found by the sound of both, but not certain. Look closely, at several places:",
  places: (n: number, all: number) => `${n} of ${all} places agree on it.`,
  drift: (ms: number) =>
    `The cameras' clocks drift apart by ${Math.abs(ms)} ms from beginning to end; Attune makes up for it when they play.`,
  silent: "One of the cameras has no sound to compare.",
  unrelated: "The sounds of the two cameras have nothing in common.",
  byHandNote: "Are they from the same session? Then align them by hand: find one moment that both cameras saw.",
  notListened: "The sounds were not compared. Align the pictures by hand: find one moment that both cameras saw.",

  transcript: "The transcript's times are assumed to follow the client's recording.",
  moveTranscript: "They follow the counsellor's recording: move the transcript",

  together: "I have looked: the two pictures fit together",
  nothingYet: "First enter when the counsellor's camera began.",
}
