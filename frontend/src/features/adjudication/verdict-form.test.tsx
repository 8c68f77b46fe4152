import { MantineProvider } from "@mantine/core"
import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { describe, expect, it, vi } from "vitest"

import { codebook } from "./test-codebook"
import { VerdictForm } from "./verdict-form"

function show(consensus: Record<string, string | number>) {
  const onVerdict = vi.fn()
  render(
    <MantineProvider>
      <VerdictForm codebook={codebook} consensus={consensus} isBusy={false} error={null} onVerdict={onVerdict} />
    </MantineProvider>,
  )
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
