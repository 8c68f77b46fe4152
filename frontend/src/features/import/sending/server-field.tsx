import { Button, Modal, TextInput } from "@mantine/core"
import { useDebouncedValue } from "@mantine/hooks"
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query"
import { useState } from "react"

import { ErrorNotice } from "../../../components/error-notice"
import { dateTime, fileSize } from "../../../components/numbers"
import { importQueries, takeFromServer, type Upload } from "../queries"
import type { Kind } from "./limits"
import classes from "./sending.module.css"
import { texts } from "./texts"

type Props = {
  slug: string
  /** Which recording it is to be. */
  kind: Kind
  onChoose: (upload: Upload) => void
}

const SEARCH_AFTER_MS = 250

/** Another way to a recording: from the study's folder on the server. Nothing where the server has none for it. */
export function ServerField({ slug, kind, onChoose }: Props) {
  const folder = useQuery(importQueries.serverFolder(slug))
  const [isOpen, setIsOpen] = useState(false)
  if (!folder.data?.is_there) return null
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={texts.fromServerAs(texts[kind])}
        onClick={() => setIsOpen(true)}
      >
        {texts.fromServer}
      </Button>
      <Modal opened={isOpen} onClose={() => setIsOpen(false)} title={texts.fromServerTitle} size="lg">
        <ServerList
          slug={slug}
          onTaken={(upload) => {
            setIsOpen(false)
            onChoose(upload)
          }}
        />
      </Modal>
    </>
  )
}

function ServerList({ slug, onTaken }: { slug: string; onTaken: (upload: Upload) => void }) {
  const [typed, setTyped] = useState("")
  const [search] = useDebouncedValue(typed, SEARCH_AFTER_MS)
  const found = useQuery({ ...importQueries.serverFolder(slug, search), placeholderData: keepPreviousData })
  const take = useMutation({ mutationFn: (name: string) => takeFromServer(slug, name), onSuccess: onTaken })
  const { recordings = [], n_recordings = 0 } = found.data ?? {}

  return (
    <>
      <p className="small">{texts.fromServerNote}</p>
      <TextInput
        type="search"
        label={texts.fromServerSearch}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
      {take.error && <ErrorNotice error={take.error} />}
      {found.error && <ErrorNotice error={found.error} retry={() => void found.refetch()} />}
      {found.data && recordings.length === 0 && (
        <p role="status">{search ? texts.fromServerNoneFound : texts.fromServerNothing}</p>
      )}
      <ul className={classes.serverFiles}>
        {recordings.map((file) => (
          <li key={file.name}>
            <span className={classes.serverFile}>
              <strong>{file.name}</strong>
              <span className="small number">
                {fileSize(file.bytes)} · {dateTime(file.modified_at)}
              </span>
            </span>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={texts.fromServerTake(file.name)}
              loading={take.isPending && take.variables === file.name}
              disabled={take.isPending}
              onClick={() => take.mutate(file.name)}
            >
              {texts.take}
            </Button>
          </li>
        ))}
      </ul>
      {n_recordings > recordings.length && (
        <p className="small">{texts.fromServerMore(recordings.length, n_recordings)}</p>
      )}
    </>
  )
}
