import { cleanup, configure } from "@testing-library/react"
import { afterEach, vi } from "vitest"

afterEach(cleanup)
// A page of many parts takes more than a second on a machine that is busy.
configure({ asyncUtilTimeout: 5000 })

// jsdom plays and loads nothing.
HTMLMediaElement.prototype.load = () => undefined

// jsdom has none of these, and Mantine asks for them.
window.matchMedia ??= (media: string) =>
  ({ media, matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }) as unknown as MediaQueryList
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
if (!("fonts" in document)) Object.defineProperty(document, "fonts", { value: new EventTarget() })
