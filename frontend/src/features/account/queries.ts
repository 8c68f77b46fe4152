import { queryOptions } from "@tanstack/react-query"

import { request } from "../../api/client"
import type { NewToken, Token } from "../../api/types"

export const tokensQuery = queryOptions({
  queryKey: ["tokens"],
  queryFn: ({ signal }) => request<Token[]>("tokens/", { signal }),
})

export const makeToken = (token: { label: string; days: number }) =>
  request<NewToken>("tokens/", { method: "POST", body: token })

export const withdrawToken = (id: number) => request<undefined>(`tokens/${id}/`, { method: "DELETE" })

export const changePassword = (passwords: { old_password: string; new_password: string }) =>
  request<undefined>("password/", { method: "POST", body: passwords })
