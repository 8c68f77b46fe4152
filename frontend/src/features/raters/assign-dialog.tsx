import { Button, Group, Modal, MultiSelect, Select, Stack } from "@mantine/core"
import { notifications } from "@mantine/notifications"
import { useMutation, useQuery } from "@tanstack/react-query"
import { useState, type FormEvent } from "react"

import type { Session } from "../../api/corpus"
import type { PassKind, Study } from "../../api/types"
import { DialogActions } from "../../components/dialog-actions"
import { showError } from "../../components/error-notice"
import { Refusal } from "../../components/refusal"
import { asksOf, passKindsOf, tooLateIn } from "./planning"
import { assign, drawNumbers, raterQueries, type Exclusion, type Rater } from "./queries"
import classes from "./raters.module.css"
import { texts } from "./texts"
import { usePassesChanged } from "./use-passes-changed"
import { WaitingRaters } from "./waiting-raters"

const NONE: Exclusion[] = []

type Props = { study: Study; raters: Rater[]; sessions: Session[]; onClose: () => void }

export function AssignDialog({ study, raters, sessions, onClose }: Props) {
  const passesChanged = usePassesChanged(study.slug)
  const kinds = passKindsOf(study)
  const [kind, setKind] = useState<PassKind>("together")
  const [sessionIds, setSessionIds] = useState<string[]>([])
  const [chosenRaters, setChosenRaters] = useState<string[]>([])
  // Until they are there, the server refuses what is offered too much.
  const { data: exclusions = NONE } = useQuery(raterQueries.exclusions(study.slug))
  const chosenSessions = sessions.filter(({ id }) => sessionIds.includes(String(id)))
  const tooLate = (rater: string, of: Session[]) => tooLateIn(rater, of, { kind, exclusions })
  const isTooLate = (session: Session) => chosenRaters.some((rater) => tooLate(rater, [session]).length > 0)
  const choose = (next: PassKind) => {
    setKind(next)
    const askedOf = sessions.filter((session) => asksOf(next, session)).map(({ id }) => String(id))
    setSessionIds((chosen) => chosen.filter((id) => askedOf.includes(id)))
  }
  const give = useMutation({
    mutationFn: () =>
      assign(study.slug, { session_ids: sessionIds.map(Number), raters: chosenRaters, pass_kind: kind }),
    onSuccess: async (created) => {
      await passesChanged()
      notifications.show({ message: texts.assigned(created.length) })
      onClose()
    },
  })
  const draw = useMutation({
    mutationFn: () => drawNumbers(study.slug),
    onSuccess: passesChanged,
    onError: (error) => showError(error),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    give.mutate()
  }

  return (
    <Modal opened onClose={onClose} title={texts.assignTitle}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <p>{texts.assignText}</p>
          {study.counts.raters_without_number > 0 && (
            <Group justify="space-between" wrap="nowrap">
              <WaitingRaters study={study} />
              <Button variant="default" loading={draw.isPending} onClick={() => draw.mutate()}>
                {texts.drawNumbers}
              </Button>
            </Group>
          )}
          <MultiSelect
            label={texts.sessions}
            searchable
            data={sessions.map((session) => ({
              value: String(session.id),
              label: nameOf(session, kind),
              disabled: !session.consent.annotate || !asksOf(kind, session) || isTooLate(session),
            }))}
            value={sessionIds}
            onChange={setSessionIds}
          />
          <MultiSelect
            label={texts.raters}
            searchable
            data={raters.map((rater) => {
              const late = tooLate(rater.pseudonym, chosenSessions)
              return { value: rater.pseudonym, label: raterName(rater, late), disabled: late.length > 0 }
            })}
            value={chosenRaters}
            onChange={setChosenRaters}
          />
          {kinds.length > 1 && (
            <Select
              label={texts.pass}
              allowDeselect={false}
              data={kinds.map((value) => ({ value, label: texts.passKind[value] }))}
              value={kind}
              onChange={(value) => value && choose(value)}
            />
          )}
          {exclusions.some(({ pass_kinds }) => pass_kinds.includes(kind)) && (
            <p className={classes.note}>{texts.tooLateNote}</p>
          )}
          <Refusal of={give} restsOn={[kind, sessionIds, chosenRaters, raters, sessions, exclusions]} />
          <DialogActions>
            <Button
              type="submit"
              disabled={sessionIds.length === 0 || chosenRaters.length === 0}
              loading={give.isPending}
            >
              {texts.assignAction}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Modal>
  )
}

const nameOf = (session: Session, kind: PassKind): string => {
  const { key, title, consent } = session
  const why = consent.annotate ? !asksOf(kind, session) && texts.noPicture : texts.noConsent
  return [key, title !== key && title, why && `(${why})`].filter(Boolean).join(" ")
}

const raterName = ({ pseudonym, name }: Rater, late: string[]): string =>
  [pseudonym, name, late.length > 0 && `(${texts.tooLate(late)})`].filter(Boolean).join(" ")
