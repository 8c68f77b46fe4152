import { useQueryClient } from "@tanstack/react-query"

import { studyQuery } from "../../api/queries"

/** What to do after passes or members changed: their lists and the study's counts are asked again. */
export function usePassesChanged(slug: string) {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ["assignments", slug] }),
      queryClient.invalidateQueries({ queryKey: ["members", slug] }),
      queryClient.invalidateQueries({ queryKey: ["raters", slug] }),
      queryClient.invalidateQueries({ queryKey: studyQuery(slug).queryKey }),
    ])
}
