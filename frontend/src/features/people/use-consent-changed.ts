import { useQueryClient } from "@tanstack/react-query"

/** What to do after a consent was given or withdrawn: playback, lists, counts and releases all hang on it. */
export function useConsentChanged() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries()
}
