import { expect, test } from 'vitest'
import { compareMovements, MOST_FEE_UNITS, type Moved } from './reconciliation.ts'

const AT = '2026-11-22T12:00:00.000Z'
const moved = (hash: string, change: bigint, fee = 0n, innerHash: string | null = null): Moved => ({
  hash,
  innerHash,
  at: AT,
  change,
  fee,
})
const compare = (about: Partial<Parameters<typeof compareMovements>[0]>) =>
  compareMovements({ moved: [], later: [], booked: new Map(), underWay: new Set(), isFeeAccount: false, ...about })
const booked = (changes: Record<string, bigint>) =>
  new Map(Object.entries(changes).map(([hash, units]) => [hash, { units, at: AT }]))
const nothing = { findings: [], unbooked: [], onItsWay: 0n }

test('what both tell alike is no finding', () => {
  expect(compare({ moved: [moved('a', 5n), moved('b', -7n, 1n)], booked: booked({ a: 5n, b: -8n }) })).toEqual(nothing)
})

test('a fee bump is known by its inner hash, too', () => {
  expect(compare({ moved: [moved('outer', -7n, 1n, 'inner')], booked: booked({ inner: -8n }) })).toEqual(nothing)
})

test('an envelope that has paid and whose outcome is not read yet is on its way', () => {
  const answer = compare({ moved: [moved('p', -7n, 1n)], underWay: new Set(['p']) })
  expect(answer).toEqual({ ...nothing, onItsWay: -8n })
})

test('what came after the balance was read belongs to another moment, booked or not', () => {
  const answer = compare({ later: [moved('l', 3n), moved('m', -9n)], booked: booked({ l: 3n }) })
  expect(answer).toEqual({ ...nothing, onItsWay: -3n })
})

test('a bare fee is to be booked, up to what a network may ask', () => {
  const fee = (units: bigint) => compare({ moved: [moved('f', 0n, units)] })
  expect(fee(100n).unbooked).toEqual([{ hash: 'f', at: AT, kind: 'fee', units: 100n }])
  expect(fee(MOST_FEE_UNITS + 1n).unbooked).toEqual([])
  expect(fee(MOST_FEE_UNITS + 1n).findings).toHaveLength(1)
  // The payout was booked without it.
  expect(compare({ moved: [moved('p', -7n, 1n)], booked: booked({ p: -7n }) }).unbooked).toHaveLength(1)
})

test('money that left is named; from a fee account it is ours to send', () => {
  const out = { moved: [moved('o', -70n, 1n)] }
  expect(compare(out).findings).toEqual([{ hash: 'o', at: AT, onLedger: '-71', booked: '0' }])
  expect(compare({ ...out, isFeeAccount: true }).unbooked).toEqual([{ hash: 'o', at: AT, kind: 'outflow', units: 71n }])
  expect(compare({ moved: [moved('i', 70n)], isFeeAccount: true }).findings).toHaveLength(1)
})

test('what the ledger does not know is named', () => {
  expect(compare({ booked: booked({ x: 5n }) }).findings).toEqual([{ hash: 'x', at: AT, onLedger: '0', booked: '5' }])
})
