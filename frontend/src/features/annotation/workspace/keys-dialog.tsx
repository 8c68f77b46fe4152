import { Modal } from "@mantine/core"

import { KeyHint } from "../../../components/key-hint"
import { texts } from "../texts"
import { BINDINGS } from "./key-map"
import classes from "./workspace.module.css"

type Props = { isOpen: boolean; onClose: () => void }

/** All keys, from the same list the page listens to. */
export function KeysDialog({ isOpen, onClose }: Props) {
  const say = texts.keys
  return (
    <Modal opened={isOpen} onClose={onClose} title={say.title} size="lg">
      <div className={classes.keys}>
        {(["play", "move", "answer", "other"] as const).map((group) => (
          <section key={group}>
            <h3>{say.groups[group]}</h3>
            <dl>
              {group === "answer" && (
                <>
                  <Key shown="1 – 9" meaning={say.levels} />
                  <Key shown="← →" meaning={say.leftRight} />
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

function Key({ shown, meaning }: { shown: string; meaning: string }) {
  return (
    <div>
      <dt>
        <span className={classes.spoken}>{shown}</span>
        <KeyHint keys={shown} />
      </dt>
      <dd>{meaning}</dd>
    </div>
  )
}
