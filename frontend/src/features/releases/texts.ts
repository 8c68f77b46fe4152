import type { ReleaseState } from "../../api/releases"
import { count, counted } from "../../components/numbers"

export const texts = {
  title: "Releases",
  lead: "Frozen, numbered sets of gold labels. Nothing edits a release; a newer one takes its place.",
  make: "Make a release",
  none: "No release yet",
  noneText:
    "A release freezes the gold labels as they are, holds whole sessions out, and is approved by a second person.",
  noneForYou: "The study’s lead freezes one when the labels are in.",
  noRight: "Releases are for leads, stewards and engineers",
  noRightText: "The study’s lead can change your role.",
  columns: { release: "Release", frozen: "Frozen", turns: "Turns", holdout: "Held out", runs: "Runs", state: "State" },
  release: (number: number) => `Release ${number}`,
  by: (at: string, name: string | null) => (name ? `${at}, by ${name}` : at),
  state: {
    freezing: "being frozen",
    frozen: "waits for approval",
    approved: "approved",
    failed: "not frozen",
    cancelled: "cancelled",
  } satisfies Record<ReleaseState, string>,

  plan: {
    title: "Make a release",
    lead: "What a release frozen now would hold. Nothing is written before you freeze it.",
    share: "Held out, %",
    shareHint: "Of the sessions; no person is on both sides.",
    seed: "Seed",
    seedHint: "Another seed holds other sessions out.",
    note: "Note",
    noteHint: "What this release is for. Optional.",
    freeze: "Freeze this release",
    headline: {
      faults: "This cannot be frozen yet.",
      warnings: "This can be frozen; read the warnings first.",
      fine: "This can be frozen.",
    },
    holds: (turns: number, train: number, holdout: number) =>
      `${counted(turns, "turn")}: ${count(train)} to train on, ${count(holdout)} held out.`,
    left: (reason: string, n: number) => `${counted(n, "turn")} left out: ${reason}`,
    raters: (raters: Record<string, number>) =>
      `Labels of incongruence by number of raters: ${Object.entries(raters)
        .map(([n, labels]) => `${count(labels)} from ${n === "unknown" ? "an unknown number" : n}`)
        .join(", ")}.`,
    toDisagreements: "Go to the disagreements",
    toLabels: "Accept the majority or decide",
    classes: "Labels by split",
    sessions: "Sessions by split",
    leftOut: "Left out",
    nothingLeftOut: "Every client turn of the study is in.",
  },
  sides: { train: "Training", holdout: "Held out" },
  level: "Label",
  sum: "All",

  page: {
    headline: {
      freezing: "This release is being written.",
      frozen: "This release waits for approval by a second person.",
      approved: "This release is approved and can be trained on.",
      failed: "This release was not frozen.",
      cancelled: "The freezing of this release was cancelled.",
    } satisfies Record<ReleaseState, string>,
    headlineWithdrawn: "This release can no longer be trained on.",
    failedText: "Nothing of it was kept. Make a new one once the reason is gone.",
    cancelledText: "Nothing of it was kept, and the labels are as they were. Make a new one when you are ready.",
    approve: "Approve",
    approveTitle: (number: number) => `Approve release ${number}`,
    approveText:
      "You confirm that these turns, labels and held-out sessions may be trained on. An approval cannot be taken back; a newer release can take this one’s place.",
    approved: (by: string, role: string, at: string) => `Approved by ${by} (${role}), ${at}.`,
    alone: "Whoever froze it approved it alone, since the study has no other lead or steward; the manifest says so.",
    withdrawn: (what: string) => `It holds ${what}. Freeze a new release without these turns.`,
    download: "Download",
    startRun: "Start a run",
    facts: "What it holds",
    factNames: {
      turns: "Client turns",
      sessions: "Sessions",
      persons: "People recorded",
      frames: "Turns with a frame",
      codebook: "Codebook",
      frameRule: "Frame rule",
      seed: "Seed of the hold-out",
      share: "Requested hold-out",
      raters: "Raters of incongruence",
      frozen: "Frozen",
      consent: "Consent",
      note: "Note",
      files: "Files",
    },
    ofTurns: (n: number, all: number) => `${count(n)} of ${count(all)}`,
    ratersOf: (raters: Record<string, number>, few: number, design: number) =>
      `${Object.entries(raters)
        .map(([n, labels]) => `${counted(labels, "label")} from ${n === "unknown" ? "an unknown number" : n}`)
        .join(", ")}${
        few > 0 ? `; ${count(few)} accepted by a lead from fewer than the ${count(design)} that the study asks for` : ""
      }`,
    version: (name: string, version: number | string) => `${name}, version ${version}`,
    consentOf: (scopes: string[], persons: number) =>
      `${scopes.join(", ")}, of ${counted(persons, "person", "people")}`,
    files: (n: number, size: string) => `${counted(n, "file")}, ${size}`,
    hash: "Content hash",
    hashNote: "SHA-256 over the hashes of every file; whoever has it can prove what a run was trained on.",
    copy: "Copy",
    copied: "Copied",
    provenance: "Where it comes from",
    provenanceNote: "Each step is kept, so a score can be followed back to recordings, labels and consents.",
    steps: {
      recorded: (sessions: number, persons: number) =>
        `${counted(sessions, "session")} of ${counted(persons, "person", "people")} who consented to training when it was frozen`,
      rated: (codebook: string, version: number) => `rated by the codebook “${codebook}”, version ${version}`,
      settled: (turns: number) => `${counted(turns, "gold label")} of incongruence from majority or decision`,
      frozen: (by: string | null, at: string) => (by ? `frozen by ${by}, ${at}` : `frozen ${at}`),
      approved: (by: string, at: string) => `approved by ${by}, ${at}`,
      waits: "waits for approval",
      runs: (n: number) => `${counted(n, "run")} trained on it`,
      noRun: "no run yet",
    },
  },
}
