import { Statement } from "../../components/statement"
import { texts } from "./texts"

type Props = { nUnseen: number }

/** How many ratings have answers that count nowhere, because their session shows no face. */
export function UnseenNotice({ nUnseen }: Props) {
  if (nUnseen === 0) return null
  return (
    <Statement headline={texts.unseen.headline(nUnseen)} tone="warn">
      {texts.unseen.text}
    </Statement>
  )
}
