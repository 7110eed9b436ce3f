import { expect, it } from 'vitest'
import { openStatementNames } from './statement-names.ts'

const asks = (nameOf: ReturnType<typeof openStatementNames>, sql: string, times: number) =>
  Array.from({ length: times }, () => nameOf({ sql }))

it('names what is asked a third time, and always the same', () => {
  const nameOf = openStatementNames()
  const [first, second, third, fourth] = asks(nameOf, 'select 1', 4)
  expect([first, second]).toEqual(['', ''])
  expect(third).toMatch(/^q_[\w-]{32}$/)
  expect(fourth).toBe(third)
})

it('gives a statement the same name in every process, whatever was asked before it', () => {
  const [one, other] = [openStatementNames(), openStatementNames()]
  asks(other, 'select 2', 3)
  expect(asks(one, 'select 1', 3)[2]).toBe(asks(other, 'select 1', 3)[2])
})

it('gives no two statements one name', () => {
  const nameOf = openStatementNames({ from: 1, most: 50 })
  const names = Array.from({ length: 50 }, (_, at) => nameOf({ sql: `select ${at}` }))
  expect(new Set(names).size).toBe(50)
  expect(names).not.toContain('')
})

it('names no more than it may, and goes on to know those it has named', () => {
  const nameOf = openStatementNames({ from: 1, most: 2 })
  const [one, two, three] = ['a', 'b', 'c'].map((sql) => nameOf({ sql }))
  expect(three).toBe('')
  expect(['a', 'b', 'c'].map((sql) => nameOf({ sql }))).toEqual([one, two, ''])
})

it('keeps no text of the many that are asked once', () => {
  const nameOf = openStatementNames({ from: 2, most: 10 })
  nameOf({ sql: 'often' })
  for (let at = 0; at < 2_000; at += 1) nameOf({ sql: `once ${at}` })
  // Forgotten with them, and named a little later.
  expect(asks(nameOf, 'often', 2)[1]).not.toBe('')
})
