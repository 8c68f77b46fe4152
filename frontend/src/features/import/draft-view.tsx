import { Button } from "@mantine/core"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useRef, useState } from "react"

import { isApiError } from "../../api/client"
import type { Person } from "../../api/corpus"
import { formatName } from "../../api/transcript-formats"
import { Empty } from "../../components/empty"
import { ErrorNotice, explain } from "../../components/error-notice"
import { LinkButton } from "../../components/link-button"
import { goToMs } from "../../components/media-clock"
import { PageHeader } from "../../components/page-header"
import { Panel } from "../../components/panel"
import { Remarks } from "../../components/remarks"
import { PageSkeleton } from "../../components/skeleton"
import { Statement } from "../../components/statement"
import { CamerasPanel } from "./cameras/cameras-panel"
import { remarksOf } from "./cameras/finding"
import classes from "./import.module.css"
import type { ConsentForm } from "./import-view"
import { PeoplePanel } from "./people-panel"
import { confirmDraft, importQueries, type Confirmation, type Draft } from "./queries"
import { ReadingPanel } from "./reading/reading-panel"
import { RegionPanel } from "./region-panel"
import { AwaitedRecording } from "./sending/awaited-recording"
import type { Sending } from "./sending/use-sending"
import { SoundPanel } from "./sound/sound-panel"
import { SpeakersPanel } from "./speakers-panel"
import { texts } from "./texts"
import { TimingPanel } from "./timing/timing-panel"
import { TitleField } from "./title-field"
import { TurnsPanel } from "./turns-panel"
import { useCameraOffset, useOffset } from "./use-offsets"
import { confirmationOf, consentWarning, usePlan } from "./use-plan"
import { useThrowAway } from "./use-throw-away"

type Props = { slug: string; id: number; persons: Person[]; ConsentForm: ConsentForm; sending: Sending }

export function DraftView({ slug, id, persons, ConsentForm, sending }: Props) {
  const draft = useQuery(importQueries.draft(id))
  if (isApiError(draft.error) && draft.error.status === 404) {
    return (
      <Empty
        title={texts.draftGone}
        action={
          <LinkButton to="/studies/$slug/import" params={{ slug }} search={{}}>
            {texts.begin}
          </LinkButton>
        }
      >
        {texts.draftGoneText}
      </Empty>
    )
  }
  if (draft.error) return <ErrorNotice error={draft.error} retry={() => void draft.refetch()} />
  if (!draft.data) return <PageSkeleton />
  const about = { slug, persons, ConsentForm, sending }
  return <Preview draft={draft.data} {...about} />
}

type PreviewProps = Omit<Props, "id"> & { draft: Draft }

