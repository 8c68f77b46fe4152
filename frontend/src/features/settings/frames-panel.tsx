import { NumberInput, Radio, Stack } from "@mantine/core"

import { Panel } from "../../components/panel"
import { withRule } from "./plan"
import type { Preparation, Settings } from "./queries"
import classes from "./settings.module.css"
import { texts } from "./texts"

type Props = {
  plan: Settings
  preparation: Preparation
  mayChange: boolean
  onChange: (plan: Settings) => void
}

const RULES = Object.keys(texts.rules) as Settings["frame_rule"][] // Checked against the type where they are written.
const FINDERS = Object.keys(texts.finders) as Settings["face_finder"][]

/** Which pictures stand for a turn, each way in a sentence. */
export function FramesPanel({ plan, preparation, mayChange, onChange }: Props) {
  const { has_face_model, without_region } = preparation
  return (
    <Panel title={texts.frames} note={mayChange ? texts.framesNote : `${texts.framesNote} ${texts.onlyLeads}`}>
      <div className={classes.pair}>
        <Radio.Group
          label={texts.rule}
          value={plan.frame_rule}
          onChange={(rule) => onChange(withRule(plan, rule as Settings["frame_rule"]))}
        >
          <Stack gap="sm" mt="xs">
            {RULES.map((rule) => (
              <Radio
                key={rule}
                value={rule}
                disabled={!mayChange}
                label={texts.rules[rule].label}
                description={texts.rules[rule].what}
              />
            ))}
            {plan.frame_rule === "uniform_k" && (
              <NumberInput
                className={classes.perTurn}
                size="xs"
                label={texts.perTurn}
                description={texts.perTurnNote}
                min={2}
                max={16}
                allowDecimal={false}
                clampBehavior="strict"
                disabled={!mayChange}
                value={plan.frames_per_turn}
                onChange={(n) => typeof n === "number" && onChange({ ...plan, frames_per_turn: Math.max(1, n) })}
              />
            )}
          </Stack>
        </Radio.Group>
        <Radio.Group
          label={texts.finder}
          value={plan.face_finder}
          onChange={(finder) => onChange({ ...plan, face_finder: finder as Settings["face_finder"] })}
        >
          <Stack gap="sm" mt="xs">
            {FINDERS.map((finder) => {
              const isMissing = finder === "yunet" && !has_face_model
              return (
                <Radio
                  key={finder}
                  value={finder}
                  disabled={!mayChange || isMissing}
                  label={texts.finders[finder].label}
                  description={
                    isMissing ? `${texts.finders[finder].what} ${texts.noModel}` : texts.finders[finder].what
                  }
                />
              )
            })}
            {without_region > 0 && <p className="small">{texts.withoutRegion(without_region)}</p>}
          </Stack>
        </Radio.Group>
      </div>
    </Panel>
  )
}
