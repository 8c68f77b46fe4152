import { useDebouncedValue } from "@mantine/hooks"
import { useEffect, useState } from "react"

import { useChangeDraft, type Draft } from "../queries"

/** The transcript's shift: it holds at once on the page, and on the server once a person stops moving it. */
export function useOffset(draft: Draft) {
  const [offsetMs, setOffsetMs] = useState(draft.offset_ms)
  const [settledMs] = useDebouncedValue(offsetMs, 600)
  const save = useChangeDraft(draft.id)

  useEffect(() => {
    if (settledMs === offsetMs && settledMs !== draft.offset_ms) save.mutate({ offset_ms: settledMs })
  }, [settledMs]) // Not at other changes: after a refusal it would ask again and again.

  return {
    offsetMs,
    setOffsetMs,
    isSaved: offsetMs === draft.offset_ms,
    error: offsetMs === draft.offset_ms ? null : save.error,
  }
}
