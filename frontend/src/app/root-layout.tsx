import { useQuery } from "@tanstack/react-query"
import { Outlet } from "@tanstack/react-router"
import { useEffect } from "react"

import { meQuery } from "../api/queries"
import { changeQueue } from "../features/annotation/queue"
import { LogInAgain } from "../features/login/log-in-again"

export function RootLayout() {
  const username = useQuery(meQuery).data?.user?.username
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
