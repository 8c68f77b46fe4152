import { Button, Modal, Stack } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"

import type { SessionDetail } from "../../api/corpus"
import { DialogActions } from "../../components/dialog-actions"
import { explain } from "../../components/error-notice"
import { SoundChoice } from "../../components/sound-choice"
import { changeSession, sessionQueries } from "./queries"
import { texts } from "./texts"

type Props = { session: SessionDetail; onClose: () => void }
type Chosen = { sound_track?: number | null; camera_sound_track?: number | null }

const CAMERAS = [
  { camera: "client", field: "sound_track" },
  { camera: "counsellor", field: "camera_sound_track" },
] as const

/** Say anew which sound is heard; the recording is then prepared again. */
export function SoundDialog({ session, onClose }: Props) {
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState<Chosen>({})
  const recordingOf = { client: session.recording, counsellor: session.counsellor_recording }
  const change = useMutation({
    mutationFn: () => changeSession(session.id, chosen),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: sessionQueries.all() })
      onClose()
    },
  })
  const isChanged = CAMERAS.some(
    ({ camera, field }) => field in chosen && chosen[field] !== recordingOf[camera]?.sound_track,
  )
  return (
    <Modal opened onClose={onClose} title={texts.page.whichSound}>
      <Stack gap="md">
        <p>{texts.page.whichSoundNote}</p>
        {CAMERAS.map(({ camera, field }) => {
          const recording = recordingOf[camera]
          if (!recording || recording.sounds.length < 2) return null
          return (
            <SoundChoice
              key={camera}
              label={recordingOf.counsellor ? texts.page.soundOf[camera] : texts.page.soundOf.session}
              names={recording.sounds.map(({ name }) => name)}
              value={chosen[field] === undefined ? recording.sound_track : chosen[field]}
              onChange={(track) => setChosen((old) => ({ ...old, [field]: track }))}
            />
          )
        })}
        {change.error && <p role="alert">{explain(change.error)}</p>}
        <DialogActions>
          <Button disabled={!isChanged} loading={change.isPending} onClick={() => change.mutate()}>
            {texts.page.prepareSound}
          </Button>
        </DialogActions>
      </Stack>
    </Modal>
  )
}

/** Whether there is anything to choose. */
export const hasSeveralSounds = ({ recording, counsellor_recording }: SessionDetail): boolean =>
  [recording, counsellor_recording].some((each) => (each?.sounds.length ?? 0) > 1)
