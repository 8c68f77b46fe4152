import { Button } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import { useMutation, useQueryClient } from "@tanstack/react-query"

import type { Release } from "../../api/releases"
import { ConfirmDialog } from "../../components/confirm-dialog"
import { showError } from "../../components/error-notice"
import { approveRelease, releaseQueries } from "./queries"
import classes from "./releases.module.css"
import { texts } from "./texts"

type Props = { release: Release; slug: string }

export function ApproveButton({ release, slug }: Props) {
  const queryClient = useQueryClient()
  const [isAsking, { open, close }] = useDisclosure()
  const approve = useMutation({
    mutationFn: () => approveRelease(release.id),
    onSuccess: (approved) => {
      queryClient.setQueryData(releaseQueries.one(release.id).queryKey, approved)
      void queryClient.invalidateQueries({ queryKey: releaseQueries.list(slug).queryKey })
      void queryClient.invalidateQueries({ queryKey: ["study", slug] })
    },
    onError: (error) => {
      showError(error)
      // What it was refused for is what the page says from now on.
      void queryClient.invalidateQueries({ queryKey: releaseQueries.one(release.id).queryKey })
    },
    onSettled: close,
  })
  return (
    <div className={classes.action}>
      <Button onClick={open}>{texts.page.approve}</Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={texts.page.approveTitle(release.number)}
        confirm={texts.page.approve}
        isBusy={approve.isPending}
        onConfirm={() => approve.mutate()}
        onCancel={close}
      >
        {texts.page.approveText}
      </ConfirmDialog>
    </div>
  )
}
