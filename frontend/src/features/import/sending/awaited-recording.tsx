import { Button, FileButton, Group } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"

import { ErrorNotice } from "../../../components/error-notice"
import { Panel } from "../../../components/panel"
import { awaitNoRecording, importQueries, type Draft } from "../queries"
import { CheckCancelled } from "./inspection"
import { SendingBar } from "./sending-bar"
import { texts } from "./texts"
import type { Sending } from "./use-sending"

type Props = { draft: Draft; sending: Sending }

/** The recording that an import waits for: how far it has come, or how to go on with it. Nothing where all is here. */
export function AwaitedRecording({ draft, sending }: Props) {
  const { follow, goOn, progress } = sending
  const { upload } = draft
  const isFollowed = follow.variables?.draft.id === draft.id
  const decide = useDecision(draft.id)
  const isHere = upload !== null && (upload.is_copied || upload.arrived_bytes >= upload.bytes)
  const error = decide.error ?? (isFollowed ? follow.error : null) ?? goOn.error
  const givenUp = givenUpText(error)

  return (
    <>
      {error && !givenUp && <ErrorNotice title={texts.recordingRefused} error={error} />}
      {givenUp && <p role="status">{givenUp}</p>}
      {upload && (
        <Panel title={texts.awaited} note={texts.awaitedNote}>
          {isFollowed && follow.isPending ? (
            <SendingBar
              progress={progress}
              allBytes={upload.bytes}
              onPause={sending.pause}
              onResume={sending.resume}
              onCancel={sending.cancel}
            />
          ) : (
            <>
              <p>
                {isHere
                  ? texts.awaitedHere(upload.name, upload.is_copied)
                  : texts.awaitedFile(upload.name, upload.arrived_bytes, upload.bytes)}
              </p>
              <Group gap={8} mt={10}>
                {isHere ? (
                  <Button onClick={() => follow.mutate({ draft, video: null, finished: Promise.resolve(upload.id) })}>
                    {texts.putBeside}
                  </Button>
                ) : (
                  <FileButton onChange={(video) => video && goOn.mutate({ draft, video })}>
                    {(props) => (
                      <Button {...props} loading={goOn.isPending}>
                        {texts.chooseAgain}
                      </Button>
                    )}
                  </FileButton>
                )}
                <Button variant="default" disabled={decide.isPending} onClick={() => decide.mutate()}>
                  {texts.goOnWithout}
                </Button>
              </Group>
            </>
          )}
        </Panel>
      )}
    </>
  )
}

/** What to say where a person ended it; null where it failed by itself. */
function givenUpText(error: Error | null) {
  if (error instanceof CheckCancelled) return texts.checkCancelled
  return error?.name === "AbortError" ? texts.cancelled : null
}

/** Wait for the recording no more. */
function useDecision(id: number) {
  const queryClient = useQueryClient()
  const { queryKey } = importQueries.draft(id)
  return useMutation({
    mutationFn: () => awaitNoRecording(id),
    onSuccess: (draft) => queryClient.setQueryData(queryKey, draft),
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
}
