import { counted } from "../../components/numbers"

export const texts = {
  title: "Studies",
  lead: (n: number) => (n === 1 ? "You belong to one study." : `You belong to ${n} studies.`),
  none: "You belong to no study yet",
  noneMayCreate: "A study holds its sessions, its people and their labels. Make the first one here.",
  noneText: "A study's lead adds you by the name you log in with. It then appears here.",
  heldBack: (study: string) => `${study} is closed for now.`,
  heldBackText: (at: string) =>
    `It was restored from a backup of ${at}. It opens again once a steward has confirmed what came back.`,
  name: "Name",
  roles: "You are",
  created: "Since",
  demo: "demo",
  newStudy: "New study",
  description: "What it is about",
  raters: "Raters a turn",
  channels: "Ask words and face apart",
  channelsNote: "Raters first judge the words alone and the face alone, in passes of their own.",
  onePersons: "A study of one person",
  onePersonsNote: "You lead it alone and may approve your own releases. Every release says so.",
  create: "Make the study",
  role: {
    rater: "rater",
    expert: "expert",
    lead: "lead",
    engineer: "engineer",
    steward: "steward",
    appraiser: "appraiser",
  },
  dashboard: {
    title: "Overview",
    next: "Next",
    counts: {
      sessions: "Sessions",
      ready: (ready: number, without: number) =>
        `${counted(ready, "is", "are")} ready${without > 0 ? `, ${without} without consent to label` : ""}`,
      turns: "Client turns",
      perTurn: (n: number) => `${counted(n, "rater")} a turn`,
      labels: "Labels given",
      labelsOf: (n: number) => `of ${n.toLocaleString("en-GB")} expected`,
      assignments: "Passes done",
      assignmentsOf: (n: number) => `of ${n.toLocaleString("en-GB")}`,
      disagreements: "Open disagreements",
      releases: "Releases",
      approved: (n: number, withdrawn: number) =>
        `${n} approved${withdrawn ? `, ${withdrawn} no longer usable for training` : ""}`,
      runs: "Runs",
      succeeded: (n: number) => `${n} finished`,
    },
  },
}
