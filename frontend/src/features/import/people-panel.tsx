import { Autocomplete } from "@mantine/core"

import type { ConsentGiven, Person, PersonRole } from "../../api/corpus"
import { Panel } from "../../components/panel"
import classes from "./import.module.css"
import type { ConsentForm } from "./import-view"
import type { Speaker } from "./queries"
import { RealNames } from "./real-names"
import { personCheck } from "./roles"
import { texts } from "./texts"
import { hasCounsellor, type Plan } from "./use-plan"

type Props = {
  plan: Plan
  persons: Person[]
  speakers: Speaker[]
  ConsentForm: ConsentForm
  onPseudonym: (role: PersonRole, pseudonym: string) => void
  onConsent: (role: PersonRole, consent: ConsentGiven | null) => void
}

/** Who was recorded, and what each agreed to. */
export function PeoplePanel({ plan, persons, speakers, ConsentForm, onPseudonym, onConsent }: Props) {
  const fieldsOf = (role: PersonRole) => {
    const { person, fault, hint } = personCheck(plan.pseudonym[role].trim(), role, persons)
    return (
      <fieldset className={classes.person}>
        <legend>{texts[role]}</legend>
        <Autocomplete
          label={texts.pseudonym}
          maxLength={40}
          autoComplete="off"
          data={persons.filter((known) => known.role === role).map(({ pseudonym }) => pseudonym)}
          value={plan.pseudonym[role]}
          error={fault}
          description={hint}
          inputWrapperOrder={["label", "input", "description", "error"]}
          onChange={(pseudonym) => onPseudonym(role, pseudonym)}
        />
        <ConsentForm person={person} value={plan.consent[role]} onChange={(consent) => onConsent(role, consent)} />
      </fieldset>
    )
  }
  return (
    <Panel title={texts.people} note={texts.peopleNote}>
      <RealNames speakers={speakers} />
      <div className={classes.persons}>
        {fieldsOf("client")}
        {hasCounsellor(plan) ? fieldsOf("counsellor") : <p className="small">{texts.noCounsellor}</p>}
      </div>
    </Panel>
  )
}
