import { Button, SegmentedControl, TextInput, UnstyledButton } from "@mantine/core"
import { useState } from "react"

import { counted } from "./numbers"
import classes from "./remarks.module.css"
import { texts } from "./texts"

type Severity = "info" | "warning" | "error"
export type RemarkRow = { severity: Severity; where: string; message: string }
type Props = {
  remarks: RemarkRow[]
  /** Lead to a turn that a remark names, counted from 0; left out where there are none to lead to. */
  onTurn?: (position: number) => void
}

const ORDER: Severity[] = ["error", "warning", "info"]
/** More than these can be filtered. */
const FEW = 12
const PIECE = 50

/** What was noticed in reading a file, the gravest first. */
export function Remarks({ remarks, onTurn }: Props) {
  const [only, setOnly] = useState<Severity | "">("")
  const [search, setSearch] = useState("")
  const [shown, setShown] = useState(PIECE)
  const found = remarks.filter((remark) => (!only || remark.severity === only) && includes(remark, search))
  const sorted = ORDER.flatMap((severity) => found.filter((remark) => remark.severity === severity))
  const present = ORDER.filter((severity) => remarks.some((remark) => remark.severity === severity))
  const countOf = (severity: Severity) => remarks.filter((remark) => remark.severity === severity).length

  return (
    <div className={classes.wrapper}>
      {remarks.length > FEW && (
        <div className={classes.filters}>
          {present.length > 1 && (
            <SegmentedControl<Severity | "">
              size="xs"
              aria-label={texts.remarks.kinds}
              value={only}
              onChange={setOnly}
              data={[
                { value: "", label: texts.remarks.all(remarks.length) },
                ...present.map((value) => ({ value, label: texts.remarks.ofKind[value](countOf(value)) })),
              ]}
            />
          )}
          <TextInput
            size="xs"
            type="search"
            className={classes.search}
            placeholder={texts.search}
            aria-label={texts.remarks.search}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        </div>
      )}
      <ul className={classes.remarks} tabIndex={remarks.length > FEW ? 0 : undefined} aria-label={texts.remarks.list}>
        {sorted.slice(0, shown).map((remark, index) => (
          <Item key={index} remark={remark} onTurn={onTurn} />
        ))}
      </ul>
      {sorted.length === 0 && <p className="small">{texts.remarks.none}</p>}
      {sorted.length > shown && (
        <Button variant="default" size="compact-sm" className={classes.more} onClick={() => setShown(shown + PIECE)}>
          {texts.remarks.more(counted(sorted.length - shown, "remark"))}
        </Button>
      )}
    </div>
  )
}

function Item({ remark: { severity, where, message }, onTurn }: { remark: RemarkRow } & Pick<Props, "onTurn">) {
  const turn = /^turn (\d+)$/.exec(where)?.[1]
  return (
    <li data-severity={severity}>
      <strong>{texts.severity[severity]}</strong>
      <span>
        {message}{" "}
        {turn && onTurn ? (
          <UnstyledButton className={classes.link} onClick={() => onTurn(Number(turn) - 1)}>
            {where}
          </UnstyledButton>
        ) : (
          where && <span className="small">({where})</span>
        )}
      </span>
    </li>
  )
}

const includes = ({ where, message }: RemarkRow, search: string): boolean =>
  `${message} ${where}`.toLocaleLowerCase().includes(search.trim().toLocaleLowerCase())
