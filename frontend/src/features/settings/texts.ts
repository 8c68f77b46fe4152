import { FRAME_RULES } from "../../api/frame-rules"
import { count, counted } from "../../components/numbers"
import type { Remade, Settings } from "./queries"

const sessions = (n: number) => counted(n, "session")

export const texts = {
  title: "Settings",
  lead: "Which pictures a model sees of the client's turns, who is shown faces, when raters agree, and who knows whom.",
  noRight: "Settings are for leads and stewards",
  noRightText: "The study's lead can tell you what is set here.",
  onlyLeads: "Leads choose the frames; as a steward you see how.",

  agreement: {
    title: "When raters agree",
    note: "A change takes effect at once; nothing has to be computed again.",
    raters: "Raters needed for a label",
    distance: (steps: number) => `Disagreement on 1 to ${steps} from`,
    how: "With fewer raters, an answer becomes a gold label only if a lead accepts it and says why. Where two raters’ numbers differ by this much or more, the answer is listed under Disagreements.",
    save: "Save",
  },

  people: {
    title: "Who works together",
    blind: "Leads see raters by pseudonym only",
    blindNote: "Nobody who plans, compares or decides knows whose label it is. The steward sees names.",
    endBlindness: "Show leads who the raters are",
    endTitle: "Show leads who the raters are?",
    endText:
      "From now on leads see which rater is whom, also for everything labelled before. What has been seen stays seen, so this can't be turned back. Raters are told on their overview, and the log records it.",
    unblinded: "Leads see who the raters are",
    unblindedNote: (since: string | null) =>
      `${since ? `Since ${since}. ` : ""}What was seen stays seen, so this can't be turned back. Raters are told on their overview.`,
    twoPeople: "Two people look at each release",
    twoPeopleNote: "Whoever freezes a release doesn't approve it, and nobody is both lead and steward.",
    declare: "Declare a study of one person",
    declareTitle: "Is this a study of one person?",
    declareText:
      "You then approve releases that you made yourself, and can be lead and steward. Every release made from now on says that no second person has looked at it.",
    onePersons: "A study of one person",
    onePersonsNote: "Its lead approves their own releases. Every release made meanwhile says so.",
    endOnePersons: "End this",
    endOnePersonsTitle: "More than one person from now on?",
    endOnePersonsText:
      "Releases then need a second person again: another lead or a steward. Earlier releases still say that nobody else looked at them.",
    onlyLeads: "Only leads can change this.",
  },

  frames: "Frames",
  framesNote: "A frame is the picture that represents a client turn in releases and training.",
  rule: "Which picture",
  rules: {
    onset_sharpest: {
      label: FRAME_RULES.onset_sharpest,
      what: "The sharpest picture of the client's face in the turn's first second, or later in the turn where that second shows none.",
    },
    turn_start: {
      label: FRAME_RULES.turn_start,
      what: "What is on the screen as the turn begins, whether a face is found in it or not.",
    },
    midpoint: {
      label: FRAME_RULES.midpoint,
      what: "What is on the screen half-way through the turn, whether a face is found in it or not.",
    },
    apex: {
      label: FRAME_RULES.apex,
      what: "The face that differs most from the first one of the turn: an expression at its height.",
    },
    uniform_k: {
      label: FRAME_RULES.uniform_k,
      what: "One picture from the middle of each of several equal parts of the turn. It shows movement, and training takes longer.",
    },
  } satisfies Record<Settings["frame_rule"], { label: string; what: string }>,
  perTurn: "Pictures for each turn",
  perTurnNote: "2 to 16.",
  finder: "How the client's face is found",
  finders: {
    detected: {
      label: "Looked for in each picture (Haar cascade)",
      what: "Comes with Attune. It finds faces that look towards the camera, and follows the client's from picture to picture.",
    },
    yunet: {
      label: "Looked for in each picture (YuNet)",
      what: "A small network that also finds turned and partly hidden faces, and follows the client's.",
    },
    client_region: {
      label: "Fills the rectangle that was drawn",
      what: "For a camera that shows only the client's face: the rectangle drawn round it is taken as the face, without searching.",
    },
  } satisfies Record<Settings["face_finder"], { label: string; what: string }>,
  noModel:
    "Its model file is not on this server. Whoever runs Attune gets a YuNet model in ONNX format, sets FACE_MODEL to that file and starts Attune again.",
  withoutRegion: (n: number) =>
    `In ${sessions(n)} nobody has said which face is the client's, so the largest is taken. Choose it on the session's page.`,

  views: "Faces and voices",
  viewsNote: "Recordings, thumbnails and frames are shown with blurred faces to these roles, and never as they are.",
  roles: "Who sees blurred faces",
  role: {
    rater: { label: "Raters", what: "They then label blurred faces: only what is said, heard and moved." },
    expert: { label: "Experts", what: "When they review turns." },
    engineer: { label: "Engineers", what: "In frames, where the study lets them see those; they never see video." },
    steward: { label: "Stewards", what: "They look after consent and rarely need a face." },
    lead: { label: "Leads", what: "" },
    appraiser: { label: "Appraisers", what: "" },
  },
  leadsSee:
    "Leads always see faces: they import the recordings and say who the client is. The log records who saw faces.",
  voices: "Lower the pitch of voices in the blurred view",
  voicesNote: "The words stay clear. Someone who knows the person well may still recognise the voice.",
  voicesOff: "Applies once a role sees blurred faces.",

  plan: {
    free: "Nothing has to be made again.",
    remade: ({ frames, views }: Remade) =>
      [
        frames > 0 && `The frames of ${sessions(frames)} will be chosen again`,
        views > 0 &&
          `${frames > 0 ? "the" : "The"} blurred view of ${sessions(views)} will be made${frames > 0 ? "" : " again, or for the first time"}`,
      ]
        .filter(Boolean)
        .join(", and ") + ".",
    byHand: (n: number) => `${counted(n, "frame")} chosen by hand ${n === 1 ? "stays" : "stay"}.`,
    ended: (n: number) =>
      `${counted(n, "frame")} chosen by hand ${n === 1 ? "ends" : "end"}: the new rule takes fewer pictures.`,
    waiting: "Until it is made, those who see blurred faces see no picture.",
    labels: "Labels and frozen releases stay as they are.",
    looking: "Checking what would be made again",
    save: "Save",
    drop: "Discard changes",
  },
  progress: {
    title: "Preparation",
    running: (n: number, all: number) => `${count(n)} of ${sessions(all)} ${n === 1 ? "is" : "are"} being prepared.`,
    failed: (n: number) => `${sessions(n)} could not be prepared. Their pages say why, and start it again.`,
    done: (all: number) =>
      all === 0
        ? "No session has a recording yet."
        : all === 1
          ? "The one session with a recording is prepared."
          : `All ${sessions(all)} with a recording are prepared.`,
    oldFrames: (n: number) =>
      `In ${sessions(n)}, frames of turns without an end were chosen by an earlier rule, which looked only at where the turn begins.`,
    chooseAgain: (n: number) => `Choose the frames of ${sessions(n)} again`,
    bar: "Progress of the preparation",
    away: "You can leave this page; it goes on.",
  },
}
