import { Button, FileButton, Group } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"

import { ErrorNotice } from "../../../components/error-notice"
import { Panel } from "../../../components/panel"
import { addRecording, awaitNoRecording, importQueries, type Draft } from "../queries"
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
  const isWhole = upload !== null && upload.arrived_bytes >= upload.bytes
  const error = decide.error ?? (isFollowed ? follow.error : null) ?? goOn.error
  const isGivenUp = error?.name === "AbortError"

  return (
    <>
      {error && !isGivenUp && <ErrorNotice title={texts.recordingRefused} error={error} />}
      {isGivenUp && <p role="status">{texts.cancelled}</p>}
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
                {isWhole
                  ? texts.awaitedWhole(upload.name)
                  : texts.awaitedFile(upload.name, upload.arrived_bytes, upload.bytes)}
              </p>
              <Group gap={8} mt={10}>
                {isWhole ? (
                  <Button loading={decide.isPending} onClick={() => decide.mutate(upload.id)}>
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
                <Button variant="default" disabled={decide.isPending} onClick={() => decide.mutate(null)}>
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

/** Put the upload beside the transcript, or with null wait for none. */
function useDecision(id: number) {
  const queryClient = useQueryClient()
  const { queryKey } = importQueries.draft(id)
  return useMutation({
    mutationFn: (upload: string | null) => (upload ? addRecording(id, upload) : awaitNoRecording(id)),
    onSuccess: (draft) => queryClient.setQueryData(queryKey, draft),
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
}
