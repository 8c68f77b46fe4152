import { Modal } from "@mantine/core"

import { KeyHint } from "../../components/key-hint"
import { texts } from "./texts"
import classes from "./transcript.module.css"

type Props = { isOpen: boolean; onClose: () => void }

export function KeysDialog({ isOpen, onClose }: Props) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={texts.keys.title}>
      <dl className={classes.keys}>
        {texts.keys.list.map(([keys, meaning]) => (
          <div key={keys}>
            <dt aria-label={keys}>
              <KeyHint keys={keys ?? ""} isAll />
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className="small">{texts.keys.note}</p>
    </Modal>
  )
}
