export const texts = {
  turnsOf: (done: number, all: number) => `${done} of ${all} client turns`,
  pass: { together: "together", words: "words alone", face: "face alone" },
  assignments: {
    title: "My passes",
    session: "Session",
    pass: "Pass",
    progress: "Labelled",
    state: "State",
    none: "No session has been handed to you yet. The study's lead does that; it will stand here.",
    done: "done",
    begun: "begun",
    open: "not begun",
  },
}
