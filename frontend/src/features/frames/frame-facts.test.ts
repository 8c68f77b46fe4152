import { expect, test } from "vitest"

import { faceWords } from "./frame-facts"

const found = (detector: string, confidence: number, is_low_confidence = false) =>
  faceWords({
    face_box: { x: 0.1, y: 0.1, w: 0.4, h: 0.4 },
    detector,
    confidence,
    is_low_confidence,
    image: "/frames/1/image/",
  })

test("a face says whether it is in doubt, and the score only where it is one from 0 to 1", () => {
  expect(found("yunet", 0.94)).toBe("face found, score .94")
  expect(found("yunet", 0.71, true)).toBe("face uncertain, score .71")
  expect(found("opencv_haar_frontalface_alt2", 71)).toBe("face found")
  expect(found("opencv_haar_frontalface_alt2", 55, true)).toBe("face uncertain")
  expect(found("by_hand", 0)).toBe("face drawn by hand")
})
