import { Checkbox, Stack } from "@mantine/core"

import type { Schemas } from "../../api/types"
import { Panel } from "../../components/panel"
import { withRole } from "./plan"
import type { Settings } from "./queries"
import classes from "./settings.module.css"
import { texts } from "./texts"

type Props = { plan: Settings; onChange: (plan: Settings) => void }

const ROLES: Schemas["BlurrableRole"][] = ["rater", "expert", "engineer", "steward"]

/** Who is shown blurred faces, and whether voices are lowered with them. */
export function ViewsPanel({ plan, onChange }: Props) {
  const isBlurring = plan.blurred_roles.length > 0
  return (
    <Panel title={texts.views} note={texts.viewsNote}>
      <div className={classes.pair}>
        <Checkbox.Group label={texts.roles} value={plan.blurred_roles}>
          <Stack gap="sm" mt="xs">
            {ROLES.map((role) => (
              <Checkbox
                key={role}
                value={role}
                label={texts.role[role].label}
                description={texts.role[role].what}
                onChange={(event) => onChange(withRole(plan, role, event.currentTarget.checked))}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <Stack gap="md">
          <Checkbox
            checked={plan.is_pitch_shifted}
            label={texts.voices}
            description={isBlurring ? texts.voicesNote : `${texts.voicesNote} ${texts.voicesOff}`}
            onChange={(event) => onChange({ ...plan, is_pitch_shifted: event.currentTarget.checked })}
          />
          <p className="small">{texts.leadsSee}</p>
        </Stack>
      </div>
    </Panel>
  )
}
