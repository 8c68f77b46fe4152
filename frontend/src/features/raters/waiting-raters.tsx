import type { Study } from "../../api/types"
import { texts } from "./texts"

/** That raters get their numbers, and what a blind lead learns by it; nothing where nobody waits. */
export function WaitingRaters({ study }: { study: Study }) {
  const n = study.counts.raters_without_number
  if (n === 0) return null
  const isTold = n === 1 && study.are_raters_blind
  return (
    <p role="note">
      {texts.waiting(n)} {isTold ? texts.waitingAlone : n > 1 && texts.waitingTogether}
    </p>
  )
}
