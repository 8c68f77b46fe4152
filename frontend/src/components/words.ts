/** Two versions of a text, word by word. */

export type Piece = { kind: "same" | "gone" | "new"; text: string }

/** Beyond so many pairs of words, the texts are shown one after the other rather than compared for seconds. */
const MOST_PAIRS = 4_000_000

/** What of `before` is gone and what of `after` is new, in reading order; a word keeps the space after it. */
export function wordDiff(before: string, after: string): Piece[] {
  const [old, now] = [words(before), words(after)]
  const isSame = (a: string | undefined, b: string | undefined) => a?.trimEnd() === b?.trimEnd()
  const shorter = Math.min(old.length, now.length)
  let head = 0
  while (head < shorter && isSame(old[head], now[head])) head += 1
  let tail = 0
  while (tail < shorter - head && isSame(old.at(-1 - tail), now.at(-1 - tail))) tail += 1

  const middle = compared(old.slice(head, old.length - tail), now.slice(head, now.length - tail), isSame)
  const same = (text: string[]): Piece[] => text.map((each) => ({ kind: "same", text: each }))
  return joined([...same(now.slice(0, head)), ...middle, ...same(now.slice(now.length - tail))])
}

/** By the longest common row of words. */
function compared(old: string[], now: string[], isSame: (a?: string, b?: string) => boolean): Piece[] {
  const gone = (text: string): Piece => ({ kind: "gone", text })
  const fresh = (text: string): Piece => ({ kind: "new", text })
  if (old.length * now.length > MOST_PAIRS) return [...old.map(gone), ...now.map(fresh)]

  const width = now.length + 1
  const common = new Uint32Array((old.length + 1) * width)
  const at = (i: number, j: number) => common[i * width + j] ?? 0
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      common[i * width + j] = isSame(old[i], now[j]) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const pieces: Piece[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    const [was, is] = [old[i], now[j]]
    if (was !== undefined && is !== undefined && isSame(was, is)) {
      pieces.push({ kind: "same", text: is })
      i += 1
      j += 1
    } else if (was !== undefined && (is === undefined || at(i + 1, j) >= at(i, j + 1))) {
      pieces.push(gone(was))
      i += 1
    } else if (is !== undefined) {
      pieces.push(fresh(is))
      j += 1
    }
  }
  return pieces
}

const words = (text: string): string[] => text.match(/\s*\S+\s*/gu) ?? []

/** Neighbours of one kind as one piece, what is gone before what came in its place. */
function joined(pieces: Piece[]): Piece[] {
  const result: Piece[] = []
  let [gone, fresh] = ["", ""]
  const settle = () => {
    if (gone) result.push({ kind: "gone", text: gone })
    if (fresh) result.push({ kind: "new", text: fresh })
    ;[gone, fresh] = ["", ""]
  }
  for (const { kind, text } of pieces) {
    if (kind === "gone") gone += text
    else if (kind === "new") fresh += text
    else {
      settle()
      const last = result.at(-1)
      if (last?.kind === "same") last.text += text
      else result.push({ kind, text })
    }
  }
  settle()
  return result
}
