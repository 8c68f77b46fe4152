import { MantineProvider } from "@mantine/core"
import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useState } from "react"
import { describe, expect, it, vi } from "vitest"

import { codebook } from "./test-codebook"
import { NOTHING_SAID, VerdictForm, type Draft } from "./verdict-form"

function show(consensus: Record<string, string | number>) {
  const onVerdict = vi.fn()
  function Page() {
    const [draft, onDraft] = useState<Draft>(NOTHING_SAID)
    const about = { codebook, consensus, draft, onDraft, onVerdict }
    return (
      <MantineProvider>
        <VerdictForm {...about} isBusy={false} error={null} />
      </MantineProvider>
    )
  }
  render(<Page />)
  return { onVerdict, user: userEvent.setup() }
}

describe("an expert at the keyboard", () => {
  it("agrees with one key", async () => {
    const { onVerdict, user } = show({ incongruence: "none" })

    await user.keyboard("a")

    expect(onVerdict).toHaveBeenCalledExactlyOnceWith({ agrees: true })
  })

  it("disagrees about presence with a value of their own", async () => {
    const { onVerdict, user } = show({ incongruence: "none" })

    await user.keyboard("d1")
    await user.keyboard("3{Enter}")

    expect(onVerdict).toHaveBeenCalledExactlyOnceWith({
      agrees: false,
      kind: "presence",
      construct: "incongruence",
      value: "contradiction",
      comment: undefined,
    })
  })

  it("cannot save half a disagreement", async () => {
    const { onVerdict, user } = show({ incongruence: "none", engagement: 3 })

    await user.keyboard("d{Enter}")
    await user.keyboard("2{Enter}")

    expect(onVerdict).not.toHaveBeenCalled()
    expect(screen.getByRole<HTMLButtonElement>("button", { name: /save the verdict/i }).disabled).toBe(true)
  })

  it("is told at each step what is still missing", async () => {
    const { user } = show({ incongruence: "none", engagement: 3 })
    const told = () => screen.getByRole("status").textContent

    await user.keyboard("d")
    expect(told()).toBe("Not saved yet: say what you dispute.")
    await user.keyboard("1")
    expect(told()).toBe("Not saved yet: say what you would say instead.")
    await user.keyboard("3")

    expect(told()).toBe("Nothing is missing. Enter saves it.")
  })

  it("writes a comment whose letters are not taken for keys", async () => {
    const { onVerdict, user } = show({ incongruence: "none" })

    await user.keyboard("d")
    await user.type(screen.getByRole("textbox"), "a hard one")
    await user.click(screen.getByRole("radio", { name: /cut wrongly/ }))
    await user.keyboard("{Enter}")

    expect(onVerdict).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ agrees: false, kind: "turn_boundary", value: undefined, comment: "a hard one" }),
    )
  })
})
