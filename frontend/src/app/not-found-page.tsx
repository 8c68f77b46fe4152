import { useDocumentTitle } from "@mantine/hooks"
import { Link } from "@tanstack/react-router"

import { Empty } from "../components/empty"
import classes from "./shell.module.css"
import { texts } from "./texts"

export function NotFoundPage() {
  useDocumentTitle(`${texts.notFoundTitle} · Attune`)
  return (
    <main className={classes.main}>
      <Empty title={texts.notFoundTitle} action={<Link to="/">{texts.toStudies}</Link>}>
        {texts.notFoundText}
      </Empty>
    </main>
  )
}
