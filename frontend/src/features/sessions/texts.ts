import { count, counted } from "../../components/numbers"

export const texts = {
  title: "Sessions",
  lead: (ready: number, sessions: number) => `${count(ready)} of ${counted(sessions, "session")} ready to be labelled.`,
  withoutConsent: (n: number) => `${counted(n, "session")} without consent to label:`,
  toPeople: "People",
  import: "Import a session",
  none: "No sessions yet",
  noneText:
    "Each session will appear here with its client, its consent and its frames. A transcript is enough to begin.",
  noneForYou: "The sessions you work on will appear here. The study's lead imports and assigns them.",
  columns: {
    session: "Session",
    client: "Client",
    counsellor: "Counsellor",
    duration: "Length",
    turns: "Client turns",
    missing: "No frame",
    consent: "Consent",
    state: "State",
  },
  noVideo: "no video",
  missingOf: (missing: number, turns: number) => `${missing} of ${counted(turns, "client turn")} without a frame`,
  consent: {
    view: "view",
    annotate: "label",
    train: "train",
    given: (scope: string) => `everyone agrees to “${scope}”`,
    lacking: (scope: string) => `no consent to “${scope}”`,
  },
  states: { ready: "ready", preparing: "being prepared", failed: "failed", cancelled: "cancelled" },
  noConsent: "no consent",
  preparing: (session: string) => `Preparing ${session}`,

  cameras: {
    title: (session: string) => `The two cameras of ${session}`,
    lead: "Each move is saved at once. Turns, labels and frames stay as they are; raters see the counsellor's camera in its new place when they next open the session.",
    back: "Back to the session",
    open: "Move the counsellor's camera",
    undo: (to: string) => `Back to ${to} s`,
    undoNote: "As it was when you opened this page. The study's log keeps every move.",
    noRight: "Only leads can move the cameras",
    noRightText: "Ask a lead of the study to do it, or to make you one.",
    both: "Both pictures",
    oneAlone: "One camera filmed this session",
    oneAloneText: "There is no second picture to align with it.",
    beingMade: "The counsellor's picture is still being prepared. It is shown here as soon as it is there.",
  },

  page: {
    tab: (key: string, title: string) => (title && title !== key ? `${key} ${title}` : key),
    back: "All sessions",
    about: (client: string, counsellor: string | null) =>
      counsellor ? `Client ${client}, counsellor ${counsellor}` : `Client ${client}`,
    turns: (client: number, all: number) => `${counted(client, "client turn")} of ${count(all)}`,
    failed: "The recording could not be prepared.",
    failedText: "The transcript is safe and can be labelled. For playback and frames, prepare the recording again.",
    cancelled: "The preparation of the recording was cancelled.",
    cancelledText:
      "The transcript is safe and can be labelled. Until the recording is prepared again, playback and frames may be missing; steps that were done are not repeated.",
    askLead: "The study’s lead can have it prepared again.",
    prepareAgain: "Prepare again",
    noLabel: "There is no consent to label this session, so it is not assigned.",
    editTranscript: "Edit transcript",
    editTitle: "Edit title",
    newTitle: "Title",
    titleNote: "Shown beside the session's key. Optional.",
    save: "Save",
    whichFace: "Which face is the client's?",
    whichFaceNote:
      "The face is followed through the session from there. The frames of all client turns are chosen again; labels, and frames chosen by hand, stay.",
    takeAgain: "Choose the frames again",
    wholePicture:
      "You can replace this choice but not clear it. To use the whole picture, draw a rectangle round all of it.",
    whichSound: "Which sound is heard",
    whichSoundNote:
      "The recording has several sound tracks. All copies are made again with what you choose; turns, labels and frames stay. Until they are ready, the current sound keeps playing.",
    soundOf: {
      session: "Heard in this session",
      client: "Of the client's recording",
      counsellor: "Of the counsellor's recording",
    },
    prepareSound: "Prepare again with this sound",
    transcript: "Turns",
    transcriptNote: "Click a line to play its turn. The arrow keys move along the lines.",
    untimed: (n: number) =>
      `Nothing plays for ${counted(n, "turn")}: the transcript gives no time for ${n === 1 ? "it" : "them"}, or one outside the recording.`,
    withheld: "words withheld in your pass",
    noTime: "no time",
    roles: { client: "Client", counsellor: "Counsellor", other: "Other" },
    turn: (position: number) => `turn ${position + 1}`,
    recording: "Recording of the session",
    noPicture: "No picture to show",
    unplayable: "This browser cannot play the recording. Try another one.",
    noSound: "no sound track",
    frames: "Frames of the client's turns",
    framesAll: (n: number) => `Each of the ${counted(n, "client turn")} has its frame: the picture a model sees.`,
    framesMissing: (missing: number, all: number) =>
      `${count(missing)} of ${counted(all, "client turn")} ${missing === 1 ? "has" : "have"} no frame:`,
    framesWaiting: "Frames are chosen while the recording is prepared.",
    framesWithheld: "Your pass does not show the frames of this session.",
    framesNoVideo: "Frames come from a video; this session has a transcript alone.",
    search: (looks: number, misses: number) =>
      looks === 0
        ? "No picture was searched for the client's face."
        : misses === 0
          ? `A face was found in all of the ${counted(looks, "picture")} searched.`
          : `Of the ${counted(looks, "picture")} searched, ${count(misses)} showed no face.`,
    several: (n: number) => `${counted(n, "picture")} of these ${n === 1 ? "shows" : "show"} more than one face.`,
    nobodySaid: "Nobody has chosen the client's face, so the largest one was used.",
    toSheet: "See all frames",
    remarks: "Remarks of the import",
    remarksNote: "What was repaired or looked odd when the files were read.",
    noRemarks: "Both files were read without remarks.",
  },
}
