import { queryOptions } from "@tanstack/react-query"

import { request } from "./client"
import type { Codebook } from "./types"

/** What the study asks its raters. It is never edited, only succeeded, so it is asked for once a visit. */
export const codebookQuery = (slug: string) =>
  queryOptions({
    queryKey: ["codebook", slug],
    queryFn: ({ signal }) => request<Codebook>(`studies/${slug}/codebook/`, { signal }),
    staleTime: Infinity,
  })

/** The word for an answer: the level's label where the codebook has a word, else the answer as it is. */
export function levelLabel(codebook: Codebook | undefined, constructKey: string, answer: string | number): string {
  const construct = codebook?.constructs.find(({ key }) => key === constructKey)
  const level = construct?.levels.find(({ key }) => key === String(answer))
  return level?.label ?? (typeof answer === "number" ? figure(answer) : sentenceCase(answer))
}

/** A mean of several raters with one decimal, a plain level without. */
const figure = (answer: number): string => (Number.isInteger(answer) ? String(answer) : answer.toFixed(1))

const sentenceCase = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1)
