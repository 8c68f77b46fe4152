import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useRouter } from "@tanstack/react-router"
import { useState } from "react"

import { request } from "../api/client"
import { ConfirmDialog } from "../components/confirm-dialog"
import { showError } from "../components/error-notice"
import { changeQueue } from "../features/annotation/queue"
import { texts } from "./texts"

/** Log out once every change kept in this browser has been sent; with some left, ask first. */
export function useLogOut() {
  const queryClient = useQueryClient()
  const router = useRouter()
  const [left, setLeft] = useState(0)

  const leave = useMutation({
    mutationFn: async () => {
      await request("log-out/", { method: "POST" })
      queryClient.clear()
      await router.navigate({ to: "/log-in", search: {} })
    },
    onError: (error) => showError(error),
  })
  const logOut = async () => {
    await changeQueue.flush()
    const { waiting } = changeQueue.snapshot()
    if (waiting > 0) setLeft(waiting)
    else leave.mutate()
  }

  const dialog = (
    <ConfirmDialog
      isOpen={left > 0}
      title={texts.unsentTitle(left)}
      confirm={texts.logOutAnyway}
      onConfirm={() => {
        setLeft(0)
        leave.mutate()
      }}
      onCancel={() => setLeft(0)}
    >
      {texts.unsentText}
    </ConfirmDialog>
  )
  return { logOut: () => void logOut(), dialog }
}
