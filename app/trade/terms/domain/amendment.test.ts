import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EscrowFacts } from '#app/escrow/domain/escrow.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { type Amended, canAmend, readAmendment, stepsMoved, type TypedAmendment, wrongIn } from './amendment.ts'
import { writeDay } from './working-days.ts'

const NOW = new Date('2026-11-24T10:00:00Z')
const at = (text: string) => new Date(`${text}Z`)
const facts: EscrowFacts = {
  verifiedAt: null,
  confirmedAt: null,
  approval: 'Pending',
  releaseState: null,
  refundState: null,
  releasedAt: null,
  cancelledAt: null,
  refundAskedAt: null,
  disputedAt: null,
}
const trade = (changes: Partial<Amended> = {}): Amended => ({
  facts,
  currency: 'XLM',
  amount: new Decimal('100'),
  receivedAmount: new Decimal(0),
  dates: {
    fundBy: at('2026-12-04T23:59:00'),
    presentBy: at('2027-01-23T23:59:00'),
    examineDays: 5,
    weekend: 'sat_sun',
    onSilence: 'quayside',
    documents: ['CommercialInvoice', 'BillOfLading'],
  },
  held: null,
  ...changes,
})
const same: TypedAmendment = {
  fundBy: '2026-12-04',
  presentBy: '2027-01-23',
  examineDays: '5',
  documents: ['BillOfLading', 'CommercialInvoice'],
  amount: '100',
}
const NOTHING = { fundBy: null, presentBy: null, examineDays: null, weekend: null, documents: null, amount: null }
const read = (changes: Partial<TypedAmendment>, of = trade()) => readAmendment({ ...same, ...changes }, of, NOW)
const codes = (answer: ReturnType<typeof read>) =>
  'wrong' in answer ? answer.wrong.map(({ refused, field }) => [refused, field]) : answer

test('only what is another value than before is changed', () => {
  expect(read({ presentBy: '2027-02-10' })).toEqual({ ...NOTHING, presentBy: at('2027-02-10T23:59:00') })
  expect(read({ examineDays: '7' })).toEqual({ ...NOTHING, examineDays: 7 })
  expect(read({ documents: [] })).toEqual({ ...NOTHING, documents: [] })
  expect(read({ amount: '90' })).toMatchObject({ presentBy: null, amount: new Decimal('90') })
  expect(codes(read({}))).toEqual([['amendment_empty', undefined]])
  const without = { fundBy: null, presentBy: null, examineDays: null, weekend: null, documents: null, amount: null }
  expect(codes(read(without))).toEqual([['amendment_empty', undefined]])
})

describe('refused, at its field', () => {
  test.each<[string, Partial<TypedAmendment>, Partial<Amended>, [string, string][]]>([
    ['today', { fundBy: '2026-11-24' }, {}, [['fund_by_invalid', 'fundBy']]],
    ['no day', { presentBy: '2027-02-30' }, {}, [['present_by_invalid', 'presentBy']]],
    ['funding after presenting', { fundBy: '2027-01-23' }, {}, [['present_by_invalid', 'presentBy']]],
    ['in three years', { presentBy: '2029-12-24' }, {}, [['present_by_invalid', 'presentBy']]],
    ['too many days', { examineDays: '31' }, {}, [['examine_days_invalid', 'examineDays']]],
    ['more money', { amount: '101' }, {}, [['amendment_amount', 'amount']]],
    ['no money', { amount: '0' }, {}, [['escrow_amount_invalid', 'amount']]],
    [
      'the amount, below what has arrived',
      { amount: '90' },
      { receivedAmount: new Decimal(91) },
      [['amendment_amount', 'amount']],
    ],
    [
      'funding, when it is funded',
      { fundBy: '2026-12-05' },
      { facts: { ...facts, verifiedAt: NOW } },
      [['fund_by_invalid', 'fundBy']],
    ],
  ])('%s', (_, changes, of, expected) => expect(codes(read(changes, trade(of)))).toEqual(expected))
})

