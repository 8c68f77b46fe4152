import { Button } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import { notifications } from "@mantine/notifications"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useId } from "react"

import { ConfirmDialog } from "../../components/confirm-dialog"
import { showError } from "../../components/error-notice"
import { dateTime } from "../../components/numbers"
import { acceptConsensus, consensusQuery, disagreementQueries } from "./queries"
import { texts } from "./texts"

/** Make gold labels of every majority that nobody disputes, after saying how many. */
export function TakeMajority({ slug }: { slug: string }) {
  const queryClient = useQueryClient()
  const [isAsking, { open, close }] = useDisclosure()
  const consensus = useQuery(consensusQuery(slug)).data
  const tally = useQuery(disagreementQueries.tally(slug)).data
  const why = useId()
  const say = texts.queue
  const accept = useMutation({
    mutationFn: () => acceptConsensus(slug),
    onSuccess: ({ settled, left_open, left_waiting }) => {
      notifications.show({ message: say.taken(settled, left_open, left_open - left_waiting) })
      void queryClient.invalidateQueries({ queryKey: disagreementQueries.all() })
      void queryClient.invalidateQueries({ queryKey: ["study", slug] })
    },
    onError: (error) => showError(error),
    onSettled: close,
  })
  const computedAt = consensus?.computed_at
  return (
    <>
      {consensus && !computedAt && (
        <span id={why} className="small">
          {say.takeNone}
        </span>
      )}
      <Button variant="default" disabled={!computedAt} aria-describedby={why} onClick={open}>
        {say.take}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={say.takeTitle}
        confirm={say.takeConfirm}
        isBusy={accept.isPending}
        onConfirm={() => accept.mutate()}
        onCancel={close}
      >
        {consensus && computedAt && tally && (
          <>
            <p>{say.takeText(consensus.n_labels, tally.n_open)}</p>
            <p className="small">{say.takeOld(dateTime(computedAt))}</p>
          </>
        )}
      </ConfirmDialog>
    </>
  )
}
