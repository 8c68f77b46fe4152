import { notifications } from "@mantine/notifications"

import { texts } from "../texts"

/** Say that no client turn follows, and how many are still open. Said once, however often the key is pressed. */
export function tellLastTurn(nOpen: number): void {
  const message = nOpen > 0 ? texts.lastTurnOpen(nOpen) : texts.lastTurn
  notifications.show({ id: `last-turn-${nOpen}`, message })
}
