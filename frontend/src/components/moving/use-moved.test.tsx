import { act, renderHook } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"

import { useMoved } from "./use-moved"

const save = vi.fn()
const show = (kept: number | null, error: Error | null = null) =>
  renderHook((props) => useMoved(props.kept, { save, error: props.error }), { initialProps: { kept, error } })

beforeEach(() => {
  vi.useFakeTimers()
  save.mockReset()
})
afterEach(() => void vi.useRealTimers())

test("what is moved holds at once, and is saved once when the moving stops", () => {
  const { result, rerender } = show(0)

  act(() => result.current.move(100))
  act(() => result.current.move(110))
  expect([result.current.ms, result.current.isSaved]).toEqual([110, false])
  expect(save).not.toHaveBeenCalled()
  act(() => void vi.advanceTimersByTime(600))
  rerender({ kept: 110, error: null })

  expect(save.mock.calls).toEqual([[110]])
  expect(result.current.isSaved).toBe(true)
})

test("whoever leaves before the pause is over has it saved all the same", () => {
  const { result, unmount } = show(0)

  act(() => result.current.move(-10))
  unmount()

  expect(save.mock.calls).toEqual([[-10]])
})

test("what the server finds out holds until a person says otherwise", () => {
  const { result, rerender } = show(null)
  expect(result.current.ms).toBeNull()

  rerender({ kept: 3420, error: null })
  expect([result.current.ms, result.current.isSaved]).toEqual([3420, true])
  act(() => result.current.move(3410))
  rerender({ kept: 3425, error: null })

  expect(result.current.ms).toBe(3410)
})

test("a refusal is told of what is shown, and not asked for again by itself", () => {
  const refusal = new Error("Laid so, they share no moment.")
  const { result, rerender } = show(0)

  act(() => result.current.move(9_000_000))
  act(() => void vi.advanceTimersByTime(600))
  rerender({ kept: 0, error: refusal })
  act(() => void vi.advanceTimersByTime(6000))

  expect(result.current.error).toBe(refusal)
  expect(save).toHaveBeenCalledTimes(1)
  act(() => result.current.move(0))
  expect(result.current.error).toBeNull()
})
