import { Button, Modal, Stack, TextInput } from "@mantine/core"
import { useMutation } from "@tanstack/react-query"
import { useState, type FormEvent } from "react"

import type { Person, Scope } from "../../api/corpus"
import { DialogActions } from "../../components/dialog-actions"
import { explain } from "../../components/error-notice"
import { dateTime } from "../../components/numbers"
import { ScopesField } from "./consent-fields"
import classes from "./people.module.css"
import { withdrawConsent, type Affected, type Withdrawal } from "./queries"
import { scopesOnRecord, standingOf } from "../../api/standing"
import { texts } from "./texts"
import { useConsentChanged } from "./use-consent-changed"

type Props = { person: Person; onClose: () => void }

/** Say what will end, end it, and show which releases and runs hold the person's turns. */
export function WithdrawDialog({ person, onClose }: Props) {
  const consentChanged = useConsentChanged()
  const [standing] = useState(() =>
    scopesOnRecord([person]).filter((scope) => standingOf(person.consents, scope, new Date()).state === "given"),
  )
  const [scopes, setScopes] = useState<Scope[]>(standing)
  const [note, setNote] = useState("")
  const withdraw = useMutation({
    mutationFn: () => withdrawConsent(person.id, { scopes, note }),
    onSuccess: consentChanged,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    withdraw.mutate()
  }

  return (
    <Modal opened onClose={onClose} title={texts.withdrawTitle(person.pseudonym)} size="lg">
      {withdraw.data ? (
        <Outcome outcome={withdraw.data} onClose={onClose} />
      ) : standing.length === 0 ? (
        <p>{texts.nothingStands}</p>
      ) : (
        <form onSubmit={submit}>
          <Stack gap="md">
            <div>
              <p>{texts.withdrawText(person.sessions)}</p>
              <ul className={classes.effects}>
                {effectsOf(scopes).map((effect) => (
                  <li key={effect}>{effect}</li>
                ))}
              </ul>
            </div>
            <ScopesField label={texts.withdrawScopes} offered={standing} value={scopes} onChange={setScopes} />
            <TextInput
              label={texts.note}
              description={texts.noteHint}
              maxLength={300}
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
            {withdraw.error && (
              <p role="alert" className={classes.refusal}>
                {explain(withdraw.error)}
              </p>
            )}
            <DialogActions>
              <Button type="submit" disabled={scopes.length === 0} loading={withdraw.isPending}>
                {texts.withdrawAction}
              </Button>
            </DialogActions>
          </Stack>
        </form>
      )}
    </Modal>
  )
}

function effectsOf(scopes: Scope[]): string[] {
  const { view, annotate, train, releases } = texts.withdrawEffects
  return [
    ...(scopes.includes("view") ? [view] : []),
    ...(scopes.includes("annotate") ? [annotate] : []),
    ...(scopes.includes("train") ? [train] : []),
    releases,
  ]
}

function Outcome({ outcome, onClose }: { outcome: Withdrawal; onClose: () => void }) {
  const { affected_releases, affected_runs, affected_answers } = outcome
  return (
    <Stack gap="md" role="status">
      <p>{texts.withdrawn}</p>
      {affected_releases.length === 0 ? (
        <p>{texts.noReleases}</p>
      ) : (
        <div>
          <h3>{texts.affected}</h3>
          <p className="small">{texts.affectedText}</p>
          <ul className={classes.effects}>
            {affected_releases.map((release) => (
              <AffectedLine key={release.number} name={texts.release(release.number)} affected={release} />
            ))}
            {affected_runs.map((run) => (
              <AffectedLine key={`run ${run.number}`} name={texts.run(run.number)} affected={run} />
            ))}
          </ul>
        </div>
      )}
      {affected_answers.length > 0 && (
        <div>
          <h3>{texts.affectedAnswers}</h3>
          <p className="small">{texts.affectedAnswersText}</p>
          <ul className={classes.effects}>
            {affected_answers.map((session) => (
              <AffectedLine key={session.number} name={texts.session(session.number)} affected={session} />
            ))}
          </ul>
        </div>
      )}
      <DialogActions>
        <Button variant="default" onClick={onClose} data-autofocus>
          {texts.close}
        </Button>
      </DialogActions>
    </Stack>
  )
}

function AffectedLine({ name, affected: { downloads } }: { name: string; affected: Affected }) {
  const copies = downloads.map(({ by, at }) => texts.downloadedBy(by, dateTime(at)))
  return (
    <li>
      <strong>{name}</strong> {copies.join("; ") || texts.noDownloads}
    </li>
  )
}
