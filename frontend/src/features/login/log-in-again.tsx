import { Modal } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useLocation } from "@tanstack/react-router"
import { useEffect, useState } from "react"

import { meQuery } from "../../api/queries"
import { LogInForm } from "./log-in-form"
import { texts } from "./texts"

/** Asks for the password over the page when a log-in has ended, so that nothing on the page is lost. */
export function LogInAgain() {
  const isLoginPage = useLocation({ select: (location) => location.pathname === "/log-in" })
  const me = useQuery(meQuery).data
  const [lastUser, setLastUser] = useState<string>()
  const user = me?.user?.username
  useEffect(() => {
    if (user) setLastUser(user)
  }, [user])

  const hasEnded = me !== undefined && me.user === null && lastUser !== undefined && !isLoginPage
  return (
    <Modal
      opened={hasEnded}
      onClose={() => undefined}
      withCloseButton={false}
      title={texts.again}
      closeOnEscape={false}
    >
      <p style={{ marginBottom: 12 }}>{texts.againText}</p>
      <LogInForm username={lastUser} onLoggedIn={() => undefined} />
      <p className="small" style={{ marginTop: 12 }}>
        <a href="/log-in">{texts.other}</a>
      </p>
    </Modal>
  )
}
