import { expect, it } from 'vitest'
import { byDue } from './due-order.ts'

it('puts what is due first before what is due later, and both before what waits without an end', () => {
  const at = (name: string, dueAt: string | null) => ({ name, dueAt })
  const rows = [
    at('newest', null),
    at('later', '2026-12-01T23:59:00.000Z'),
    at('older', null),
    at('soon', '2026-11-26T23:59:00.000Z'),
    at('as soon', '2026-11-26T23:59:00.000Z'),
  ]
  expect(rows.toSorted(byDue).map(({ name }) => name)).toEqual(['soon', 'as soon', 'later', 'newest', 'older'])
})
