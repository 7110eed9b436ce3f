import { expect, it } from 'vitest'
import { byDue, dueGroupsOf } from './due-order.ts'

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

it('names each escrow in one group, also where a date of the reader runs while the other side has to answer', () => {
  const row = (transactionId: string, turn: 'buyer' | 'seller' | 'nobody') => ({ transactionId, turn, dueAt: null })
  const [asked, own, theirs, over] = [
    row('asked', 'seller'),
    row('own', 'buyer'),
    row('theirs', 'seller'),
    row('over', 'nobody'),
  ]
  const escrows = [asked, own, theirs, over]
  expect(dueGroupsOf({ turns: [own, asked], escrows, role: 'buyer' })).toEqual({
    yours: [own, asked],
    others: [theirs],
    finished: [over],
  })
  // On pages after the first.
  expect(dueGroupsOf({ turns: null, escrows, role: 'buyer' })).toMatchObject({ yours: [own], others: [asked, theirs] })
  expect(dueGroupsOf({ turns: null, escrows, role: null }).yours).toEqual([])
})
