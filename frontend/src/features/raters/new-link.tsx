import { Button, CopyButton, Group } from "@mantine/core"

import { dateTime } from "../../components/numbers"
import type { NewLink } from "./queries"
import classes from "./raters.module.css"
import { texts } from "./texts"

type Props = { name: string; link: NewLink }

/** The link with which a person sets a password, shown this once to whoever asked for it. */
export function NewLinkShown({ name, link }: Props) {
  const address = `${window.location.origin}/set-password#${link.token}`
  return (
    <div className={classes.password}>
      <h3>{texts.newLink}</h3>
      <p>{texts.newLinkNote(name, dateTime(link.expires_at))}</p>
      <code>{address}</code>
      <Group gap="xs">
        <CopyButton value={address}>
          {({ copied, copy }) => (
            <Button variant="default" size="compact-sm" onClick={copy}>
              {copied ? texts.copied : texts.copy}
            </Button>
          )}
        </CopyButton>
      </Group>
    </div>
  )
}
