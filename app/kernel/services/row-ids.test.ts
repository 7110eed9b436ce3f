import { expect, test } from 'vitest'
import { openRowIds } from './row-ids.server.ts'

/** RFC 9562: version 7, and the variant of all of them. */
const VERSION_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

function made(...given: string[]): string[] {
  const left = [...given]
  const newId = openRowIds(() => left.shift() ?? '')
  return given.map(newId)
}

test('ids of one process are in the order in which they were made, however many a millisecond takes', () => {
  const newId = openRowIds()
  const ids = Array.from({ length: 20_000 }, newId)
  expect([...ids].sort()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(VERSION_7)
})

test('one that comes after is taken as it is', () => {
  const ids = ['01a222c2-3aba-7b27-97f3-8dfb0f4fe355', '01a222c2-3abb-7000-8000-000000000000']
  expect(made(...ids)).toEqual(ids)
})

test('one of the same millisecond that would come before follows the last one, by its own randomness', () => {
  expect(made('01a222c2-3aba-7b27-97f3-8dfb0f4fe355', '01a222c2-3aba-779d-a442-1b0000000010')).toEqual([
    '01a222c2-3aba-7b27-97f3-8dfb0f4fe355',
    '01a222c2-3aba-7b27-97f3-8dfb0f4fe366',
  ])
})

test('a clock that goes back holds no order up, and the last one of a millisecond is followed by the next', () => {
  const [last, next] = made('01a222c2-3aba-7fff-bfff-ffffffffffff', '01a222c2-0000-7000-8000-000000000000')
  expect([last, next]).toEqual(['01a222c2-3aba-7fff-bfff-ffffffffffff', '01a222c2-3abb-7000-8000-000000000000'])
})
