import { useDocumentTitle } from "@mantine/hooks"
import { Link } from "@tanstack/react-router"

import { Empty } from "../components/empty"
import { Main } from "../components/main"
import classes from "./shell.module.css"
import { texts } from "./texts"

export function NotFoundPage() {
  useDocumentTitle(`${texts.notFoundTitle} · Attune`)
  return (
    <Main className={classes.main}>
      <Empty isPage title={texts.notFoundTitle} action={<Link to="/">{texts.toStudies}</Link>}>
        {texts.notFoundText}
      </Empty>
    </Main>
  )
}
