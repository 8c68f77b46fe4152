import { Button } from "@mantine/core"

import type { Workspace } from "../../../api/types"
import { explain } from "../../../components/error-notice"
import { texts } from "../texts"
import { useCatchUp } from "./use-catch-up"
import classes from "./workspace.module.css"

type Props = {
  workspace: Workspace
  /** Whether the turn that the person was at is no client turn any more. */
  isTurnGone: boolean
}

/** Keeps the page with the transcript, and says where it could not, or what that took away. */
export function BehindNotice({ workspace, isTurnGone }: Props) {
  const { error, isPending, retry } = useCatchUp(workspace)
  return (
    <>
      {error && (
        <p className={classes.banner} data-tone="warn" role="status">
          {texts.behind.cannot(explain(error))}{" "}
          <Button variant="default" size="compact-sm" loading={isPending} onClick={retry}>
            {texts.behind.load}
          </Button>
        </p>
      )}
      {isTurnGone && (
        <p className={classes.banner} data-tone="warn" role="status">
          {texts.behind.gone}
        </p>
      )}
    </>
  )
}
