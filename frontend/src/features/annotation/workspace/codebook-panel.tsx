import { CloseButton } from "@mantine/core"
import { useEffect, useRef, type KeyboardEvent } from "react"

import type { Codebook } from "../../../api/types"
import { KeyHint } from "../../../components/key-hint"
import { texts } from "../texts"
import classes from "./codebook.module.css"
import { focusedField } from "./form-focus"

type Props = { codebook: Codebook; onClose: () => void }

/** What each question and each of its levels means, beside the questions: keys go on answering, and it follows them. */
export function CodebookPanel({ codebook, onClose }: Props) {
  const say = texts.codebook
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const follow = () => {
      const box = list.current
      const asked = box?.querySelector<HTMLElement>(`[data-of="${focusedField()}"]`)
      if (!box || !asked) return
      box.querySelector("[data-is-asked]")?.removeAttribute("data-is-asked")
      asked.dataset.isAsked = ""
      box.scrollTop = asked.offsetTop
    }
    follow()
    document.addEventListener("focusin", follow)
    return () => document.removeEventListener("focusin", follow)
  }, [])

  return (
    <section className={classes.panel} aria-labelledby="codebook-title">
      <div className={classes.head}>
        <h2 id="codebook-title">
          {say.title} <small>{say.version(codebook.name, codebook.version)}</small>
        </h2>
        <KeyHint keys="B" />
        <CloseButton size="sm" aria-label={say.close} aria-keyshortcuts="b" onClick={onClose} />
      </div>
      <div ref={list} className={classes.list} role="group" aria-label={say.title} tabIndex={0} onKeyDown={scrollAlone}>
        {codebook.constructs.map(({ key, label, question, definition, examples, levels, scale }) => (
          <section key={key} data-of={key}>
            <h3>{label}</h3>
            <p>{question}</p>
            {definition && <p className="small">{definition}</p>}
            {scale === "nominal" && (
              <dl>
                {levels.map((level) => (
                  <div key={level.key}>
                    <dt>{level.label}</dt>
                    <dd>{level.definition}</dd>
                  </div>
                ))}
              </dl>
            )}
            {examples.length > 0 && (
              <>
                <p className="small">{say.examples}</p>
                <ul>
                  {examples.map((example) => (
                    <li key={example}>{example}</li>
                  ))}
                </ul>
              </>
            )}
          </section>
        ))}
      </div>
    </section>
  )
}

/** Arrows scroll it while the focus is on it; elsewhere they lead from question to question. */
const scrollAlone = (event: KeyboardEvent) => event.key.startsWith("Arrow") && event.stopPropagation()
