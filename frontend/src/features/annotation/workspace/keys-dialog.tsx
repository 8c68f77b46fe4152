import { Modal } from "@mantine/core"

import type { Construct } from "../../../api/types"
import { KeyHint } from "../../../components/key-hint"
import { texts } from "../texts"
import { BINDINGS } from "./key-map"
import classes from "./workspace.module.css"

type Props = { isOpen: boolean; onClose: () => void; constructs: Construct[] }

/** All keys, from the same list the page listens to, and the letters that the codebook gives to levels. */
export function KeysDialog({ isOpen, onClose, constructs }: Props) {
  const say = texts.keys
  return (
    <Modal opened={isOpen} onClose={onClose} title={say.title} size={960}>
      <div className={classes.keys}>
        {(["play", "move", "answer", "other"] as const).map((group) => (
          <section key={group}>
            <h3>{say.groups[group]}</h3>
            <dl>
              {group === "answer" && (
                <>
                  <Key shown="1 – 9" meaning={say.levels} />
                  <Key shown="← →" meaning={say.leftRight} />
                  {constructs.map((construct) => (
                    <LetterKeys key={construct.key} construct={construct} />
                  ))}
                </>
              )}
              {BINDINGS[group].map(({ command, shown }) => (
                <Key key={command} shown={shown} meaning={say[command]} />
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className="small">{say.note}</p>
    </Modal>
  )
}

/** Digits are told once for all questions; letters belong to one. */
function LetterKeys({ construct: { label, levels } }: { construct: Construct }) {
  const lettered = levels.filter(({ shortcut }) => /^[a-z]$/i.test(shortcut))
  if (lettered.length === 0) return null
  const shown = lettered.map(({ shortcut }) => shortcut.toUpperCase()).join(" ")
  const names = lettered.map((level) => level.label)
  return <Key shown={shown} meaning={texts.keys.pick(label, names)} />
}

function Key({ shown, meaning }: { shown: string; meaning: string }) {
  return (
    <div>
      <dt>
        <span className={classes.spoken}>{shown}</span>
        <KeyHint keys={shown} isAll />
      </dt>
      <dd>{meaning}</dd>
    </div>
  )
}