/** What is in the files, and all that must be said before it is a session. */
function Preview({ slug, draft, persons, ConsentForm, sending }: PreviewProps) {
  const navigate = useNavigate()
  const { plan, change, setRole, setPseudonym, setConsent } = usePlan(draft, persons)
  const { reading, probe } = draft
  const second = draft.counsellor_video
  const remarks = [...reading.remarks, ...(probe?.remarks ?? []), ...remarksOf(second)]
  const offset = useOffset(draft)
  const cameraOffset = useCameraOffset(draft)
  const offsets = { offsetMs: offset.ms, cameraOffsetMs: cameraOffset.ms, hasTwo: second !== null }
  const checked = draft.upload ? { fault: texts.onItsWay } : confirmationOf(plan, offsets, persons)
  const video = useRef<HTMLVideoElement>(null)
  const [isUnplayable, setIsUnplayable] = useState(false)
  const isPlayable = probe !== null && !isUnplayable
  const [at, setAt] = useState({ position: 0, jump: 0 })
  const jumpTo = (position: number) => setAt(({ jump }) => ({ position, jump: jump + 1 }))
  const play = (ms: number) => {
    if (!video.current) return
    goToMs(video.current, ms)
    void video.current.play().catch(() => undefined) // The browser may refuse to play; the moment is shown all the same.
  }
  const confirm = useConfirm(slug, draft.id)
  const warning = consentWarning(plan, persons, new Date())
  const [tone, said] =
    "fault" in checked
      ? ["warn", checked.fault]
      : confirm.error
        ? ["bad", `${texts.refused}: ${explain(confirm.error)}`]
        : warning
          ? ["warn", warning]
          : ["calm", texts.ready]
  const throwAway = useThrowAway(
    slug,
    () => void navigate({ to: "/studies/$slug/import", params: { slug }, search: {} }),
  )

  return (
    <>
      <PageHeader
        title={texts.title}
        actions={
          <>
            <LinkButton variant="default" to="/studies/$slug/sessions" params={{ slug }} search={{}}>
              {texts.later}
            </LinkButton>
            <Button variant="default" onClick={() => throwAway.ask(draft)}>
              {texts.throwAway}
            </Button>
          </>
        }
      >
        {texts.draftOf(draft.transcript_name, draft.video_name || (draft.upload?.name ?? ""))}
      </PageHeader>
      <Statement headline={texts.found(reading.turns.length, reading.speakers.length)}>
        {texts.foundNote(formatName(reading.format))}
      </Statement>
      <AwaitedRecording draft={draft} sending={sending} />
      {remarks.length > 0 && (
        <Panel title={texts.remarks} note={texts.remarksNote}>
          <Remarks remarks={remarks} onTurn={jumpTo} />
        </Panel>
      )}
      <ReadingPanel draft={draft} />
      <SpeakersPanel
        speakers={reading.speakers}
        roles={plan.roles}
        areOne={plan.areOne}
        onRole={setRole}
        onAreOne={(areOne) => change({ areOne })}
      />
      <PeoplePanel
        plan={plan}
        persons={persons}
        speakers={reading.speakers}
        ConsentForm={ConsentForm}
        onPseudonym={setPseudonym}
        onConsent={setConsent}
      />
      <SoundPanel draft={draft} />
      <TimingPanel
        draft={draft}
        roles={plan.roles}
        offset={offset}
        video={video}
        isPlayable={isPlayable}
        onUnplayable={() => setIsUnplayable(true)}
        onPlay={play}
        onJump={jumpTo}
      />
      {second && probe && (
        <CamerasPanel
          draft={draft}
          second={second}
          durationMs={probe.duration_ms}
          offset={cameraOffset}
          areTogether={plan.areTogether}
          onTogether={(areTogether) => change({ areTogether })}
          onMoveTranscript={offset.move}
        />
      )}
      {probe?.video_codec && (
        <RegionPanel
          draftId={draft.id}
          durationMs={probe.duration_ms}
          region={plan.region}
          onRegion={(region) => change({ region })}
        />
      )}
      <TurnsPanel
        turns={reading.turns}
        roles={plan.roles}
        offsetMs={offset.ms}
        onPlay={isPlayable ? play : undefined}
        at={at}
        onAt={(position) => setAt({ position, jump: 0 })}
      />
      <div className={classes.confirm}>
        <TitleField slug={slug} title={plan.title} onTitle={(title) => change({ title })} />
        <p role="status" className={classes.missing} data-tone={tone}>
          {said}
        </p>
        <Button
          disabled={"fault" in checked}
          loading={confirm.isPending}
          onClick={() => "confirmation" in checked && confirm.mutate(checked.confirmation)}
        >
          {texts.confirm}
        </Button>
      </div>
      {throwAway.dialog}
    </>
  )
}

function useConfirm(slug: string, id: number) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (confirmation: Confirmation) => confirmDraft(id, confirmation),
    onSuccess: async (session) => {
      await navigate({ to: "/studies/$slug/sessions/$id", params: { slug, id: String(session.id) }, search: {} })
      await queryClient.invalidateQueries() // Sessions, people, drafts and the study's counts all changed.
    },
  })
}
