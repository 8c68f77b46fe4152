import { MantineProvider } from "@mantine/core"
import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, it } from "vitest"

import { DataTable } from "./data-table"

const rows = Array.from({ length: 45 }, (_, index) => ({ id: index, name: `S${index} R${index % 3} words` }))

function show() {
  render(
    <MantineProvider>
      <DataTable
        label="Passes"
        columns={[{ key: "name", header: "Name", render: ({ name }) => name }]}
        rows={rows}
        rowKey={({ id }) => id}
        searchText={({ name }) => name}
        pageSize={20}
      />
    </MantineProvider>,
  )
  return userEvent.setup()
}
const shown = () => screen.getAllByRole("row").length - 1

it("shows a long list in pieces, to its end", async () => {
  const user = show()

  expect(shown()).toBe(20)
  await user.click(screen.getByRole("button", { name: "Show more of 25" }))
  await user.click(screen.getByRole("button", { name: "Show more of 5" }))

  expect(shown()).toBe(45)
  expect(screen.queryByRole("button", { name: /more/ })).toBeNull()
})

it("searches all of it, by every word in whichever order", async () => {
  const user = show()

  await user.type(screen.getByRole("searchbox"), "r2 s44")

  expect(shown()).toBe(1)
  expect(screen.getByText("S44 R2 words")).toBeDefined()
})
