export const texts = {
  title: "Which sound is heard",
  note: "The recording has several sound tracks. Raters hear what you choose here, and times and waveform go by it. The player below plays the file as it was sent, which in most browsers is its first track.",
  one: "Heard in this session",
  of: { client: "Of the client's recording", counsellor: "Of the counsellor's recording" },
  hearing: "“Listen” plays a few seconds from the first turn on.",
  refused: "That could not be chosen",
}
