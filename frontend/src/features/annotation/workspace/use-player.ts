import { useState, useSyncExternalStore } from "react"

import type { Workspace } from "../../../api/types"
import { turnAt } from "../../../components/turn-clip"
import { Player } from "./player"

const kept = (slug: string) => `attune.player.${slug}`

/** The player of a workspace. Speed, loop and sound are remembered in this browser, for each study. */
export function usePlayer({ media, study }: Workspace): Player {
  const [player] = useState(() => {
    const settings = JSON.parse(localStorage.getItem(kept(study.slug)) ?? "{}") as object // Written below alone.
    return new Player(media.duration_ms ?? 0, settings, (news) =>
      localStorage.setItem(kept(study.slug), JSON.stringify(news)),
    )
  })
  return player
}

export const usePlayerState = (player: Player) => useSyncExternalStore(player.subscribe, player.snapshot)

/** Media time, for what moves with every frame. */
export const useTime = (player: Player): number => useSyncExternalStore(player.subscribeTime, player.time)

/** The id of the turn being spoken, for what changes with it alone. */
export const useSpokenTurn = (player: Player, turns: Workspace["turns"]): string | undefined =>
  useSyncExternalStore(player.subscribeTime, () => turnAt(turns, player.time())?.id)
