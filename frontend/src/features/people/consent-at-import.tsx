import { Switch } from "@mantine/core"

import type { ConsentGiven, Person } from "../../api/corpus"
import { ConsentFields } from "./consent-fields"
import { standingScopes } from "../../api/standing"
import { texts } from "./texts"

type Props = {
  /** Someone known to the study already; undefined for someone new. */
  person: Person | undefined
  /** Null leaves what is on record as it is. */
  value: ConsentGiven | null
  onChange: (value: ConsentGiven | null) => void
}

/** What somebody agreed to, asked while their session is imported. */
export function ConsentAtImport({ person, value, onChange }: Props) {
  if (!person) return value && <ConsentFields value={value} onChange={onChange} />
  const standing = standingScopes(person.consents, new Date())
  const renew = (isOn: boolean) => onChange(isOn ? { scopes: standing, basis: "", expires_on: null } : null)
  return (
    <>
      <p>{texts.onRecord(standing.map((scope) => texts.scope[scope].toLowerCase()))}</p>
      <Switch label={texts.renew} checked={value !== null} onChange={(event) => renew(event.currentTarget.checked)} />
      {value && <ConsentFields value={value} onChange={onChange} />}
    </>
  )
}
