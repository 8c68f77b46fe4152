import { Button } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"

import type { SessionDetail } from "../../api/corpus"
import { showError } from "../../components/error-notice"
import { SessionButton } from "../../components/session-button"
import { prepareSession, sessionQueries } from "./queries"
import { RegionDialog } from "./region-dialog"
import { hasSeveralSounds, SoundDialog } from "./sound-dialog"
import { texts } from "./texts"
import { TitleDialog } from "./title-dialog"

type Props = { slug: string; session: SessionDetail }

/** What a lead may change of a session. */
export function SessionActions({ slug, session }: Props) {
  const [open, setOpen] = useState<"title" | "region" | "sound" | null>(null)
  const { recording, counsellor_recording, may_play } = session
  return (
    <>
      <SessionButton slug={slug} session={session.id} page="transcript">
        {texts.page.editTranscript}
      </SessionButton>
      <Button variant="default" onClick={() => setOpen("title")}>
        {texts.page.editTitle}
      </Button>
      {recording?.has_picture && may_play && (
        <Button variant="default" onClick={() => setOpen("region")}>
          {texts.page.whichFace}
        </Button>
      )}
      {hasSeveralSounds(session) && (
        <Button variant="default" onClick={() => setOpen("sound")}>
          {texts.page.whichSound}
        </Button>
      )}
      {counsellor_recording && may_play && (
        <SessionButton slug={slug} session={session.id} page="cameras">
          {texts.cameras.open}
        </SessionButton>
      )}
      {open === "title" && <TitleDialog session={session} onClose={() => setOpen(null)} />}
      {open === "sound" && <SoundDialog session={session} onClose={() => setOpen(null)} />}
      {open === "region" && recording && (
        <RegionDialog session={session} recording={recording} onClose={() => setOpen(null)} />
      )}
    </>
  )
}

export function PrepareAgain({ session }: Omit<Props, "slug">) {
  const queryClient = useQueryClient()
  const prepare = useMutation({
    mutationFn: () => prepareSession(session.id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionQueries.all() }),
    onError: (error) => showError(error),
  })
  return (
    <Button variant="default" size="compact-sm" loading={prepare.isPending} onClick={() => prepare.mutate()}>
      {texts.page.prepareAgain}
    </Button>
  )
}
