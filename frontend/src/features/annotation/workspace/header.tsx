import { Button, Progress, VisuallyHidden } from "@mantine/core"
import { Link } from "@tanstack/react-router"

import type { Workspace } from "../../../api/types"
import { KeyHint } from "../../../components/key-hint"
import { texts } from "../texts"
import { SaveState } from "./save-state"
import classes from "./workspace.module.css"

type Props = {
  workspace: Workspace
  complete: number
  total: number
  /** Turns that were changed since they were labelled. */
  changed: number
  onChanged: () => void
  onShowRefused: () => void
  hasCodebook: boolean
  onCodebook: () => void
  onKeys: () => void
  onDone: () => void
}

export function Header({
  workspace,
  complete,
  total,
  changed,
  onChanged,
  onShowRefused,
  hasCodebook,
  onCodebook,
  onKeys,
  onDone,
}: Props) {
  const say = texts.workspace
  const { session, assignment, study } = workspace
  return (
    <header className={classes.top}>
      <Link to="/" className={classes.brand} aria-label={say.home}>
        attune
      </Link>
      <Link
        to="/studies/$slug"
        params={{ slug: study.slug }}
        className={classes.back}
        aria-label={say.back(study.name)}
        title={say.back(study.name)}
      >
        ← {say.backShort}
      </Link>
      <h1>
        {say.title(session.key)} <small>{say.about(session.client, texts.pass[assignment.pass_kind])}</small>
      </h1>
      <SaveState onShowRefused={onShowRefused} />
      <span className={classes.progress}>
        <small className="number">{texts.turnsOf(complete, total)}</small>
        <Progress
          className={classes.bar}
          size={6}
          value={total ? (100 * complete) / total : 0}
          aria-label={say.progress}
        />
      </span>
      {changed > 0 && (
        <Button
          variant="default"
          size="compact-md"
          className={classes.changed}
          aria-keyshortcuts="G"
          onClick={onChanged}
          rightSection={<KeyHint keys="G" />}
        >
          {say.lookAgain(changed)}
          <VisuallyHidden> {say.lookAgainMore}</VisuallyHidden>
        </Button>
      )}
      {workspace.may_answer && !assignment.done_at && (
        <Button
          variant={complete === total ? "filled" : "default"}
          size="compact-md"
          aria-keyshortcuts="D"
          onClick={onDone}
          rightSection={<KeyHint keys="D" isOnAccent={complete === total} />}
        >
          {say.done}
        </Button>
      )}
      <Button
        variant="default"
        size="compact-md"
        aria-keyshortcuts="B"
        aria-expanded={hasCodebook}
        onClick={onCodebook}
        rightSection={<KeyHint keys="B" />}
      >
        {say.codebook}
      </Button>
      <Button variant="default" size="compact-md" onClick={onKeys} rightSection={<KeyHint keys="?" />}>
        {say.keys}
      </Button>
    </header>
  )
}
