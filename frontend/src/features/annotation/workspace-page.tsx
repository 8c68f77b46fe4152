import { useDocumentTitle } from "@mantine/hooks"
import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router"
import { useCallback } from "react"

import type { Turn, Workspace } from "../../api/types"
import { isRefused } from "../../api/withdrawal"
import { Empty } from "../../components/empty"
import { Main } from "../../components/main"
import { PageSkeleton } from "../../components/skeleton"
import { assignmentQueries } from "./queries"
import { texts } from "./texts"
import { ClosedWorkspace } from "./workspace/closed-workspace"
import { clientTurns } from "./workspace/turns"
import { useRefusedSaves } from "./workspace/use-refused-saves"
import { WorkspaceView } from "./workspace/workspace-view"
import classes from "./workspace/workspace.module.css"

/** One rater's pass through one session. The turn stands in the address, so that a reload comes back to it. */
export function WorkspacePage() {
  const id = Number(useParams({ from: "/signed-in/assignments/$id" }).id)
  const { turn } = useSearch({ from: "/signed-in/assignments/$id" })
  const navigate = useNavigate()
  const workspace = useQuery(assignmentQueries.workspace(id))
  useRefusedSaves(id)
  const session = workspace.data?.session
  useDocumentTitle(`${texts.workspace.title(session?.key ?? "")} · Attune`)
  const onTurn = useCallback(
    (next: Turn) =>
      void navigate({
        to: "/assignments/$id",
        params: { id: String(id) },
        search: { turn: next.position },
        replace: true,
        resetScroll: false,
      }),
    [navigate, id],
  )

  // A page that is open stays so while the server can't be reached.
  if (workspace.error && (!workspace.data || isRefused(workspace.error))) {
    const retry = () => void workspace.refetch()
    return <ClosedWorkspace error={workspace.error} retry={retry} opened={workspace.data} />
  }
  if (!workspace.data) {
    return (
      <Main className={classes.single}>
        <PageSkeleton />
      </Main>
    )
  }
  const start = startTurn(workspace.data, turn)
  if (start) return <WorkspaceView key={id} workspace={workspace.data} start={start} onTurn={onTurn} />
  return (
    <Main className={classes.single}>
      <Empty
        isPage
        title={texts.workspace.noTurns}
        action={
          <Link to="/studies/$slug" params={{ slug: workspace.data.study.slug }}>
            {texts.workspace.back(workspace.data.study.name)}
          </Link>
        }
      >
        {texts.workspace.noTurnsText}
      </Empty>
    </Main>
  )
}

/** The turn of the address, or else the first one that is open, or else the first. */
function startTurn({ turns, annotations }: Workspace, position: number | undefined): Turn | undefined {
  const own = clientTurns(turns)
  return own.find((turn) => turn.position === position) ?? own.find(({ id }) => !annotations[id]?.is_complete) ?? own[0]
}
