import { MantineProvider } from "@mantine/core"
import { fireEvent, render, screen } from "@testing-library/react"
import { expect, test, vi } from "vitest"

import { TwoPictures } from "./two-pictures"
import { useLeader } from "./use-leader"

const attach = () => () => undefined

/** As the workspace shows it: another copy of the recording takes the place of the one that leads. */
function Stage({ copy }: { copy: string }) {
  const { leader, ref } = useLeader(attach)
  const second = { src: "/counsellor/", placed: { offsetMs: 3000, driftPpm: 0 }, isMuted: true }
  return (
    <MantineProvider env="test">
      <TwoPictures second={second} leader={leader} isSwapped={false} className="">
        <video key={copy} ref={ref} src={copy} aria-label="leader" />
      </TwoPictures>
    </MantineProvider>
  )
}

const goTo = (seconds: number) => {
  const leader = screen.getByLabelText("leader") as HTMLVideoElement
  leader.currentTime = seconds
  fireEvent(leader, new Event("seeked"))
}
const counsellorAt = () => (screen.getByLabelText("The counsellor's camera") as HTMLVideoElement).currentTime

test("the counsellor's picture keeps with the client's, also after another copy took its place", () => {
  vi.spyOn(HTMLMediaElement.prototype, "pause").mockImplementation(() => undefined)
  const { rerender } = render(<Stage copy="/large/" />)
  goTo(10)
  expect(counsellorAt()).toBe(7)

  rerender(<Stage copy="/small/" />)
  goTo(20)

  expect(counsellorAt()).toBe(17)
})

test("before the second camera ran, the page says so", () => {
  vi.spyOn(HTMLMediaElement.prototype, "pause").mockImplementation(() => undefined)
  render(<Stage copy="/large/" />)

  goTo(1)
  expect(screen.getByText("The counsellor's camera was not running.")).toBeTruthy()
  goTo(4)

  expect(screen.queryByText("The counsellor's camera was not running.")).toBeNull()
})
