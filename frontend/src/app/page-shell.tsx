import { Outlet } from "@tanstack/react-router"

import { Main } from "../components/main"
import { TopBar } from "./top-bar"
import classes from "./shell.module.css"

/** Pages that belong to no study. */
export function PageShell() {
  return (
    <>
      <TopBar />
      <Main id="content" className={classes.main}>
        <Outlet />
      </Main>
    </>
  )
}
