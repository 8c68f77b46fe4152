import type { SessionTurn } from "../../api/corpus"

/** Texts are compared without case, and however an accent is encoded. */
const plain = (text: string) => text.normalize("NFC").toLocaleLowerCase()

/** The turns whose words or speaker hold what is looked for, in order; none where nothing is. */
export function hitsOf(turns: SessionTurn[], looked: string): SessionTurn[] {
  const wanted = plain(looked.trim())
  if (!wanted) return []
  return turns.filter(({ text, speaker }) => plain(text ?? "").includes(wanted) || plain(speaker).includes(wanted))
}

/** The first of some turns after the one at `position`, or before it; past the end it begins anew. */
export function nextOf(hits: SessionTurn[], position: number, by: 1 | -1): SessionTurn | undefined {
  if (by === 1) return hits.find((turn) => turn.position > position) ?? hits[0]
  return hits.findLast((turn) => turn.position < position) ?? hits.at(-1)
}

/** A text in pieces, with those that are looked for marked. Where lower case has another length, nothing is marked. */
export function piecesOf(text: string, looked: string): { text: string; isHit: boolean }[] {
  const wanted = plain(looked.trim())
  const whole = plain(text)
  if (!wanted || whole.length !== text.length) return [{ text, isHit: false }]
  const pieces: { text: string; isHit: boolean }[] = []
  let from = 0
  for (let at = whole.indexOf(wanted); at !== -1; at = whole.indexOf(wanted, from)) {
    if (at > from) pieces.push({ text: text.slice(from, at), isHit: false })
    pieces.push({ text: text.slice(at, at + wanted.length), isHit: true })
    from = at + wanted.length
  }
  if (from < text.length) pieces.push({ text: text.slice(from), isHit: false })
  return pieces
}
