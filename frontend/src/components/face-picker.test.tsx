import { MantineProvider } from "@mantine/core"
import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, it, vi } from "vitest"

import { FacePicker, type FaceOnPicture } from "./face-picker"

const FACES: FaceOnPicture[] = [
  { face: { x: 0.1, y: 0.2, w: 0.1, h: 0.2 }, region: { x: 0, y: 0.1, w: 0.3, h: 0.5 } },
  { face: { x: 0.7, y: 0.2, w: 0.1, h: 0.2 }, region: { x: 0.6, y: 0.1, w: 0.3, h: 0.5 } },
]

function show(faces: FaceOnPicture[] | undefined, value = FACES[1]?.region ?? null) {
  const change = vi.fn()
  render(
    <MantineProvider env="test">
      <FacePicker faces={faces} atMs={1000} durationMs={9000} value={value} onChange={change} onMoment={vi.fn()}>
        <img alt="A moment" />
      </FacePicker>
    </MantineProvider>,
  )
  return change
}

it("tells which face is chosen, and gives the region of another when it is pressed", async () => {
  const change = show(FACES)

  expect(screen.getByRole("button", { name: "Face 2 from the left", pressed: true })).toBeTruthy()
  await userEvent.click(screen.getByRole("button", { name: "Face 1 from the left" }))
  expect(change).toHaveBeenCalledWith(FACES[0]?.region)
})

it("says that it looks, and where it finds none what to do", () => {
  show(undefined)
  expect(screen.getByRole("status").textContent).toBe("Looking for faces")
})

it("offers drawing where no face is found", async () => {
  show([])
  expect(screen.getByRole("status").textContent).toContain("No face was found at this moment")
  await userEvent.click(screen.getByRole("button", { name: "Draw a rectangle instead" }))
  expect(screen.getByRole("application")).toBeTruthy()
})
