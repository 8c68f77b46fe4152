import { Button, Group } from "@mantine/core"
import { useState } from "react"

import type { Session } from "../../api/corpus"
import type { Assignment, Study } from "../../api/types"
import { Statement } from "../../components/statement"
import { AssignDialog } from "./assign-dialog"
import { DistributeDialog } from "./distribute-dialog"
import { passKindsOf, planOf } from "./planning"
import type { Rater } from "./queries"
import { texts } from "./texts"

type Props = {
  study: Study
  raters: Rater[]
  /** How many people are raters of the study today; `raters` has those who were removed as well. */
  nPresent: number
  assignments: Assignment[]
  sessions: Session[]
}

/** Whether every session has its raters, and the two ways of giving it some. */
export function Coverage({ study, raters, nPresent, assignments, sessions }: Props) {
  const [open, setOpen] = useState<"distribute" | "assign" | null>(null)
  const people = raters.filter(({ kind }) => kind === "person")
  const plan = planOf(sessions, assignments, { kinds: passKindsOf(study), ratersPerTurn: study.raters_per_turn })
  const hasEnough = nPresent >= study.raters_per_turn
  const say = texts.coverage

  const headline =
    nPresent === 0
      ? say.noRaters(study.raters_per_turn)
      : !hasEnough
        ? say.tooFew(nPresent, study.raters_per_turn)
        : sessions.length === 0
          ? say.noSessions
          : plan.nPasses === 0
            ? say.all(sessions.length - plan.leftOut.length)
            : say.open(plan.nPasses, plan.sessions.length)
  return (
    <Statement headline={headline} tone={hasEnough && plan.nPasses === 0 ? "calm" : "warn"}>
      {!hasEnough && say.invite} {plan.leftOut.length > 0 && texts.leftOut(plan.leftOut)}
      <Group gap="xs" mt={8}>
        <Button disabled={!hasEnough || plan.nPasses === 0} onClick={() => setOpen("distribute")}>
          {texts.distribute}
        </Button>
        <Button variant="default" disabled={nPresent === 0 || sessions.length === 0} onClick={() => setOpen("assign")}>
          {texts.assign}
        </Button>
      </Group>
      {open === "distribute" && (
        <DistributeDialog
          study={study}
          nRaters={nPresent}
          assignments={assignments}
          sessions={sessions}
          onClose={() => setOpen(null)}
        />
      )}
      {open === "assign" && (
        <AssignDialog study={study} raters={people} sessions={sessions} onClose={() => setOpen(null)} />
      )}
    </Statement>
  )
}
