import { useQuery, useQueryClient } from "@tanstack/react-query"
import { Outlet } from "@tanstack/react-router"
import { useEffect, useSyncExternalStore } from "react"

import { meQuery } from "../api/queries"
import { changeQueue } from "../features/annotation/queue"
import { LogInAgain } from "../features/login/log-in-again"

export function RootLayout() {
  const username = useQuery(meQuery).data?.user?.username
  const queryClient = useQueryClient()
  const { trouble } = useSyncExternalStore(changeQueue.subscribe, changeQueue.snapshot)

  useEffect(() => {
    if (trouble === "logged_out") void queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
  }, [trouble, queryClient])
  useEffect(() => {
    if (username) changeQueue.start(username)
  }, [username])

  return (
    <>
      <Outlet />
      <LogInAgain />
    </>
  )
}
