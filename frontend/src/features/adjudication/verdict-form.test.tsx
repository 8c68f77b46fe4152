import { MantineProvider } from "@mantine/core"
import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useState } from "react"
import { describe, expect, it, vi } from "vitest"

import { codebook } from "./test-codebook"
import { VerdictForm } from "./verdict-form"
import { NOTHING_SAID, verdictOf, type Draft } from "./verdicts"

function show() {
  const onVerdict = vi.fn()
  function Page() {
    const [draft, onDraft] = useState<Draft>(NOTHING_SAID)
    const save = () => onVerdict(verdictOf(codebook, draft, null))
    return (
      <MantineProvider>
        <VerdictForm
          codebook={codebook}
          draft={draft}
          onDraft={onDraft}
          note="Enter saves it."
          isBusy={false}
          onSave={save}
        />
      </MantineProvider>
    )
  }
  render(<Page />)
  return { onVerdict, user: userEvent.setup() }
}

describe("an expert at the keyboard", () => {
  it("labels a turn by digits and saves it by Enter", async () => {
    const { onVerdict, user } = show()

    await user.keyboard("2")
    await user.keyboard("1{Enter}")

    expect(onVerdict).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ kind: "labels", labels: { incongruence: "minimizing", direction: "face_gt_words" } }),
    )
  })

  it("takes the latest answer back by Escape", async () => {
    const { onVerdict, user } = show()

    await user.keyboard("3{Escape}1{Enter}")

    expect(onVerdict).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ labels: { incongruence: "none" } }))
  })

  it("says that a turn cannot be judged, or is cut wrongly, instead", async () => {
    const { onVerdict, user } = show()

    await user.keyboard("1x{Enter}")
    await user.keyboard("b{Enter}")

    expect(onVerdict).toHaveBeenNthCalledWith(1, expect.objectContaining({ kind: "cannot_judge", labels: {} }))
    expect(onVerdict).toHaveBeenNthCalledWith(2, expect.objectContaining({ kind: "turn_boundary", labels: {} }))
  })

  it("cannot save nothing, and is told what is missing", async () => {
    const { onVerdict, user } = show()
    const told = () => screen.getByRole("status").textContent

    await user.keyboard("{Enter}")
    expect(told()).toMatch(/^Not saved yet: answer/)
    await user.keyboard("1")

    expect(told()).toBe("Enter saves it.")
    expect(onVerdict).not.toHaveBeenCalled()
  })

  it("writes a comment whose letters are not taken for keys, and Enter saves there too", async () => {
    const { onVerdict, user } = show()

    await user.keyboard("1")
    await user.type(screen.getByRole("textbox"), "box{Shift>}{Enter}{/Shift}2{Enter}")

    expect(onVerdict).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ kind: "labels", labels: { incongruence: "none" }, comment: "box\n2" }),
    )
  })
})
