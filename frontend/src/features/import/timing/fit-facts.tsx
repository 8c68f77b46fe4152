import { Button } from "@mantine/core"
import { useState } from "react"

import { Statement } from "../../../components/statement"
import type { Draft, DraftTurn } from "../queries"
import { beforeStart, pastEnd, untimed, withoutEnd, withoutLength, type Place } from "./fit"
import { texts } from "./texts"
import classes from "./timing.module.css"

type Props = { draft: Draft; offsetMs: number; onJump: (position: number) => void }
type Fact = { headline: string; count: number; places: Place[]; isWarning: boolean }

/** What looks odd about the times, each with links to the turns that it is about. */
export function FitFacts({ draft, offsetMs, onJump }: Props) {
  const facts = factsOf(draft, offsetMs).filter(({ count }) => count > 0)
  if (facts.length === 0) return <Statement headline={texts.fitsHeadline} />
  return (
    <ul className={classes.fits}>
      {facts.map((fact) => (
        <FactItem key={fact.headline} fact={fact} onJump={onJump} />
      ))}
    </ul>
  )
}

const FEW = 4
const MOST = 50

function FactItem({ fact, onJump }: { fact: Fact; onJump: (position: number) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const { headline, count, places, isWarning } = fact
  const shown = places.slice(0, isOpen ? MOST : FEW)
  const listed = Math.min(places.length, MOST)
  return (
    <li data-is-warning={isWarning || undefined}>
      <span>{headline}</span>
      <span className={classes.places}>
        {shown.map(({ position, note }) => (
          <Button key={position} variant="subtle" size="compact-xs" onClick={() => onJump(position)}>
            {texts.turn(position)}
            {note && <span className={classes.placeNote}>{note}</span>}
          </Button>
        ))}
        {listed > FEW && (
          <Button variant="default" size="compact-xs" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? texts.showLess : texts.showAll(listed)}
          </Button>
        )}
        {isOpen && count > listed && <span className="small">{texts.notListed(count - listed)}</span>}
      </span>
    </li>
  )
}

function factsOf({ reading, probe }: Draft, offsetMs: number): Fact[] {
  const { turns, facts } = reading
  const fact = (headline: (n: number) => string, places: Place[], isWarning = true): Fact => ({
    headline: headline(places.length),
    count: places.length,
    places,
    isWarning,
  })
  const stretches = (found: typeof facts.gaps): Place[] =>
    found.map(({ position, from_ms, until_ms }) => ({ position, note: texts.stretch(from_ms, until_ms) }))
  const laterParts = reading.parts.slice(1).filter(({ is_read }) => is_read)
  const made = reading.implausible.filter(({ is_read }) => is_read)
  const counted = (headline: (n: number) => string, startsMs: (number | null)[]): Fact => ({
    headline: headline(startsMs.length),
    count: startsMs.length,
    // A line that nobody can have said may be inside a turn, and several in one.
    places: [...new Set(startsMs.flatMap((startMs) => turnWith(turns, startMs)))].map((position) => ({ position })),
    isWarning: true,
  })
  const areMoved = reading.parts.every(({ is_read }) => is_read)
  return [
    counted(texts.parts, areMoved ? laterParts.map(({ first_ms, starts_ms }) => first_ms + starts_ms) : []),
    counted(
      texts.implausible,
      made.map(({ start_ms }) => start_ms),
    ),
    fact(texts.beforeStart, beforeStart(turns, offsetMs)),
    fact(texts.pastEnd, pastEnd(turns, probe?.duration_ms ?? null, offsetMs)),
    fact(texts.untimed, untimed(turns)),
    fact(texts.withoutEnd, withoutEnd(turns), false),
    fact(texts.withoutLength, withoutLength(turns), false),
    { headline: texts.gaps(facts.n_gaps), count: facts.n_gaps, places: stretches(facts.gaps), isWarning: false },
    {
      headline: texts.overlaps(facts.n_overlaps),
      count: facts.n_overlaps,
      places: stretches(facts.overlaps),
      isWarning: false,
    },
  ]
}

/** The position of the turn in which a moment of the transcript's clock lies, if there is one. */
function turnWith(turns: DraftTurn[], ms: number | null): number[] {
  const around = turns.findLast(({ start_ms }) => start_ms !== null && ms !== null && start_ms <= ms)
  return around ? [around.position] : []
}
