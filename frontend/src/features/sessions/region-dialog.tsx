import { Button, Modal, Stack } from "@mantine/core"
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"

import { urlOf } from "../../api/client"
import type { Recording, Region, Session } from "../../api/corpus"
import { facesQuery } from "../../api/faces"
import { DialogActions } from "../../components/dialog-actions"
import { explain, showError } from "../../components/error-notice"
import { FacePicker } from "../../components/face-picker"
import { changeSession, sessionQueries } from "./queries"
import { texts } from "./texts"

type Props = { session: Session; recording: Recording; onClose: () => void }

/** Say anew which face is the client's, on the recording itself; the frames are then taken again. */
export function RegionDialog({ session, recording, onClose }: Props) {
  const queryClient = useQueryClient()
  const video = useRef<HTMLVideoElement>(null)
  const [region, setRegion] = useState<Region | null>(recording.client_region)
  const [askedMs, setAskedMs] = useState<number>()
  const faces = useQuery({ ...facesQuery("sessions", session.id, askedMs), placeholderData: keepPreviousData })
  const atMs = faces.data?.at_ms ?? askedMs ?? 0
  const change = useMutation({
    mutationFn: (client_region: Region) => changeSession(session.id, { client_region }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: sessionQueries.all() })
      onClose()
    },
    onError: (error) => showError(error),
  })
  const isLooking = faces.isPending || faces.isPlaceholderData
  useEffect(() => {
    if (video.current) video.current.currentTime = (isLooking ? (askedMs ?? atMs) : atMs) / 1000
  }, [isLooking, askedMs, atMs])

  return (
    <Modal opened onClose={onClose} title={texts.page.whichFace} size="lg">
      <Stack gap="md">
        <p>{texts.page.whichFaceNote}</p>
        <FacePicker
          faces={isLooking ? undefined : (faces.data?.faces ?? [])}
          atMs={atMs}
          durationMs={recording.duration_ms}
          value={region}
          onChange={setRegion}
          onMoment={setAskedMs}
        >
          <video
            ref={video}
            muted
            playsInline
            preload="auto"
            src={urlOf(`sessions/${session.id}/video/`)}
            onLoadedMetadata={(event) => (event.currentTarget.currentTime = atMs / 1000)}
          />
        </FacePicker>
        {faces.error && <p role="alert">{explain(faces.error)}</p>}
        <p className="small">{texts.page.wholePicture}</p>
        <DialogActions>
          <Button disabled={!region} loading={change.isPending} onClick={() => region && change.mutate(region)}>
            {texts.page.takeAgain}
          </Button>
        </DialogActions>
      </Stack>
    </Modal>
  )
}
