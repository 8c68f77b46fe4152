import { Select } from "@mantine/core"
import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query"

import { studyQuery } from "../../api/queries"
import { showError } from "../../components/error-notice"
import { Panel } from "../../components/panel"
import { moveStudy } from "./queries"
import { texts } from "./texts"

type Props = { slug: string }

/** Where the study is, which says when a consent's last day is over. */
export function TimeZonePanel({ slug }: Props) {
  const queryClient = useQueryClient()
  const { time_zone } = useSuspenseQuery(studyQuery(slug)).data
  const move = useMutation({
    mutationFn: (zone: string) => moveStudy(slug, zone),
    onSuccess: () => queryClient.invalidateQueries(), // Consents end at other moments now, and what hangs on them.
    onError: (error) => showError(error),
  })
  const zones = [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC", time_zone])]
  return (
    <Panel title={texts.timeZone} note={texts.timeZoneNote}>
      <Select
        aria-label={texts.timeZone}
        data={zones}
        value={time_zone}
        searchable
        allowDeselect={false}
        disabled={move.isPending}
        maw={320}
        onChange={(zone) => zone && zone !== time_zone && move.mutate(zone)}
      />
    </Panel>
  )
}
