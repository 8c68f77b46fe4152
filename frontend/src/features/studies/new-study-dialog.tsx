import { Button, Modal, NumberInput, Stack, Switch, Textarea, TextInput } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useState, type FormEvent } from "react"

import { meQuery } from "../../api/queries"
import { DialogActions } from "../../components/dialog-actions"
import { explain } from "../../components/error-notice"
import { createStudy, studiesQuery } from "./queries"
import classes from "./studies.module.css"
import { texts } from "./texts"

type Props = { isOpen: boolean; onClose: () => void }

export function NewStudyDialog({ isOpen, onClose }: Props) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [name, setName] = useState("")
  const [description, setDescription] = useState("")
  const [hasChannelPasses, setHasChannelPasses] = useState(false)
  const [isOnePersons, setIsOnePersons] = useState(false)
  const [ratersPerTurn, setRatersPerTurn] = useState<string | number>(3)
  const create = useMutation({
    mutationFn: () =>
      createStudy({
        name,
        description,
        has_channel_passes: hasChannelPasses,
        raters_per_turn: Number(ratersPerTurn),
        is_one_persons: isOnePersons,
        time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      }),
    onSuccess: async (study) => {
      await queryClient.invalidateQueries({ queryKey: studiesQuery.queryKey })
      await queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
      await navigate({ to: "/studies/$slug", params: { slug: study.slug } })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate()
  }

  return (
    <Modal opened={isOpen} onClose={onClose} title={texts.newStudy}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label={texts.name}
            maxLength={120}
            required
            withAsterisk={false}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Textarea
            label={texts.description}
            autosize
            minRows={2}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
          <NumberInput label={texts.raters} min={1} max={20} value={ratersPerTurn} onChange={setRatersPerTurn} />
          <Switch
            label={texts.channels}
            description={texts.channelsNote}
            checked={hasChannelPasses}
            onChange={(event) => setHasChannelPasses(event.currentTarget.checked)}
          />
          <Switch
            label={texts.onePersons}
            description={texts.onePersonsNote}
            checked={isOnePersons}
            onChange={(event) => setIsOnePersons(event.currentTarget.checked)}
          />
          {create.error && (
            <p role="alert" className={classes.refusal}>
              {explain(create.error)}
            </p>
          )}
          <DialogActions>
            <Button type="submit" loading={create.isPending}>
              {texts.create}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Modal>
  )
}