test('a date that was good when it was proposed may have passed when it is agreed to', () => {
  const amendment = { ...NOTHING, presentBy: at('2026-11-30T23:59:00'), fundBy: at('2026-11-27T23:59:00') }
  expect(wrongIn(amendment, trade(), NOW)).toEqual([])
  expect(wrongIn(amendment, trade(), at('2026-11-28T10:00:00')).map(({ field }) => field)).toEqual(['fundBy'])
  expect(wrongIn(amendment, trade(), at('2026-11-30T10:00:00')).map(({ field }) => field)).toEqual([
    'fundBy',
    'presentBy',
  ])
})

test.each<[string, Partial<EscrowFacts>, boolean]>([
  ['an open trade', {}, true],
  ['a rejected one', { verifiedAt: NOW, confirmedAt: NOW, approval: 'Rejected' }, true],
  ['one with approved documents', { verifiedAt: NOW, confirmedAt: NOW, approval: 'Approved' }, false],
  ['one before Quayside', { disputedAt: NOW }, false],
  ['one that is called off', { cancelledAt: NOW }, false],
  ['one whose refund is open', { refundOpenedAt: NOW }, false],
  ['one that is being paid', { releaseState: 'queued' }, false],
])('%s may be amended: %s', (_, changes, may) => expect(canAmend({ ...facts, ...changes })).toBe(may))

test('what is read is right, and what it moves is what it names', () => {
  const day = fc.integer({ min: -40, max: 900 }).map((days) => writeDay(new Date(NOW.getTime() + days * 86_400_000)))
  const typed = fc.record<TypedAmendment>({
    fundBy: fc.option(day),
    presentBy: fc.option(day),
    examineDays: fc.option(fc.integer({ min: 0, max: 40 }).map(String)),
    documents: fc.option(fc.subarray(['CommercialInvoice', 'PackingList', 'BillOfLading'])),
    amount: fc.option(fc.constantFrom('99.5', '100', '100.5')),
  })
  fc.assert(
    fc.property(typed, (one) => {
      const answer = readAmendment(one, trade(), NOW)
      if ('wrong' in answer) return void expect(answer.wrong.length).toBeGreaterThan(0)
      expect(wrongIn(answer, trade(), NOW)).toEqual([])
      const stands = trade().dates
      expect((answer.presentBy ?? stands.presentBy) > (answer.fundBy ?? stands.fundBy)).toBe(true)
      expect(stepsMoved(answer).includes('present')).toBe(answer.presentBy !== null)
      if (answer.amount) expect(answer.amount.lt('100')).toBe(true)
    }),
  )
})

describe('of what the ledger holds', () => {
  const held = { deadline: at('2027-03-01T23:59:00') }
  const of = trade({ held, facts: { ...facts, verifiedAt: NOW } })
  const wrong = (typed: Partial<TypedAmendment>) => {
    const read = readAmendment({ ...same, amount: null, fundBy: null, ...typed }, of, NOW)
    return 'wrong' in read ? read.wrong.map(({ refused, field }) => [refused, field]) : []
  }

  test('nothing is moved behind its date, which nobody can move', () => {
    expect(wrong({ presentBy: '2027-02-15' })).toEqual([])
    expect(wrong({ presentBy: '2027-02-25' })).toEqual([['amendment_behind_date', 'presentBy']])
    expect(wrong({ presentBy: '2027-02-15', examineDays: '20' })).toEqual([['amendment_behind_date', 'presentBy']])
    expect(wrong({ documents: ['BillOfLading'] })).toEqual([])
  })

  test('the amount stays what the ledger is prepared for', () => {
    const lower = readAmendment({ ...same, amount: '90' }, trade({ held }), NOW)
    expect('wrong' in lower && lower.wrong[0]?.refused).toBe('amendment_amount')
  })
})
