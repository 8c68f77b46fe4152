export const texts = {
  title: "Two cameras",
  ofCounsellor: (message: string) => `Counsellor's camera: ${message}`,

  sure: "Found by the sound of both, and sure:",
  unsure: "Found by the sound of both, but not sure. Look closely, at several places:",
  places: (n: number, all: number) => `${n} of ${all} places agree on it.`,
  drift: (ms: number) =>
    `The cameras' clocks run apart by ${Math.abs(ms)} ms from beginning to end; playing makes up for it.`,
  silent: "One of the cameras has no sound to compare.",
  unrelated: "The sounds of the two cameras have nothing in common.",
  byHandNote: "Are they of the same session? Then lay them by hand: find one moment that both saw.",
  notListened: "The sounds were not compared. Lay the pictures by hand: find one moment that both saw.",

  transcript: "The transcript's times are taken for the client's recording's.",
  moveTranscript: "They are the counsellor's: move it along",

  together: "I have looked: these two pictures belong together like this",
  nothingYet: "First say when the counsellor's camera began.",
}
