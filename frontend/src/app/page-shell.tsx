import { Outlet } from "@tanstack/react-router"

import { TopBar } from "./top-bar"
import classes from "./shell.module.css"

/** Pages that belong to no study. */
export function PageShell() {
  return (
    <>
      <TopBar />
      <main id="content" className={classes.main} tabIndex={-1}>
        <Outlet />
      </main>
    </>
  )
}
