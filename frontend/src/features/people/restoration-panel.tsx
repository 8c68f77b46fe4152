import { Button, Checkbox, Stack } from "@mantine/core"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"

import { membersQuery } from "../../api/queries"
import { ErrorNotice, showError } from "../../components/error-notice"
import { dateTime } from "../../components/numbers"
import { Panel } from "../../components/panel"
import { TableSkeleton } from "../../components/skeleton"
import { confirmRestored } from "./queries"
import classes from "./people.module.css"
import { texts } from "./texts"

type Props = { slug: string; asOf: string }

const say = texts.restored

/** What a backup cannot know, who comes back with it, and the button that opens the study again. */
export function RestorationPanel({ slug, asOf }: Props) {
  const queryClient = useQueryClient()
  const members = useQuery(membersQuery(slug))
  const [leaving, setLeaving] = useState<string[]>([])
  const confirm = useMutation({
    mutationFn: () => confirmRestored(slug, leaving.map(Number)),
    onSuccess: () => queryClient.invalidateQueries(), // Everybody's pages open again.
    onError: (error) => showError(error),
  })
  return (
    <Panel title={say.title(dateTime(asOf))}>
      <Stack gap="md">
        <p>{say.text}</p>
        <ol className={classes.effects}>
          {say.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        {members.isPending && <TableSkeleton rows={3} />}
        {members.error && <ErrorNotice error={members.error} retry={() => void members.refetch()} />}
        {members.data && (
          <Checkbox.Group label={say.leaving} value={leaving} onChange={setLeaving}>
            <Stack gap={6} mt={6}>
              {members.data.map(({ id, name, username, role }) => (
                <Checkbox key={id} value={String(id)} label={say.member(name, username, role)} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        <div>
          <Button disabled={!members.data} loading={confirm.isPending} onClick={() => confirm.mutate()}>
            {say.confirm(leaving.length)}
          </Button>
        </div>
      </Stack>
    </Panel>
  )
}
