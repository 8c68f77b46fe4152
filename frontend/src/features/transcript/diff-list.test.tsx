import { MantineProvider } from "@mantine/core"
import { render, screen, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test } from "vitest"

import type { Diff, DiffStep } from "../../api/corpus"
import { DiffList } from "./diff-list"

const said = (text: string, start_ms: number) => ({
  speaker: "Ana",
  role: "client" as const,
  start_ms,
  end_ms: start_ms + 900,
  text,
  backchannels: [],
})

const STEPS: DiffStep[] = [
  {
    kind: "kept",
    turn: "a",
    was_position: 0,
    position: 0,
    before: said("Yes.", 0),
    after: said("Yes.", 0),
    changes: [],
    n_labels: 2,
  },
  {
    kind: "changed",
    turn: "b",
    was_position: 1,
    position: 1,
    before: said("I was fine.", 1000),
    after: said("I was fired.", 1500),
    changes: ["text", "time"],
    n_labels: 1,
  },
  {
    kind: "new",
    turn: null,
    was_position: null,
    position: 2,
    before: null,
    after: said("And then?", 3000),
    changes: [],
    n_labels: 0,
  },
  {
    kind: "gone",
    turn: "c",
    was_position: 2,
    position: null,
    before: said("Hm.", 4000),
    after: null,
    changes: [],
    n_labels: 3,
  },
]

const DIFF: Diff = {
  version: 1,
  hash: "abc",
  roles: { Ana: "client" },
  counts: {
    kept: { turns: 1, labels: 2 },
    changed: { turns: 1, labels: 1 },
    moved: { turns: 0, labels: 0 },
    new: { turns: 1, labels: 0 },
    back: { turns: 0, labels: 0 },
    gone: { turns: 1, labels: 3 },
  },
  steps: STEPS,
}

const show = (diff: Diff) =>
  render(
    <MantineProvider env="test">
      <DiffList diff={diff} />
    </MantineProvider>,
  )

test("what a new file would do is said in a sentence, with the labels it touches", () => {
  show(DIFF)

  expect(screen.getByText("1 turn stays as it is, 1 changes, 1 is new, 1 goes.")).toBeTruthy()
  expect(screen.getByText(/3 labels go with their turns; undo brings them back/)).toBeTruthy()
})

test("what changes is shown word by word, and what is kept only when asked for", async () => {
  const user = userEvent.setup()
  show(DIFF)
  const rows = within(screen.getByRole("list", { name: "What would change" }))

  expect(rows.getAllByRole("listitem")).toHaveLength(3)
  expect(rows.getByRole("deletion").textContent).toBe("fine.")
  expect(rows.getByRole("insertion").textContent).toBe("fired.")
  expect(rows.getByText("0:01.0 – 0:01.9 → 0:01.5 – 0:02.4")).toBeTruthy()
  await user.click(screen.getByRole("radio", { name: "Kept 1" }))

  expect(rows.getAllByRole("listitem")).toHaveLength(1)
  expect(rows.getByText("2 labels")).toBeTruthy()
})

test("a turn that stands elsewhere is said to, with where it was and when, and that its labels go along", () => {
  const none = { turns: 0, labels: 0 }
  const moved: DiffStep = {
    kind: "moved",
    turn: "d",
    was_position: 11,
    position: 4,
    before: said("My mother called.", 60_000),
    after: said("My mother called.", 20_000),
    changes: ["time"],
    n_labels: 2,
  }
  show({
    ...DIFF,
    steps: [moved],
    counts: { kept: none, changed: none, moved: { turns: 1, labels: 2 }, new: none, back: none, gone: none },
  })

  expect(screen.getByText("0 turns stay as they are, 1 moved.")).toBeTruthy()
  expect(screen.getByText(/2 labels go along with their turns to another place: the raters are asked/)).toBeTruthy()
  const row = within(screen.getByRole("listitem"))
  expect(row.getByText("moved: times")).toBeTruthy()
  expect(row.getByText("It was turn 12 and becomes turn 5.")).toBeTruthy()
  expect(row.getByText("1:00.0 – 1:00.9 → 0:20.0 – 0:20.9")).toBeTruthy()
  expect(row.queryByRole("deletion")).toBeNull()
})

test("a file that says the same is told to change nothing", () => {
  const [kept] = STEPS as [DiffStep]
  const none = { turns: 0, labels: 0 }
  show({
    ...DIFF,
    steps: [kept],
    counts: { kept: { turns: 1, labels: 2 }, changed: none, moved: none, new: none, back: none, gone: none },
  })

  expect(screen.getByText("This file changes nothing: every turn stays as it is now.")).toBeTruthy()
})
