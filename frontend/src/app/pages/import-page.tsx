import { useQuery, useSuspenseQuery } from "@tanstack/react-query"
import { useParams, useSearch } from "@tanstack/react-router"

import { studyQuery } from "../../api/queries"
import { ErrorNotice } from "../../components/error-notice"
import { NoRight } from "../../components/no-right"
import { PageSkeleton } from "../../components/skeleton"
import { ImportView } from "../../features/import/import-view"
import { texts } from "../../features/import/texts"
import { ConsentAtImport } from "../../features/people/consent-at-import"
import { personsQuery } from "../../features/people/queries"

const ROUTE = "/signed-in/studies/$slug/import"

/** From two files to a session. */
export function ImportPage() {
  const { slug } = useParams({ from: ROUTE })
  const { draft } = useSearch({ from: ROUTE })
  const isLead = useSuspenseQuery(studyQuery(slug)).data.my_roles.includes("lead")
  const persons = useQuery({ ...personsQuery(slug), enabled: isLead })

  if (!isLead) return <NoRight say={texts} />
  if (persons.error) return <ErrorNotice isPage error={persons.error} retry={() => void persons.refetch()} />
  if (!persons.data) return <PageSkeleton />
  return <ImportView slug={slug} draftId={draft} persons={persons.data} ConsentForm={ConsentAtImport} />
}
