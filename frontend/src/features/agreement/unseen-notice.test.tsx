import { MantineProvider } from "@mantine/core"
import { render, screen } from "@testing-library/react"
import { expect, test } from "vitest"

import { UnseenNotice } from "./unseen-notice"

const show = (nUnseen: number) =>
  render(
    <MantineProvider>
      <UnseenNotice nUnseen={nUnseen} />
    </MantineProvider>,
  )

test("answers about a face that nobody can see are told, and that they count nowhere", () => {
  show(8)

  expect(screen.getByText("8 ratings have answers about a face that nobody can see.")).toBeDefined()
  expect(screen.getByText(/These answers are kept, and they count neither here nor/)).toBeDefined()
})

test("where there are none, nothing is said", () => {
  show(0)

  expect(screen.queryByText(/nobody can see/)).toBeNull()
})
