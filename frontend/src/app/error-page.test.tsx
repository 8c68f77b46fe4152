import { MantineProvider } from "@mantine/core"
import { render, screen } from "@testing-library/react"
import { expect, test } from "vitest"

import { ErrorPage } from "./error-page"

const show = (message: string) =>
  render(
    <MantineProvider>
      <ErrorPage error={new Error(message)} reset={() => undefined} />
    </MantineProvider>,
  )

test.each([
  "Failed to fetch dynamically imported module: http://localhost/static/agreement-page.js",
  "error loading dynamically imported module: http://localhost/static/agreement-page.js",
  "Importing a module script failed.",
  "Unable to preload CSS for /static/agreement-page.css",
])("a page whose code does not arrive says that the server cannot be reached: %s", (message) => {
  show(message)

  expect(screen.getByRole("alert").textContent).toMatch(/This page could not be loaded.*cannot be reached/)
})

test("a page that fails by itself says so", () => {
  show("x is undefined")

  expect(screen.getByRole("alert").textContent).toMatch(/stopped working.*a fault of its own/)
})
