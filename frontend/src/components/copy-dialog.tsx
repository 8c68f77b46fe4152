import { Button, Checkbox, Modal, Radio, Stack } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import { useState } from "react"

import { query } from "../api/client"
import type { Schemas } from "../api/types"
import { DialogActions } from "./dialog-actions"
import { texts as common } from "./texts"
import classes from "./withdrawn.module.css"

type Props = {
  /** "Release 4": what a copy is taken of. */
  name: string
  /** What the button says. */
  label: string
  href: string
  copy: Schemas["CopyOutput"]
  /** "8 turns of C-01, who no longer consents to training"; empty where nobody has withdrawn. */
  withdrawn: string
}

type Use = "within" | "external"

const texts = {
  title: (name: string) => `Download ${name.replace(/^The /, "the ")}`,
  use: "What is this copy for?",
  uses: {
    within: "For this study’s own people",
    external: "To give to researchers outside the study",
  } satisfies Record<Use, string>,
  logged: "The log records who downloaded it, and what for.",
  holds: (name: string, what: string) => `${name} holds ${what}.`,
  confirm: "I need it all the same, and have a right to it",
  download: "Download",
}

/** A download that first asks what it is for, and again where somebody in it has withdrawn. */
export function CopyDialog({ name, label, href, copy, withdrawn }: Props) {
  const [isOpen, { open, close }] = useDisclosure()
  const [use, setUse] = useState<Use>("within")
  const [isConfirmed, setIsConfirmed] = useState(false)
  const whyNot = { within: copy.why_not_within, external: copy.why_not_external }
  const mayDownload = !whyNot[use] && (!withdrawn || isConfirmed)
  const asked = query({ use, include_withdrawn: withdrawn ? "true" : undefined })
  return (
    <>
      <Button variant="default" onClick={open}>
        {label}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={texts.title(name)}
        closeButtonProps={{ "aria-label": common.cancel }}
      >
        <Stack gap="md">
          {withdrawn && (
            <p className={classes.withdrawn} role="alert">
              {copy.why_not_within || texts.holds(name, withdrawn)}
            </p>
          )}
          {!copy.why_not_within && (
            <Radio.Group
              label={texts.use}
              value={use}
              onChange={(value) => setUse(value === "external" ? value : "within")}
            >
              <Stack gap={6} mt={6}>
                {(["within", "external"] satisfies Use[]).map((each) => (
                  <Radio
                    key={each}
                    value={each}
                    label={texts.uses[each]}
                    description={whyNot[each]}
                    disabled={Boolean(whyNot[each])}
                  />
                ))}
              </Stack>
            </Radio.Group>
          )}
          {withdrawn && !copy.why_not_within && (
            <Checkbox
              label={texts.confirm}
              checked={isConfirmed}
              onChange={(event) => setIsConfirmed(event.currentTarget.checked)}
            />
          )}
          <p className="small">{texts.logged}</p>
          <DialogActions>
            <Button variant="default" onClick={close} data-autofocus>
              {common.cancel}
            </Button>
            {mayDownload ? (
              <Button component="a" href={href + asked} download onClick={close}>
                {texts.download}
              </Button>
            ) : (
              <Button disabled>{texts.download}</Button>
            )}
          </DialogActions>
        </Stack>
      </Modal>
    </>
  )
}
