import { Button, Group, Modal, Slider, Stack } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useRef, useState } from "react"

import { urlOf } from "../../api/client"
import type { Recording, Region, Session } from "../../api/corpus"
import { showError } from "../../components/error-notice"
import { mediaTime } from "../../components/numbers"
import { RegionPicker } from "../../components/region-picker"
import { changeSession, sessionQueries } from "./queries"
import { texts } from "./texts"

type Props = { session: Session; recording: Recording; onClose: () => void }

/** Draw the client's region anew on the recording itself; the frames are then taken again. */
export function RegionDialog({ session, recording, onClose }: Props) {
  const queryClient = useQueryClient()
  const video = useRef<HTMLVideoElement>(null)
  const [region, setRegion] = useState<Region | null>(recording.client_region)
  const change = useMutation({
    mutationFn: (client_region: Region) => changeSession(session.id, { client_region }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: sessionQueries.all() })
      onClose()
    },
    onError: (error) => showError(error),
  })
  const seek = (ms: number) => {
    if (video.current) video.current.currentTime = ms / 1000
  }

  return (
    <Modal opened onClose={onClose} title={texts.page.redraw} size="lg">
      <Stack gap="md">
        <p>{texts.page.redrawNote}</p>
        <RegionPicker value={region} onChange={setRegion}>
          <video ref={video} muted playsInline preload="auto" src={urlOf(`sessions/${session.id}/video/`)} />
        </RegionPicker>
        <Slider
          aria-label={texts.page.seek}
          min={0}
          max={recording.duration_ms}
          step={500}
          label={(ms) => mediaTime(ms)}
          onChange={seek}
        />
        <p className="small">{texts.page.wholePicture}</p>
        <Group justify="flex-end">
          <Button disabled={!region} loading={change.isPending} onClick={() => region && change.mutate(region)}>
            {texts.page.takeAgain}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
