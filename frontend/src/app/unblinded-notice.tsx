import type { Study } from "../api/types"
import { date } from "../components/numbers"
import { Statement } from "../components/statement"
import { texts } from "./texts"

/** Tells raters that leads see who they are, since when, and that it holds for earlier labels too. */
export function UnblindedNotice({ study }: { study: Study }) {
  if (study.are_raters_blind) return null
  return (
    <Statement headline={texts.unblinded(study.unblinded_at && date(study.unblinded_at))}>
      {texts.unblindedNote}
    </Statement>
  )
}
