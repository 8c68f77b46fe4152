import { Button, Group, NumberInput } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState, type FormEvent } from "react"

import { studyQuery } from "../../api/queries"
import type { Study } from "../../api/types"
import { explain } from "../../components/error-notice"
import { Panel } from "../../components/panel"
import { changeStudy, type Design } from "./queries"
import classes from "./settings.module.css"
import { texts } from "./texts"

type Props = { study: Study; mayChange: boolean }

const say = texts.agreement

/** How many raters make a consensus, and from which distance their numbers are a disagreement. */
export function AgreementPanel({ study, mayChange }: Props) {
  const queryClient = useQueryClient()
  const [raters, setRaters] = useState<number | string>(study.raters_per_turn)
  const [distances, setDistances] = useState<Record<string, number | string>>(study.far_apart)
  const save = useMutation({
    mutationFn: (design: Design) => changeStudy(study.slug, design),
    onSuccess: async (changed) => {
      queryClient.setQueryData(studyQuery(study.slug).queryKey, changed)
      await queryClient.invalidateQueries() // What is a disagreement is asked on many pages.
    },
  })
  const far_apart = Object.fromEntries(Object.entries(distances).map(([steps, distance]) => [steps, Number(distance)]))
  const isComplete = [raters, ...Object.values(distances)].every((each) => Number(each) >= 1)
  const isChanged =
    Number(raters) !== study.raters_per_turn ||
    Object.entries(far_apart).some(([steps, distance]) => distance !== study.far_apart[steps])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isComplete) save.mutate({ raters_per_turn: Number(raters), far_apart })
  }
  return (
    <Panel title={say.title} note={mayChange ? say.note : texts.people.onlyLeads}>
      <form onSubmit={submit} className={classes.rule}>
        <Group align="end">
          <NumberInput
            label={say.raters}
            min={1}
            max={50}
            allowDecimal={false}
            required
            withAsterisk={false}
            disabled={!mayChange}
            value={raters}
            onChange={setRaters}
          />
          {Object.entries(distances).map(([steps, distance]) => (
            <NumberInput
              key={steps}
              label={say.distance(Number(steps))}
              min={1}
              max={100}
              allowDecimal={false}
              required
              withAsterisk={false}
              disabled={!mayChange}
              value={distance}
              onChange={(value) => setDistances({ ...distances, [steps]: value })}
            />
          ))}
        </Group>
        <p className="small">{say.how}</p>
        {save.error && <p role="alert">{explain(save.error)}</p>}
        {mayChange && (
          <Group>
            <Button type="submit" disabled={!isChanged || !isComplete} loading={save.isPending}>
              {say.save}
            </Button>
          </Group>
        )}
      </form>
    </Panel>
  )
}
