import { TextInput } from "@mantine/core"
import { useDebouncedValue } from "@mantine/hooks"
import { useQuery } from "@tanstack/react-query"

import classes from "./import.module.css"
import { importQueries } from "./queries"
import { texts } from "./texts"

type Props = { slug: string; title: string; onTitle: (title: string) => void }

/** The session's title, with a remark where the study has it already. */
export function TitleField({ slug, title, onTitle }: Props) {
  const wanted = title.trim()
  const [settled] = useDebouncedValue(wanted, 300)
  const alike = useQuery({ ...importQueries.titled(slug, settled), enabled: settled !== "" }).data ?? []
  const taken = alike.filter((session) => isSame(session.title, wanted)).map(({ key }) => key)
  return (
    <div className={classes.title}>
      <TextInput
        label={texts.sessionTitle}
        placeholder={texts.sessionTitleNote}
        maxLength={120}
        value={title}
        onChange={(event) => onTitle(event.currentTarget.value)}
      />
      {taken.length > 0 && (
        <p role="status" className={classes.taken}>
          {texts.titleIsTaken(taken)}
        </p>
      )}
    </div>
  )
}

const isSame = (one: string, other: string) => one.toLocaleLowerCase() === other.toLocaleLowerCase()
