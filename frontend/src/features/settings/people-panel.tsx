import { Button } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"

import { studyQuery } from "../../api/queries"
import type { Study } from "../../api/types"
import { ConfirmDialog } from "../../components/confirm-dialog"
import { showError } from "../../components/error-notice"
import { date } from "../../components/numbers"
import { Panel } from "../../components/panel"
import { changeStudy, type Rules } from "./queries"
import classes from "./settings.module.css"
import { texts } from "./texts"

type Props = { study: Study; mayChange: boolean }
type Question = { title: string; text: string; confirm: string; changes: Partial<Rules> }

const say = texts.people

/** Whether leads know who the raters are, and whether two people look at each release. */
export function PeoplePanel({ study, mayChange }: Props) {
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<Question>()
  const save = useMutation({
    mutationFn: (changes: Partial<Rules>) => changeStudy(study.slug, changes),
    onSuccess: async (changed) => {
      queryClient.setQueryData(studyQuery(study.slug).queryKey, changed)
      await queryClient.invalidateQueries() // Names appear on other pages, or another may approve.
    },
    onError: (error) => showError(error),
    onSettled: () => setAsked(undefined),
  })
  return (
    <Panel title={say.title} note={mayChange ? undefined : say.onlyLeads}>
      <div className={classes.pair}>
        <Rule
          is={study.are_raters_blind ? say.blind : say.unblinded}
          note={
            study.are_raters_blind ? say.blindNote : say.unblindedNote(study.unblinded_at && date(study.unblinded_at))
          }
          question={mayChange && study.are_raters_blind ? END_BLINDNESS : undefined}
          ask={setAsked}
        />
        <Rule
          is={study.is_one_persons ? say.onePersons : say.twoPeople}
          note={study.is_one_persons ? say.onePersonsNote : say.twoPeopleNote}
          question={mayChange ? (study.is_one_persons ? END_ONE_PERSONS : DECLARE) : undefined}
          ask={setAsked}
        />
      </div>
      <ConfirmDialog
        isOpen={asked !== undefined}
        title={asked?.title ?? ""}
        confirm={asked?.confirm ?? ""}
        isBusy={save.isPending}
        onConfirm={() => asked && save.mutate(asked.changes)}
        onCancel={() => setAsked(undefined)}
      >
        {asked?.text}
      </ConfirmDialog>
    </Panel>
  )
}

type RuleProps = { is: string; note: string; question?: Question; ask: (question: Question) => void }

function Rule({ is, note, question, ask }: RuleProps) {
  return (
    <div className={classes.rule}>
      <strong>{is}</strong>
      <p className="small">{note}</p>
      {question && (
        <Button variant="default" onClick={() => ask(question)}>
          {question.confirm}
        </Button>
      )}
    </div>
  )
}

const END_BLINDNESS: Question = {
  title: say.endTitle,
  text: say.endText,
  confirm: say.endBlindness,
  changes: { are_raters_blind: false },
}
const DECLARE: Question = {
  title: say.declareTitle,
  text: say.declareText,
  confirm: say.declare,
  changes: { is_one_persons: true },
}
const END_ONE_PERSONS: Question = {
  title: say.endOnePersonsTitle,
  text: say.endOnePersonsText,
  confirm: say.endOnePersons,
  changes: { is_one_persons: false },
}
