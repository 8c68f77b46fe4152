import { useQuery } from "@tanstack/react-query"
import { useState } from "react"

import { meQuery } from "../../../api/queries"

/** What a browser tells of its connection, where it does. */
type Connection = { saveData?: boolean; effectiveType?: string }

const SLOW = ["slow-2g", "2g", "3g"]

/** Whether the person wants the small copy of the picture; until they say so, as their connection asks for. */
export function useSmallPicture(): [isSmall: boolean, choose: (isSmall: boolean) => void] {
  const username = useQuery(meQuery).data?.user?.username ?? ""
  const key = `attune.small-picture.${username}`
  const [chosen, setChosen] = useState<boolean>()
  const kept = localStorage.getItem(key)
  const choose = (isSmall: boolean) => {
    localStorage.setItem(key, String(isSmall))
    setChosen(isSmall)
  }
  return [chosen ?? (kept === null ? isSlow() : kept === "true"), choose]
}

function isSlow(): boolean {
  const { connection } = navigator as { connection?: Connection } // Only some browsers have it.
  return connection !== undefined && (connection.saveData === true || SLOW.includes(connection.effectiveType ?? ""))
}
