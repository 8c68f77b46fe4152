import { queryOptions } from "@tanstack/react-query"

import { request } from "../../api/client"
import type { NewToken, Schemas, Token } from "../../api/types"

export const tokensQuery = queryOptions({
  queryKey: ["tokens"],
  queryFn: ({ signal }) => request<Token[]>("tokens/", { signal }),
})

export const makeToken = (token: Schemas["TokenInputRequest"]) =>
  request<NewToken>("tokens/", { method: "POST", body: token })

export const withdrawToken = (id: number) => request<undefined>(`tokens/${id}/`, { method: "DELETE" })

export const changePassword = (passwords: Schemas["PasswordInputRequest"]) =>
  request<undefined>("password/", { method: "POST", body: passwords })
