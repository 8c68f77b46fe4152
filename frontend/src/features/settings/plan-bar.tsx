import { Button, Group } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"

import { explain } from "../../components/error-notice"
import { Statement } from "../../components/statement"
import { settingsQueries, type Remade, type Settings } from "./queries"
import classes from "./settings.module.css"
import { texts } from "./texts"

type Props = {
  slug: string
  changes: Partial<Settings>
  isSaving: boolean
  error: Error | null
  onSave: (changes: Partial<Settings>) => void
  onDrop: () => void
}

/** What saving would have made anew, told before it is done. */
export function PlanBar({ slug, changes, isSaving, error, onSave, onDrop }: Props) {
  const preview = useQuery(settingsQueries.preview(slug, changes))
  const remade = preview.data
  const fault = error ?? preview.error
  const headline = fault ? explain(fault) : remade ? costOf(remade) : texts.plan.looking

  return (
    <div className={classes.bar} role="status">
      <Statement headline={headline} tone={fault ? "bad" : "warn"}>
        {!fault && remade && detailsOf(remade).join(" ")}
        <Group gap="xs" mt={8}>
          <Button disabled={!remade || preview.isPlaceholderData} loading={isSaving} onClick={() => onSave(changes)}>
            {texts.plan.save}
          </Button>
          <Button variant="default" disabled={isSaving} onClick={onDrop}>
            {texts.plan.drop}
          </Button>
        </Group>
      </Statement>
    </div>
  )
}

const costOf = (remade: Remade): string => (remade.frames || remade.views ? texts.plan.remade(remade) : texts.plan.free)

function detailsOf({ frames, views, by_hand, by_hand_ended }: Remade): string[] {
  const say = texts.plan
  return [
    ...(by_hand > 0 ? [say.byHand(by_hand)] : []),
    ...(by_hand_ended > 0 ? [say.ended(by_hand_ended)] : []),
    ...(views > 0 ? [say.waiting] : []),
    ...(frames + views > 0 ? [say.labels] : []),
  ]
}
