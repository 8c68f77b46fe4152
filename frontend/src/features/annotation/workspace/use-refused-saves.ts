import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useSyncExternalStore } from "react"

import { loadAnew } from "../../../api/withdrawal"
import { changeQueue } from "../queue"

/** Load the pass anew whenever the server refuses to save an answer of it for want of consent. */
export function useRefusedSaves(assignment: number): void {
  const queryClient = useQueryClient()
  const { changes } = useSyncExternalStore(changeQueue.subscribe, changeQueue.snapshot)
  const refused = changes.filter(
    (change) =>
      change.assignment === assignment && change.refusal?.kind === "refused" && change.refusal.code === "no_consent",
  ).length
  useEffect(() => {
    if (refused > 0) loadAnew(queryClient)
  }, [refused, queryClient])
}
