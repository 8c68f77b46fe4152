import { KeyHint } from "../key-hint"
import { texts } from "./texts"

type Props = { isSwapped: boolean; onSwap: () => void }

/** Which of two pictures is the large one. Its page listens to the key. */
export function SwapButton({ isSwapped, onSwap }: Props) {
  return (
    <button type="button" aria-pressed={isSwapped} aria-keyshortcuts="v" onClick={onSwap}>
      {texts.swap} <KeyHint keys="V" />
    </button>
  )
}
