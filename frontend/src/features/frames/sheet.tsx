import { Button, SegmentedControl } from "@mantine/core"
import { useIntersection } from "@mantine/hooks"
import { useInfiniteQuery } from "@tanstack/react-query"
import { useEffect, useRef, type CSSProperties, type KeyboardEvent } from "react"

import type { SessionDetail } from "../../api/corpus"
import { FRAME_KINDS, type ContactSheet, type Frame, type FrameKind } from "../../api/frames"
import { Empty } from "../../components/empty"
import { ErrorNotice } from "../../components/error-notice"
import { Panel } from "../../components/panel"
import { TableSkeleton } from "../../components/skeleton"
import { Statement } from "../../components/statement"
import { FrameCard } from "./frame-card"
import classes from "./frames.module.css"
import { frameQueries } from "./queries"
import { texts } from "./texts"

type Props = {
  session: SessionDetail
  only: FrameKind | undefined
  /** The frame that was open, to come back to. */
  from: number | undefined
  onOnly: (only: FrameKind | undefined) => void
  onOpen: (frame: Frame) => void
}

/** All frames of a session, to be looked over: those in doubt can be had alone. */
export function Sheet({ session, only, from, onOnly, onOpen }: Props) {
  const sheet = useInfiniteQuery(frameQueries.sheet(session.id, only))
  const first = sheet.data?.pages[0]
  const frames = sheet.data?.pages.flatMap((page) => page.results) ?? []

  if (sheet.error) return <ErrorNotice error={sheet.error} retry={() => void sheet.refetch()} />
  if (!first) return <TableSkeleton />
  if (first.counts.all === 0) {
    return <Empty title={texts.none}>{session.has_video ? texts.noneText : texts.noVideo}</Empty>
  }
  const areSeveral = frames.some(({ number }) => number > 0)
  return (
    <>
      <SheetSummary session={session} sheet={first} />
      <Panel title={texts.sheet} note={texts.keys} actions={<Kinds only={only} sheet={first} onOnly={onOnly} />}>
        {frames.length === 0 && only ? (
          <p>{texts.nothing[only]}</p>
        ) : (
          <Cards frames={frames} session={session} areSeveral={areSeveral} from={from} onOpen={onOpen} />
        )}
        {sheet.hasNextPage && <More isLoading={sheet.isFetchingNextPage} onMore={() => void sheet.fetchNextPage()} />}
      </Panel>
    </>
  )
}

function SheetSummary({ session, sheet }: { session: SessionDetail; sheet: ContactSheet }) {
  const { counts, why_hidden } = sheet
  const { face_search: search, client_region: region } = session.recording ?? {}
  const headline = counts.missing > 0 ? texts.missing(counts.missing, counts.all) : texts.all(counts.all)
  return (
    <Statement headline={headline} tone={counts.missing + counts.low_confidence > 0 ? "warn" : "calm"}>
      {counts.low_confidence > 0 && texts.toLookAt(counts.low_confidence)} {search && texts.search(search)}{" "}
      {search?.several ? `${texts.several(search.several)} ` : ""}
      {search && search.misses > 0 && region && texts.assumed} {search && !region && texts.largest} {why_hidden}
    </Statement>
  )
}

type KindsProps = { only: FrameKind | undefined; sheet: ContactSheet; onOnly: Props["onOnly"] }

function Kinds({ only, sheet, onOnly }: KindsProps) {
  return (
    <SegmentedControl<FrameKind | "all">
      size="xs"
      aria-label={texts.show.label}
      value={only ?? "all"}
      onChange={(kind) => onOnly(kind === "all" ? undefined : kind)}
      data={(["all", ...FRAME_KINDS] as const).map((kind) => ({
        value: kind,
        label: texts.show[kind](sheet.counts[kind]),
      }))}
    />
  )
}

type CardsProps = {
  frames: Frame[]
  session: SessionDetail
  areSeveral: boolean
  from: number | undefined
  onOpen: (frame: Frame) => void
}

/** One tab stop for the keyboard: arrows move along and between the rows. */
function Cards({ frames, session, areSeveral, from, onOpen }: CardsProps) {
  const grid = useRef<HTMLDivElement>(null)
  const { width, height } = session.recording ?? {}
  const tabStop = frames.some(({ id }) => id === from) ? from : frames[0]?.id

  useEffect(() => {
    if (from === undefined) return
    grid.current?.querySelector<HTMLElement>(`[data-frame="${from}"]`)?.focus()
  }, [from])

  const move = (event: KeyboardEvent) => {
    const cards = [...(grid.current?.children ?? [])].filter((each) => each instanceof HTMLElement)
    const at = cards.findIndex((card) => card === document.activeElement)
    const columns = cards.filter(({ offsetTop }) => offsetTop === cards[0]?.offsetTop).length
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key]
    const next = step === undefined || at < 0 ? undefined : cards[at + step]
    if (!next) return
    event.preventDefault()
    next.focus()
  }

  return (
    <div
      ref={grid}
      className={classes.sheet}
      role="group"
      aria-label={texts.sheet}
      style={{ "--aspect": width && height ? width / height : 16 / 9 } as CSSProperties}
      onKeyDown={move}
    >
      {frames.map((frame) => (
        <FrameCard
          key={frame.id}
          frame={frame}
          areSeveral={areSeveral}
          isTabStop={frame.id === tabStop}
          onOpen={() => onOpen(frame)}
        />
      ))}
    </div>
  )
}

/** Loads by itself when it comes near the screen, or by its button. */
function More({ isLoading, onMore }: { isLoading: boolean; onMore: () => void }) {
  const { ref, entry } = useIntersection({ rootMargin: "600px" })
  const isNear = entry?.isIntersecting ?? false
  const load = useRef(onMore)
  load.current = onMore
  useEffect(() => {
    if (isNear && !isLoading) load.current()
  }, [isNear, isLoading])
  return (
    <div ref={ref} className={classes.more}>
      <Button variant="default" loading={isLoading} onClick={onMore}>
        {texts.more}
      </Button>
    </div>
  )
}
