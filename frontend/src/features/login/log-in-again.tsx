import { Button, Modal } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useLocation } from "@tanstack/react-router"
import { useEffect, useState } from "react"

import { meQuery } from "../../api/queries"
import { LogInForm } from "./log-in-form"
import classes from "./login.module.css"
import { texts } from "./texts"

/**
 * Says over the page that a log-in has ended, and asks for the password when that is pressed. It takes no key by
 * itself: whoever types on, types on, and nothing of it gets into a password field or is sent.
 */
export function LogInAgain() {
  const isLoginPage = useLocation({ select: (location) => location.pathname === "/log-in" })
  const me = useQuery(meQuery).data
  const [lastUser, setLastUser] = useState<string>()
  const [isAsking, setIsAsking] = useState(false)
  const user = me?.user?.username
  useEffect(() => {
    if (user) setLastUser(user)
  }, [user])

  const hasEnded = me !== undefined && me.user === null && lastUser !== undefined && !isLoginPage
  return (
    <>
      {hasEnded && !isAsking && (
        <div role="alert" className={classes.ended}>
          <p>
            <strong>{texts.again}.</strong> {texts.againText}
          </p>
          <Button onClick={() => setIsAsking(true)}>{texts.logIn}</Button>
        </div>
      )}
      <Modal opened={hasEnded && isAsking} onClose={() => setIsAsking(false)} title={texts.againTitle}>
        <LogInForm username={lastUser} onLoggedIn={() => setIsAsking(false)} />
        <p className="small" style={{ marginTop: 12 }}>
          <a href="/log-in">{texts.other}</a>
        </p>
      </Modal>
    </>
  )
}
