import { ActionIcon, Menu, UnstyledButton, useMantineColorScheme, useComputedColorScheme } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"

import { meQuery } from "../api/queries"
import { useLogOut } from "./log-out"
import classes from "./shell.module.css"
import { texts } from "./texts"

type Props = { children?: ReactNode }

export function TopBar({ children }: Props) {
  const me = useQuery(meQuery).data
  const { logOut, dialog } = useLogOut()
  return (
    <header className={classes.top}>
      <a href="#content" className={classes.skip}>
        {texts.skip}
      </a>
      <Link to="/" className={classes.brand} aria-label={texts.home}>
        attune
      </Link>
      {children}
      <span className={classes.grow} />
      <SchemeToggle />
      {me?.user && (
        <Menu position="bottom-end" width={200}>
          <Menu.Target>
            <UnstyledButton className={classes.person}>{me.user.name || me.user.username}</UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            {me.user.may_create_studies && (
              <Menu.Item renderRoot={(props) => <Link {...props} to="/" search={{ all: true }} />}>
                {texts.allStudies}
              </Menu.Item>
            )}
            <Menu.Item component={Link} to="/account">
              {texts.account}
            </Menu.Item>
            <Menu.Item onClick={logOut}>{texts.logOut}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {dialog}
    </header>
  )
}

/** Follows the system until someone chooses; the choice is kept in this browser. */
function SchemeToggle() {
  const { setColorScheme } = useMantineColorScheme()
  const other = useComputedColorScheme("light") === "light" ? "dark" : "light"
  return (
    <ActionIcon
      variant="subtle"
      aria-label={texts.useScheme(other)}
      title={texts.useScheme(other)}
      onClick={() => setColorScheme(other)}
    >
      <svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="var(--ink-2)" strokeWidth="1.5" aria-hidden>
        <circle cx="8" cy="8" r="6" />
        <path d="M8 2a6 6 0 0 1 0 12z" fill="var(--ink-2)" />
      </svg>
    </ActionIcon>
  )
}
