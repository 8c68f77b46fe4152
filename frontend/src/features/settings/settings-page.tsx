import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { useState } from "react"

import { studyQuery } from "../../api/queries"
import { ErrorNotice } from "../../components/error-notice"
import { NoRight } from "../../components/no-right"
import { PageHeader } from "../../components/page-header"
import { TableSkeleton } from "../../components/skeleton"
import { AgreementPanel } from "./agreement-panel"
import { FramesPanel } from "./frames-panel"
import { PeoplePanel } from "./people-panel"
import { changesOf, settingsOf } from "./plan"
import { PlanBar } from "./plan-bar"
import { PreparationPanel } from "./preparation-panel"
import { changeStudy, settingsQueries, type Settings } from "./queries"
import { texts } from "./texts"
import { ViewsPanel } from "./views-panel"

/** What the study asks of pictures and sound, and what a change of it costs. */
export function SettingsPage() {
  const { slug } = useParams({ from: "/signed-in/studies/$slug/settings" })
  const study = useSuspenseQuery(studyQuery(slug)).data
  const isLead = study.my_roles.includes("lead")
  const mayOpen = isLead || study.my_roles.includes("steward")
  const preparation = useQuery({ ...settingsQueries.preparation(slug), enabled: mayOpen })
  const set = settingsOf(study)
  const [plan, setPlan] = useState<Settings>(set)
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (changes: Partial<Settings>) => changeStudy(slug, changes),
    onSuccess: async (changed) => {
      queryClient.setQueryData(studyQuery(slug).queryKey, changed)
      setPlan(settingsOf(changed))
      await queryClient.invalidateQueries() // Sessions are prepared again, and every picture of them may change.
    },
  })

  if (!mayOpen) return <NoRight say={texts} />
  if (preparation.error)
    return <ErrorNotice isPage error={preparation.error} retry={() => void preparation.refetch()} />
  const changes = changesOf(set, plan)
  const change = (next: Settings) => {
    save.reset()
    setPlan(next)
  }
  return (
    <>
      <PageHeader title={texts.title}>{texts.lead}</PageHeader>
      {preparation.data ? (
        <>
          <PreparationPanel slug={slug} preparation={preparation.data} mayChange={isLead} />
          <FramesPanel plan={plan} preparation={preparation.data} mayChange={isLead} onChange={change} />
          <ViewsPanel plan={plan} onChange={change} />
          <AgreementPanel study={study} mayChange={isLead} />
          <PeoplePanel study={study} mayChange={isLead} />
          {Object.keys(changes).length > 0 && (
            <PlanBar
              slug={slug}
              changes={changes}
              isSaving={save.isPending}
              error={save.error}
              onSave={save.mutate}
              onDrop={() => change(set)}
            />
          )}
        </>
      ) : (
        <TableSkeleton />
      )}
    </>
  )
}
