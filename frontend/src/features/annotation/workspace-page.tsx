import { useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"

import { ErrorNotice } from "../../components/error-notice"
import { PageSkeleton } from "../../components/skeleton"
import { assignmentQueries } from "./queries"

export function WorkspacePage() {
  const id = Number(useParams({ from: "/signed-in/assignments/$id" }).id)
  const workspace = useQuery(assignmentQueries.workspace(id))

  if (workspace.error) return <ErrorNotice error={workspace.error} retry={() => void workspace.refetch()} />
  if (!workspace.data) return <PageSkeleton />
  return <h1>{workspace.data.session.title}</h1>
}
