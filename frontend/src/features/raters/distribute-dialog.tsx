import { Button, Checkbox, Group, Modal, Stack } from "@mantine/core"
import { notifications } from "@mantine/notifications"
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"

import type { Session } from "../../api/corpus"
import type { Assignment, Study } from "../../api/types"
import { DialogActions } from "../../components/dialog-actions"
import { Refusal } from "../../components/refusal"
import { passKindsOf, planOf } from "./planning"
import { distribute } from "./queries"
import classes from "./raters.module.css"
import { texts } from "./texts"
import { usePassesChanged } from "./use-passes-changed"
import { WaitingRaters } from "./waiting-raters"

type Props = {
  study: Study
  nRaters: number
  assignments: Assignment[]
  sessions: Session[]
  onClose: () => void
}

/** Show what distributing will add before it is done. */
export function DistributeDialog({ study, nRaters, assignments, sessions, onClose }: Props) {
  const passesChanged = usePassesChanged(study.slug)
  const offered = passKindsOf(study)
  const [kinds, setKinds] = useState(offered)
  const plan = planOf(sessions, assignments, { kinds, ratersPerTurn: study.raters_per_turn })
  const assigning = useMutation({
    mutationFn: () => distribute(study.slug, kinds),
    onSuccess: async ({ created }) => {
      await passesChanged()
      notifications.show({ message: texts.distributed(created) })
      onClose()
    },
  })

  return (
    <Modal opened onClose={onClose} title={texts.distributeTitle}>
      <Stack gap="md">
        <p>{texts.distributeText(study.raters_per_turn, nRaters)}</p>
        <WaitingRaters study={study} />
        {offered.length > 1 && (
          <Checkbox.Group
            label={texts.whichPasses}
            value={kinds}
            onChange={(chosen) => setKinds(offered.filter((kind) => chosen.includes(kind)))}
          >
            <Group mt={6}>
              {offered.map((kind) => (
                <Checkbox key={kind} value={kind} label={texts.passKind[kind]} />
              ))}
            </Group>
          </Checkbox.Group>
        )}
        <div>
          <p>{texts.planned(plan.nPasses, plan.sessions.length)}</p>
          {plan.sessions.length > 0 && (
            <ul className={classes.plan} tabIndex={0}>
              {plan.sessions.map(({ key, nPasses }) => (
                <li key={key}>{texts.plannedIn(key, nPasses)}</li>
              ))}
            </ul>
          )}
          {plan.leftOut.length > 0 && <p className={classes.leftOut}>{texts.leftOut(plan.leftOut)}</p>}
          {plan.withoutPicture.length > 0 && (
            <p className={classes.leftOut}>{texts.withoutPicture(plan.withoutPicture)}</p>
          )}
        </div>
        <Refusal of={assigning} restsOn={[kinds, assignments, sessions, nRaters]} />
        <DialogActions>
          <Button disabled={plan.nPasses === 0} loading={assigning.isPending} onClick={() => assigning.mutate()}>
            {texts.distributeAction(plan.nPasses)}
          </Button>
        </DialogActions>
      </Stack>
    </Modal>
  )
}
