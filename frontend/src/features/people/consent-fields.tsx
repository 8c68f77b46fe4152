import { Checkbox, Group, Stack, TextInput } from "@mantine/core"

import type { ConsentGiven, Scope } from "../../api/corpus"
import { SCOPES } from "../../api/standing"
import { texts } from "./texts"

export type ConsentFieldsProps = { value: ConsentGiven; onChange: (value: ConsentGiven) => void }

/** What somebody agreed to, by which document and until when. */
export function ConsentFields({ value, onChange }: ConsentFieldsProps) {
  return (
    <Stack gap="sm">
      <ScopesField
        label={texts.scopes}
        offered={SCOPES}
        value={value.scopes}
        onChange={(scopes) => onChange({ ...value, scopes })}
      />
      <Group align="start" wrap="nowrap">
        <TextInput
          label={texts.basis}
          placeholder={texts.basisPlaceholder}
          flex={1}
          maxLength={200}
          value={value.basis}
          onChange={(event) => onChange({ ...value, basis: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label={texts.expires}
          title={texts.expiresNote}
          w={150}
          value={value.expires_on ?? ""}
          onChange={(event) => onChange({ ...value, expires_on: event.currentTarget.value || null })}
        />
      </Group>
    </Stack>
  )
}

type ScopesProps<S extends Scope> = { label: string; offered: S[]; value: S[]; onChange: (scopes: S[]) => void }

export function ScopesField<S extends Scope>({ label, offered, value, onChange }: ScopesProps<S>) {
  return (
    <Checkbox.Group
      label={label}
      value={value}
      onChange={(chosen) => onChange(offered.filter((scope) => chosen.includes(scope)))}
    >
      <Stack gap={6} mt={6}>
        {offered.map((scope) => (
          <Checkbox
            key={scope}
            value={scope}
            label={
              <>
                {texts.scope[scope]} <span className="small">{texts.scopeNote[scope]}</span>
              </>
            }
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
