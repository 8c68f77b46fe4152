import { useDocumentTitle } from "@mantine/hooks"
import { useRouter, useSearch } from "@tanstack/react-router"

import { LogInForm } from "./log-in-form"
import classes from "./login.module.css"
import { texts } from "./texts"

export function LogInPage() {
  useDocumentTitle(`${texts.title} · Attune`)
  const { next } = useSearch({ from: "/log-in" })
  const router = useRouter()
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <span className={classes.brand}>attune</span>
        <p>{texts.whatItIs}</p>
        <h1>{texts.title}</h1>
        <LogInForm onLoggedIn={() => router.history.push(next ?? "/")} />
        <p className="small">{texts.newTo}</p>
      </div>
    </main>
  )
}
