import { MantineProvider } from "@mantine/core"
import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test } from "vitest"

import { CopyDialog } from "./copy-dialog"

const WITHDRAWN = "8 turns of C-01, who no longer consents to training"
const FREE = { why_not_within: "", why_not_external: "" }

async function opened(props: Partial<Parameters<typeof CopyDialog>[0]>) {
  const user = userEvent.setup()
  render(
    <MantineProvider>
      <CopyDialog name="Release 4" label="Get it" href="/download/" copy={FREE} withdrawn="" {...props} />
    </MantineProvider>,
  )
  await user.click(screen.getByRole("button", { name: "Get it" }))
  await screen.findByRole("dialog")
  return user
}

const linkOf = () => screen.queryByRole("link", { name: "Download" })?.getAttribute("href")

test("a copy is asked what it is for", async () => {
  const user = await opened({})

  expect(linkOf()).toBe("/download/?use=within")
  await user.click(screen.getByRole("radio", { name: /outside the study/ }))
  expect(linkOf()).toBe("/download/?use=external")
})

test("nobody gives to others what somebody did not agree to, and the reason is there", async () => {
  await opened({ copy: { ...FREE, why_not_external: "Not everyone agreed: C-02." } })

  expect(screen.getByRole("radio", { name: /outside the study/ }).hasAttribute("disabled")).toBe(true)
  expect(screen.getByText("Not everyone agreed: C-02.")).toBeTruthy()
})

test("what holds a withdrawn person says so and is downloaded only once that is confirmed", async () => {
  const user = await opened({ withdrawn: WITHDRAWN })

  expect(screen.getByRole("alert").textContent).toMatch("Release 4 holds 8 turns of C-01, who no longer consents")
  expect(linkOf()).toBeUndefined()
  await user.click(screen.getByRole("checkbox"))
  expect(linkOf()).toBe("/download/?use=within&include_withdrawn=true")
})

test("whoever may not read the words reads why, and gets nothing", async () => {
  await opened({ withdrawn: WITHDRAWN, copy: { why_not_within: "Only leads.", why_not_external: "No." } })

  expect(screen.getByRole("alert").textContent).toBe("Only leads.")
  expect(screen.queryByRole("radio")).toBeNull()
  expect(linkOf()).toBeUndefined()
})
