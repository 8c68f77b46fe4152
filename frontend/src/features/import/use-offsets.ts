import { useMoved } from "../../components/moving/use-moved"
import { useChangeDraft, type Draft } from "./queries"

/** How far the transcript's times are moved. */
export function useOffset(draft: Draft) {
  const { mutate, error } = useChangeDraft(draft.id)
  return useMoved(draft.offset_ms, { save: (offset_ms) => mutate({ offset_ms }), error })
}

/** When the second camera began: what the sound proposes, until a person says otherwise. */
export function useCameraOffset(draft: Draft) {
  const { mutate, error } = useChangeDraft(draft.id)
  const kept = draft.counsellor_video?.offset_ms ?? null
  return useMoved(kept, { save: (camera_offset_ms) => mutate({ camera_offset_ms }), error })
}
