import type { Remark } from "../../../api/corpus"
import type { CounsellorVideo } from "../queries"
import { texts as common } from "../../../components/cameras/texts"
import { texts } from "./texts"

type Finding = { headline: string; text: string; tone: "calm" | "warn" }

/** What the sound of both cameras told, in words; null while it is listened to. */
export function findingOf({ sound_offset: found }: CounsellorVideo): Finding | null {
  if (!found) return null
  if (found.offset_ms === null) {
    const isSilent = found.reason === "silent"
    return { headline: isSilent ? texts.silent : texts.unrelated, text: texts.byHandNote, tone: "warn" }
  }
  const headline = common.began(found.offset_ms)
  const places = texts.places(found.agreeing, found.places)
  const drift = Math.abs(found.drift_ms) > 0 ? ` ${texts.drift(found.drift_ms)}` : ""
  const isSure = found.confidence === "sure"
  return { headline, text: `${isSure ? texts.sure : texts.unsure} ${places}${drift}`, tone: isSure ? "calm" : "warn" }
}

/** What is to be said of the second recording, told from what is said of the first. */
export const remarksOf = (second: CounsellorVideo | null): Remark[] =>
  (second?.probe.remarks ?? []).map((remark) => ({ ...remark, message: texts.ofCounsellor(remark.message) }))
