import { useDebouncedValue } from "@mantine/hooks"
import { useEffect, useState } from "react"

import { useChangeDraft, type Draft } from "../queries"

/** When the second camera began: what the sound proposes, until a person says otherwise; then it is kept at once. */
export function useCameraOffset(draft: Draft) {
  const kept = draft.counsellor_video?.offset_ms ?? null
  const [said, setSaid] = useState<number | null>(null)
  const offsetMs = said ?? kept
  const [settled] = useDebouncedValue(said, 600)
  const save = useChangeDraft(draft.id)

  useEffect(() => {
    if (settled !== null && settled === said && settled !== kept) save.mutate({ camera_offset_ms: settled })
  }, [settled]) // Not at other changes: after a refusal it would ask again and again.

  return {
    offsetMs,
    setOffsetMs: setSaid,
    isSaved: offsetMs === kept,
    error: offsetMs === kept ? null : save.error,
  }
}
