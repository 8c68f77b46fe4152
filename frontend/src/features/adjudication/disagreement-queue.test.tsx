import { MantineProvider } from "@mantine/core"
import { render, screen } from "@testing-library/react"
import { expect, it } from "vitest"

import type { Disagreement } from "../../api/adjudication"
import { DisagreementQueue } from "./disagreement-queue"

// Only what a line of the queue shows.
const rows = [1, 2, 3].map(
  (position) =>
    ({
      turn: { id: `turn-${position}`, position, text: `Words ${position}.` },
      session: { id: 1, key: "S001" },
      construct: "incongruence",
      construct_label: "Incongruence",
      why: ["tie"],
    }) as unknown as Disagreement,
)

const show = (has: boolean) =>
  render(
    <MantineProvider env="test">
      <DisagreementQueue
        rows={rows}
        current={rows[1] as Disagreement}
        onChoose={() => undefined}
        more={{ has, isLoading: false, load: () => undefined }}
      />
    </MantineProvider>,
  )

it("says which of how many disagreements is being settled, since the list may be longer than its window", () => {
  show(false)

  expect(screen.getByText(/^2 of 3/)).toBeTruthy()
})

it("says so of a list that is not loaded whole", () => {
  show(true)

  expect(screen.getByText(/^2 of the first 3/)).toBeTruthy()
})
