import { urlOf } from "../../../api/client"
import { explain } from "../../../components/error-notice"
import { Panel } from "../../../components/panel"
import { SoundChoice } from "../../../components/sound-choice"
import { useChangeDraft, type Draft, type Probe } from "../queries"
import classes from "../import.module.css"
import { texts } from "./texts"

type Props = { draft: Draft }

/** Which sound is heard, where a recording has several tracks; nothing where none has. */
export function SoundPanel({ draft }: Props) {
  const cameras = [
    { camera: "client", field: "sound_track", probe: draft.probe },
    { camera: "counsellor", field: "camera_sound_track", probe: draft.counsellor_video?.probe ?? null },
  ] as const
  const several = cameras.filter(({ probe }) => (probe?.sounds.length ?? 0) > 1)
  if (several.length === 0) return null
  return (
    <Panel title={texts.title} note={texts.note}>
      <div className={classes.sounds}>
        {several.map(({ camera, field, probe }) => (
          <SoundOf key={camera} draft={draft} camera={camera} field={field} probe={probe} />
        ))}
      </div>
    </Panel>
  )
}

type SoundOfProps = Props & {
  camera: "client" | "counsellor"
  field: "sound_track" | "camera_sound_track"
  probe: Probe | null
}

function SoundOf({ draft, camera, field, probe }: SoundOfProps) {
  const change = useChangeDraft(draft.id)
  const atMs = Math.max(0, draft.reading.facts.first_ms ?? 0)
  const excerptOf = (track: number | null) =>
    urlOf(`drafts/${draft.id}/sound/?camera=${camera}&at_ms=${atMs}${track === null ? "" : `&track=${track}`}`)
  const kept = probe?.sound_track ?? null
  return (
    <div>
      <SoundChoice
        label={draft.counsellor_video ? texts.of[camera] : texts.one}
        description={texts.hearing}
        names={(probe?.sounds ?? []).map(({ name }) => name)}
        // What is chosen shows at once; where that is refused, what was kept shows again.
        value={change.isPending ? (change.variables[field] ?? null) : kept}
        isDisabled={change.isPending}
        onChange={(track) => change.mutate({ [field]: track })}
        excerptOf={excerptOf}
      />
      {change.error && <p role="alert">{`${texts.refused}: ${explain(change.error)}`}</p>}
    </div>
  )
}
