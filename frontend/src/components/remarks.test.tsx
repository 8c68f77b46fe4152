import { MantineProvider } from "@mantine/core"
import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { describe, expect, it, vi } from "vitest"

import { Remarks, type RemarkRow } from "./remarks"

const few: RemarkRow[] = [
  { severity: "info", where: "line 3", message: "The times were sorted." },
  { severity: "error", where: "line 9", message: "A cue could not be kept." },
  { severity: "warning", where: "turn 12", message: "It begins after the end." },
]
const many: RemarkRow[] = Array.from({ length: 120 }, (_, index) => ({
  severity: index < 100 ? "info" : "warning",
  where: `line ${index + 1}`,
  message: "Something was repaired.",
}))

const show = (remarks: RemarkRow[], onTurn?: (position: number) => void) =>
  render(
    <MantineProvider>
      <Remarks remarks={remarks} onTurn={onTurn} />
    </MantineProvider>,
  )
const said = () => screen.getAllByRole("listitem").map((item) => item.textContent)

describe("remarks", () => {
  it("stand with the gravest first, with their line, and lead to their turn", async () => {
    const onTurn = vi.fn()
    show(few, onTurn)

    await userEvent.click(screen.getByRole("button", { name: "turn 12" }))

    expect(said()).toEqual([
      "FaultA cue could not be kept. (line 9)",
      "CheckIt begins after the end. turn 12",
      "NoteThe times were sorted. (line 3)",
    ])
    expect(onTurn).toHaveBeenCalledWith(11)
    expect(screen.queryByRole("searchbox")).toBeNull()
  })

  it("are shown piece by piece and filtered by kind and word when they are many", async () => {
    show(many)
    expect(said()).toHaveLength(50)

    await userEvent.click(screen.getByRole("radio", { name: "To check 20" }))
    expect(said()).toHaveLength(20)

    await userEvent.type(screen.getByRole("searchbox"), "line 120")
    expect(said()).toEqual(["CheckSomething was repaired. (line 120)"])
  })
})
