import { Button, TextInput } from "@mantine/core"
import type { Ref } from "react"

import type { SessionTurn } from "../../api/corpus"
import { KeyHint } from "../../components/key-hint"
import { count } from "../../components/numbers"
import { nextOf } from "./find"
import { texts } from "./texts"
import classes from "./transcript.module.css"

type Props = {
  looked: string
  hits: SessionTurn[]
  /** The turns on which labels wait for a second look. */
  waiting: SessionTurn[]
  /** Of the turn that is edited. */
  position: number
  inputRef: Ref<HTMLInputElement>
  onLook: (looked: string) => void
  onGo: (turn: SessionTurn) => void
}

/** Search words or speakers, and go from one place to the next. */
export function FindBar({ looked, hits, waiting, position, inputRef, onLook, onGo }: Props) {
  const say = texts.find
  const at = hits.findIndex((turn) => turn.position === position)
  const go = (by: 1 | -1) => {
    const to = nextOf(hits, position, by)
    if (to) onGo(to)
  }
  const nextWaiting = nextOf(waiting, position, 1)
  return (
    <div role="search" className={classes.find}>
      <TextInput
        ref={inputRef}
        className={classes.look}
        size="xs"
        aria-label={say.label}
        placeholder={say.placeholder}
        value={looked}
        rightSection={looked ? undefined : <KeyHint keys="/" />}
        onChange={(event) => onLook(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") go(event.shiftKey ? -1 : 1)
          else if (event.key === "Escape") {
            onLook("")
            event.currentTarget.blur()
          }
        }}
      />
      {looked.trim() && (
        <>
          <span role="status" className="small number">
            {say.found(at === -1 ? null : at + 1, hits.length)}
          </span>
          <Button size="compact-xs" variant="default" disabled={!hits.length} onClick={() => go(-1)}>
            {say.before}
          </Button>
          <Button size="compact-xs" variant="default" disabled={!hits.length} onClick={() => go(1)}>
            {say.next}
          </Button>
        </>
      )}
      {nextWaiting && (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => onGo(nextWaiting)}
          rightSection={<KeyHint keys="L" />}
          aria-keyshortcuts="l"
        >
          {say.waiting(count(waiting.length))}
        </Button>
      )}
    </div>
  )
}
