import { Link } from "@tanstack/react-router"
import { useState } from "react"

import type { Workspace } from "../../../api/types"
import { ErrorNotice } from "../../../components/error-notice"
import { Main } from "../../../components/main"
import { texts } from "../texts"
import { RefusalsDialog } from "./refusals-dialog"
import { SaveState } from "./save-state"
import classes from "./workspace.module.css"

type Props = {
  error: Error
  retry: () => void
  /** As it was before it was closed; none where it could not be opened at all. */
  opened?: Workspace
}

/** A pass that can't be shown, or no longer. What could not be saved of it is kept, and told. */
export function ClosedWorkspace({ error, retry, opened }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Main className={classes.single}>
      <p>
        <Link to="/">{texts.workspace.allStudies}</Link>
      </p>
      <ErrorNotice isPage title={texts.workspace.cannotOpen} error={error} retry={retry} />
      {opened && (
        <>
          <p>
            <SaveState onShowRefused={() => setIsAsking(true)} />
          </p>
          <RefusalsDialog isOpen={isAsking} onClose={() => setIsAsking(false)} workspace={opened} />
        </>
      )}
    </Main>
  )
}
