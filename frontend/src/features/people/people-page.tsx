import { useQuery, useSuspenseQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"

import { isApiError } from "../../api/client"
import { studyQuery } from "../../api/queries"
import { Empty } from "../../components/empty"
import { ErrorNotice } from "../../components/error-notice"
import { LinkButton } from "../../components/link-button"
import { NoRight } from "../../components/no-right"
import { PageHeader } from "../../components/page-header"
import { Panel } from "../../components/panel"
import { TableSkeleton } from "../../components/skeleton"
import { PeopleTable } from "./people-table"
import { personsQuery } from "./queries"
import { RestorationPanel } from "./restoration-panel"
import { texts } from "./texts"
import { TimeZonePanel } from "./time-zone-panel"

export function PeoplePage() {
  const { slug } = useParams({ from: "/signed-in/studies/$slug/people" })
  const { restored_as_of } = useSuspenseQuery(studyQuery(slug)).data
  const persons = useQuery(personsQuery(slug))

  if (isApiError(persons.error) && persons.error.status === 403) return <NoRight say={texts} />
  return (
    <>
      <PageHeader title={texts.title}>{texts.lead}</PageHeader>
      {restored_as_of && <RestorationPanel slug={slug} asOf={restored_as_of} />}
      {persons.error && <ErrorNotice error={persons.error} retry={() => void persons.refetch()} />}
      <Panel isFlush>
        {persons.isPending && <TableSkeleton />}
        {persons.data?.length === 0 && (
          <Empty
            title={texts.none}
            action={
              <LinkButton to="/studies/$slug/import" params={{ slug }}>
                {texts.toImport}
              </LinkButton>
            }
          >
            {texts.noneText}
          </Empty>
        )}
        {persons.data && persons.data.length > 0 && <PeopleTable persons={persons.data} />}
      </Panel>
      <TimeZonePanel slug={slug} />
    </>
  )
}
