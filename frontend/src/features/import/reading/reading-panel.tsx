import { Button, Checkbox, NumberInput } from "@mantine/core"
import { useEffect, useState } from "react"

import { explain } from "../../../components/error-notice"
import { Panel } from "../../../components/panel"
import { useChangeDraft, type Draft } from "../queries"
import { ColumnsField } from "./columns-field"
import { ImplausibleField } from "./implausible-field"
import { choicesOf, isSame, optionsFrom, type Choices } from "./options"
import { PartsField } from "./parts-field"
import classes from "./reading.module.css"
import { texts } from "./texts"
import { TiersField } from "./tiers-field"

type Props = { draft: Draft }

/** What was guessed in reading the transcript, to be changed and read again. */
export function ReadingPanel({ draft }: Props) {
  const { reading } = draft
  const [choices, setChoices] = useState(() => choicesOf(draft))
  const reread = useChangeDraft(draft.id)
  const asRead = JSON.stringify(choicesOf(draft))
  // What the server read is what the form shows, down to the guesses that other choices led to.
  useEffect(() => setChoices(choicesOf(draft)), [asRead])
  const choose = (changes: Partial<Choices>) => setChoices((old) => ({ ...old, ...changes }))
  const options = optionsFrom(choices, draft)
  const isChanged = !isSame(choices, choicesOf(draft))
  const named = speakersOf(draft)

  return (
    <Panel title={texts.title} note={texts.note}>
      <div className={classes.form}>
        {reading.table && choices.columns && (
          <div>
            <h3>{texts.columns}</h3>
            <ColumnsField table={reading.table} choice={choices.columns} onChange={(columns) => choose({ columns })} />
          </div>
        )}
        {choices.tiers && (
          <TiersField
            tiers={reading.tiers}
            read={choices.tiers}
            areConversations={areConversations(draft)}
            onChange={(tiers) => choose({ tiers })}
          />
        )}
        {choices.parts && (
          <div>
            <h3>{texts.parts}</h3>
            <p className="small">{texts.partsNote}</p>
            <PartsField parts={reading.parts} choice={choices.parts} onChange={(parts) => choose({ parts })} />
          </div>
        )}
        {reading.implausible.length > 0 && (
          <ImplausibleField
            found={reading.implausible}
            leftOut={choices.leftOut}
            onChange={(leftOut) => choose({ leftOut })}
          />
        )}
        <div className={classes.pair}>
          <NumberInput
            label={texts.gap}
            description={texts.gapNote}
            decimalScale={3}
            step={0.5}
            min={0}
            max={600}
            value={choices.gapMs / 1000}
            onChange={(seconds) => choose({ gapMs: Math.round(Number(seconds) * 1000) || 0 })}
          />
          {named.length > 1 && (
            <Checkbox.Group
              label={texts.backchannels}
              description={texts.backchannelsNote}
              value={choices.backchannelsOf}
              onChange={(of) => choose({ backchannelsOf: named.filter((name) => of.includes(name)) })}
            >
              <div className={classes.names}>
                {named.map((name) => (
                  <Checkbox key={name} value={name} label={name} />
                ))}
              </div>
            </Checkbox.Group>
          )}
        </div>
        <div className={classes.action}>
          <Button
            variant="default"
            disabled={!isChanged || !options}
            loading={reread.isPending}
            onClick={() => options && reread.mutate({ options })}
          >
            {texts.again}
          </Button>
          <p role="status" className="small" data-is-bad={reread.error !== null || undefined}>
            {reread.error
              ? `${texts.refused}: ${explain(reread.error)}`
              : reread.isSuccess && !isChanged && texts.was(reading.turns.length)}
          </p>
        </div>
      </div>
    </Panel>
  )
}

/** The named speakers, those of interjections that stay with another's turn among them. */
function speakersOf({ reading, options }: Draft): string[] {
  const names = new Set([...reading.speakers.map(({ name }) => name), ...options.backchannels_of])
  return [...names].filter(Boolean)
}

const CONVERSATIONS = ["utterances-json", "whisper", "whisperx", "label-studio", "attune-release"]

/** Whether what can be chosen are conversations of their own, and not layers of one. */
const areConversations = ({ reading }: Draft) => reading.table !== null || CONVERSATIONS.includes(reading.format)
