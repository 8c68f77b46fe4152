import { expect, it } from "vitest"

import { choiceOf, columnsFrom, shownTable, withUse } from "./columns"

const table = {
  header: ["who", "from", "said"],
  rows: [["Ana", "0:01", "Yes."]],
  columns: { speaker: 0, start: 1, end: null, text: 2, conversation: null, unit: null, has_header: true },
}

it("shows what was guessed and gives it back unchanged", () => {
  const choice = choiceOf(table)

  expect(choice.uses).toEqual(["speaker", "start", "text"])
  expect(columnsFrom(choice)).toEqual(table.columns)
})

it("gives a use to one column alone", () => {
  const choice = withUse(choiceOf(table), 1, "text")

  expect(choice.uses).toEqual(["speaker", "text", ""])
  expect(columnsFrom(choice)).toMatchObject({ text: 1, start: null })
})

it("is no choice while no column holds the words", () => {
  expect(columnsFrom(withUse(choiceOf(table), 2, ""))).toBeNull()
  expect(columnsFrom(choiceOf({ ...table, columns: null }))).toBeNull()
})

it("shows the first row among the others when it names nothing", () => {
  expect(shownTable(table, true)).toEqual({ names: table.header, body: table.rows })
  expect(shownTable(table, false)).toEqual({ names: [], body: [table.header, ...table.rows] })
})
