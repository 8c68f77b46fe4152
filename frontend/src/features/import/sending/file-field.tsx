import { Button } from "@mantine/core"
import { useId, useState, type DragEvent, type ReactNode } from "react"

import { fileSize } from "../../../components/numbers"
import classes from "./sending.module.css"
import { accepted, limitsText, type Kind } from "./limits"
import type { Limits } from "../queries"
import { texts } from "./texts"

type Props = {
  kind: Kind
  isOptional?: boolean
  limits: Limits
  file: Pick<File, "name" | "size"> | null
  fault: string | null
  /** What else is to be said of it. */
  note: string | null
  isLocked: boolean
  /** What was chosen or dropped here; several files may be dropped at once. */
  onFiles: (files: File[]) => void
  onRemove: () => void
  /** Another way to a file, as long as there is none. */
  children?: ReactNode
}

/** A place to drop one file or choose it, with its limits, and with its fault where it has one. */
export function FileField({
  kind,
  isOptional,
  limits,
  file,
  fault,
  note,
  isLocked,
  onFiles,
  onRemove,
  children,
}: Props) {
  const id = useId()
  const [isOver, setIsOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    if (!isLocked) onFiles([...event.dataTransfer.files])
  }

  return (
    <div className={classes.field}>
      <label
        htmlFor={id}
        className={classes.drop}
        data-is-over={isOver || undefined}
        data-has-fault={fault !== null || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <span>
          <strong>{texts[kind]}</strong> {isOptional && <span className="small">{texts.optional}</span>}
        </span>
        <input
          id={id}
          type="file"
          accept={accepted(kind, limits)}
          disabled={isLocked}
          aria-describedby={`${id}-note`}
          aria-invalid={fault !== null}
          onChange={(event) => {
            onFiles([...(event.currentTarget.files ?? [])])
            event.currentTarget.value = "" // So that the same file, mended, can be chosen again.
          }}
        />
        {file ? (
          <span className={classes.fileName}>
            {file.name} <span className="small number">{fileSize(file.size)}</span>
          </span>
        ) : (
          <span className={classes.choose}>{texts.choose}</span>
        )}
        <span id={`${id}-note`} className="small">
          {kind === "counsellor_video" ? texts.counsellorNote : limitsText(kind, limits)}
        </span>
      </label>
      <div className={classes.below}>
        {fault && (
          <p role="alert" className={classes.fault}>
            {fault}
          </p>
        )}
        {note && !fault && <p role="status">{note}</p>}
        {file && !isLocked && (
          <Button variant="subtle" size="compact-sm" onClick={onRemove}>
            {texts.remove}
          </Button>
        )}
        {!file && !isLocked && children}
      </div>
    </div>
  )
}
