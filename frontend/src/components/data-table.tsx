import { Button, Table, TextInput, UnstyledButton, VisuallyHidden } from "@mantine/core"
import { useState, type ReactNode } from "react"

import classes from "./data-table.module.css"
import { texts } from "./texts"

export type Column<Row> = {
  key: string
  header: string
  render: (row: Row) => ReactNode
  /** Sorting by this value in the browser, for lists that are loaded whole. */
  sortBy?: (row: Row) => string | number | null
  /** Sorting by the server, for paged lists: the field its `ordering` takes. */
  orderBy?: string
  isNumber?: boolean
  width?: number | string
}

type Props<Row> = {
  /** What the table lists, for screen readers. */
  label: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string | number
  /** Narrow by text in the browser; leave it out where the server searches. */
  searchText?: (row: Row) => string
  /** The server's search box: its value, and what to do with a new one. */
  search?: { value: string; onChange: (value: string) => void }
  /** The server's ordering, as "title" or "-title". */
  ordering?: { value: string; onChange: (value: string) => void }
  more?: { has: boolean; isLoading: boolean; load: () => void }
  empty?: ReactNode
  /** How many rows of a list that is loaded whole are shown at first, and more at each wish. */
  pageSize?: number
  /** Narrower than this, the table scrolls sideways, in pixels. */
  minWidth?: number
}

export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  searchText,
  search,
  ordering,
  more,
  empty,
  pageSize = Infinity,
  minWidth = columns.length * 90,
}: Props<Row>) {
  const [ownSearch, setOwnSearch] = useState("")
  const [ownOrdering, setOwnOrdering] = useState("")
  const [atMost, setAtMost] = useState(pageSize)
  const searchBox = search ?? (searchText && rows.length > 8 ? { value: ownSearch, onChange: setOwnSearch } : null)
  const order = ordering ?? { value: ownOrdering, onChange: setOwnOrdering }

  const found = searchText && ownSearch ? rows.filter((row) => includes(searchText(row), ownSearch)) : rows
  const inOrder = ordering ? found : sorted(found, columns, ownOrdering)
  const shown = inOrder.slice(0, atMost)
  if (rows.length === 0 && !search?.value && empty) return empty

  return (
    <div className={classes.wrapper}>
      {searchBox && (
        <TextInput
          className={classes.search}
          type="search"
          placeholder={texts.search}
          aria-label={texts.searchHint}
          value={searchBox.value}
          onChange={(event) => searchBox.onChange(event.currentTarget.value)}
        />
      )}
      <Table.ScrollContainer className={classes.scroller} minWidth={minWidth} type="native">
        <Table aria-label={label} className={classes.table}>
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <Header key={column.key} column={column} ordering={order} />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((row) => (
              <Table.Tr key={rowKey(row)}>
                {columns.map(({ key, render, isNumber }) => (
                  <Table.Td key={key} data-number={isNumber || undefined}>
                    {render(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {shown.length === 0 && searchBox?.value && <p className={classes.note}>{texts.noMatch(searchBox.value)}</p>}
      {inOrder.length > shown.length && (
        <Button variant="default" className={classes.more} onClick={() => setAtMost(atMost + pageSize)}>
          {texts.showMoreOf(inOrder.length - shown.length)}
        </Button>
      )}
      {more?.has && (
        <Button variant="default" className={classes.more} loading={more.isLoading} onClick={more.load}>
          {texts.showMore}
        </Button>
      )}
    </div>
  )
}

type HeaderProps<Row> = { column: Column<Row>; ordering: { value: string; onChange: (value: string) => void } }

function Header<Row>({ column, ordering }: HeaderProps<Row>) {
  const field = column.orderBy ?? (column.sortBy && column.key)
  const isUp = field !== undefined && ordering.value === field
  const isDown = field !== undefined && ordering.value === `-${field}`
  return (
    <Table.Th
      w={column.width}
      data-number={column.isNumber || undefined}
      aria-sort={isUp ? "ascending" : isDown ? "descending" : undefined}
    >
      {field ? (
        <UnstyledButton className={classes.sort} onClick={() => ordering.onChange(isUp ? `-${field}` : field)}>
          {column.header}
          <span aria-hidden>{isUp ? "↑" : isDown ? "↓" : ""}</span>
        </UnstyledButton>
      ) : (
        column.header || <VisuallyHidden>{texts.actions}</VisuallyHidden>
      )}
    </Table.Th>
  )
}

/** Every word of the search is there, in whichever order: "R3 words". */
const includes = (text: string, search: string) =>
  search
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.toLocaleLowerCase().includes(word))

function sorted<Row>(rows: Row[], columns: Column<Row>[], ordering: string): Row[] {
  const key = ordering.replace(/^-/, "")
  const sortBy = columns.find((column) => column.key === key)?.sortBy
  if (!sortBy) return rows
  const direction = ordering.startsWith("-") ? -1 : 1
  return [...rows].sort((a, b) => direction * compare(sortBy(a), sortBy(b)))
}

function compare(a: string | number | null, b: string | number | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return typeof a === "string" && typeof b === "string"
    ? a.localeCompare(b, "en", { numeric: true })
    : Number(a) - Number(b)
}
