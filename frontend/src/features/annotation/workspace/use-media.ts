import { useQuery } from "@tanstack/react-query"
import { useMemo } from "react"

import type { Workspace } from "../../../api/types"
import { mediaQuery } from "../queries"

/** The workspace with what of the recording can be shown by now; a view that is being made comes in when it is there. */
export function useMedia(workspace: Workspace): Workspace {
  const media = useQuery(mediaQuery(workspace.assignment.id, workspace.media)).data
  return useMemo(() => ({ ...workspace, media }), [workspace, media])
}
