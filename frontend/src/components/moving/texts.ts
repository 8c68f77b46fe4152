export const texts = {
  nudged: (ms: number) => (ms < 0 ? `−${-ms} ms` : `+${ms} ms`),
  later: "later",
  earlier: "earlier",
  saving: "Saving",
  saved: "Saved",
  notSaved: "Not saved",
}
