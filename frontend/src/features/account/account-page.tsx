import { useSuspenseQuery } from "@tanstack/react-query"

import { meQuery } from "../../api/queries"
import { PageHeader } from "../../components/page-header"
import { PasswordPanel } from "./password-panel"
import { texts } from "./texts"
import { TokensPanel } from "./tokens-panel"

export function AccountPage() {
  const { user } = useSuspenseQuery(meQuery).data
  return (
    <>
      <PageHeader title={texts.title}>{user && texts.lead(user.name, user.username)}</PageHeader>
      <PasswordPanel />
      <TokensPanel />
    </>
  )
}
