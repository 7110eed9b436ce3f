/** docs/abuse.md lists every act that is free, with its bound as in the code. */
import { expect, test } from 'vitest'
import { REQUEST_LIMITS } from '#app/kernel/web/limits/limits.ts'
import { asksOf, BOUNDS, countingCode, rowsOfTable } from './abuse-table.ts'

const rows = rowsOfTable()
const named = rows.flatMap(([act = '']) => [...act.matchAll(/`((?:GET|POST) \/[^`]*)`/g)].map(([, ask = '']) => ask))
/** Pages that admit only operators, by their own guard: one row of the table stands for all of them. */
const isAdmin = ({ ask, text }: { ask: string; text: string }) =>
  ask.split(' ')[1]?.startsWith('/admin-panel') && /\b(?:requireAdmin|readAdminAction|requireOperator)\(/.test(text)
const free = asksOf().filter((asked) => !isAdmin(asked))

test('the table has rows of an act, its cost, its bound and whom that may harm', () => {
  expect(rows.length).toBeGreaterThan(20)
  for (const row of rows) {
    expect(row, row.join(' | ')).toHaveLength(4)
    for (const cell of row) expect(cell, row.join(' | ')).not.toBe('')
  }
})

test.each(free.map(({ ask, file }) => ({ ask, file })))('$ask ($file) is named once', ({ ask }) => {
  expect(named.filter((one) => one === ask)).toEqual([ask])
})

test('nothing is named that there is not', () => {
  expect(named.filter((ask) => !free.some((asked) => asked.ask === ask))).toEqual([])
})

test.each(Object.keys(REQUEST_LIMITS))('the limit %s stands in the table, and something is counted by it', (name) => {
  expect(rows.some(([, , bound = '']) => bound.includes(`\`${name}\``))).toBe(true)
  expect(countingCode()).toContain(`'${name}'`)
})

const NO_BOUNDS = ['nameProblem']
const bounds = rows.flatMap(([act = '', , bound = '']) =>
  [...bound.matchAll(/`([A-Za-z_.]+)`(?: \(([^)]*)\))?/g)].map(([, name = '', said]) => ({ act, name, said })),
)

test.each(bounds.filter(({ name }) => !NO_BOUNDS.includes(name)))(
  '“$act”: $name is as the code has it',
  ({ name, said }) => {
    expect([...BOUNDS.keys()]).toContain(name)
    expect(said).toBe(BOUNDS.get(name))
  },
)
