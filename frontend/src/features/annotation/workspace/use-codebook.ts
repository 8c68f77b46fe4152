import { useMediaQuery } from "@mantine/hooks"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"

import { meQuery } from "../../../api/queries"

/** As in workspace.module.css: three columns, the first with room under the recording. */
const HAS_ROOM = "(min-width: 1241px) and (min-height: 700px)"

/** Whether the codebook is open beside the questions; until the person says so, where there is room for it. */
export function useCodebook(): [isOpen: boolean, toggle: () => void] {
  const username = useQuery(meQuery).data?.user?.username ?? ""
  const hasRoom = useMediaQuery(HAS_ROOM, undefined, { getInitialValueInEffect: false }) ?? false
  const key = `attune.codebook.${username}`
  const [chosen, setChosen] = useState<boolean>()
  const kept = localStorage.getItem(key)
  const isOpen = chosen ?? (kept === null ? hasRoom : kept === "true")
  const toggle = () => {
    localStorage.setItem(key, String(!isOpen))
    setChosen(!isOpen)
  }
  return [isOpen, toggle]
}
