import { describe, expect, test } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import { type Arrival, addArrival, judgeFeeArrival } from './fee-arrival.ts'

const d = (text: string) => new Decimal(text)

describe('a fee that arrives', () => {
  const nothing = d('0')
  const first = { amountDue: d('350.8667'), expiresAt: new Date('2026-11-20T12:15:00Z'), receivedAmount: nothing }
  const second = { amountDue: d('400'), expiresAt: new Date('2026-11-20T12:40:00Z'), receivedAmount: nothing }
  const quote = { asset: 'XLM' as const, netUsd: d('105.26') }
  const onTime = new Date('2026-11-20T12:15:00Z')
  const late = new Date('2026-11-20T12:15:01Z')
  const veryLate = new Date('2026-11-20T13:00:00Z')

  type Arriving = { payments: [amount: string, at: Date][]; locks?: (typeof first)[]; priceNow?: string | null }
  const arriving = ({ payments, locks = [first], priceNow = null }: Arriving) =>
    judgeFeeArrival(
      payments
        .map(([amount, at]) => ({ amount: d(amount), at }))
        .reduce<Arrival<typeof first>>(addArrival, {
          quote,
          locks,
          received: d('0'),
          priceNow: priceNow === null ? null : d(priceNow),
        }),
    )
  const arrive = (amount: string, at: Date, priceNow: string | null) => arriving({ payments: [[amount, at]], priceNow })
  const settled = ({ lock = first, ...changes }: { lock?: typeof first; late?: boolean; excess?: Decimal } = {}) => ({
    state: 'settled',
    lock: expect.objectContaining({ amountDue: lock.amountDue, expiresAt: lock.expiresAt }),
    late: false,
    excess: d('0'),
    ...changes,
  })

  test('on time settles by the locked amount, whatever the price does', () => {
    for (const price of ['0.01', '0.3', '9', null]) {
      expect(arrive('350.8667', onTime, price)).toEqual(settled())
    }
  })

  test('on time and short waits for the rest', () => {
    expect(arrive('300', onTime, '9')).toEqual({ state: 'short', stillDue: d('50.8667') })
  })

  test('on time and over owes the excess', () => {
    expect(arrive('351', onTime, null)).toEqual(settled({ excess: d('0.1333') }))
  })

  test('late settles while it is worth the fee', () => {
    expect(arrive('350.8667', late, '0.3')).toEqual(settled({ late: true }))
    expect(arrive('350.8667', late, '0.31')).toEqual(settled({ late: true }))
    expect(arrive('400', late, '0.31')).toEqual(settled({ late: true, excess: d('49.1333') }))
  })

  test('late settles even when short of the old amount, if the price rose enough', () => {
    expect(arrive('340', late, '0.31')).toEqual(settled({ late: true }))
  })

  test('late and worth less is listed for the operator with what is missing now', () => {
    expect(arrive('350.8667', late, '0.25')).toEqual({ state: 'late_uncovered', stillDue: d('70.1733') })
  })

  test('late without a fresh price is listed for the operator', () => {
    expect(arrive('350.8667', late, null)).toEqual({ state: 'late_uncovered', stillDue: null })
    expect(arrive('350.8667', late, '0')).toEqual({ state: 'late_uncovered', stillDue: null })
  })

  test('that did not arrive is nothing', () => {
    expect(arriving({ payments: [] })).toEqual({ state: 'none' })
  })

  test('in parts on time settles with the last of them', () => {
    expect(
      arriving({
        payments: [
          ['300', onTime],
          ['50.8667', onTime],
        ],
      }),
    ).toEqual(settled())
  })

  test('under the earlier lock settles by it, though the quote was refreshed before we heard of it', () => {
    const locks = [first, second]
    expect(arriving({ payments: [['350.8667', onTime]], locks, priceNow: '0.1' })).toEqual(settled())
    const cheaper = { ...second, amountDue: d('300') }
    expect(arriving({ payments: [['350.8667', onTime]], locks: [first, cheaper] })).toEqual(settled())
  })

  test('between two locks is judged by the later one', () => {
    const locks = [first, second]
    expect(arriving({ payments: [['350.8667', late]], locks, priceNow: '9' })).toEqual({
      state: 'short',
      stillDue: d('49.1333'),
    })
    expect(arriving({ payments: [['400', late]], locks })).toEqual(settled({ lock: second }))
  })

  test('in part under the first lock counts towards the second', () => {
    const payments: Arriving['payments'] = [
      ['300', onTime],
      ['100', late],
    ]
    expect(arriving({ payments, locks: [first, second] })).toEqual(settled({ lock: second }))
  })

  test('a top-up after the lock does not undo what arrived on time', () => {
    expect(
      arriving({
        payments: [
          ['350.8667', onTime],
          ['10', veryLate],
        ],
        priceNow: '0.01',
      }),
    ).toEqual(settled({ excess: d('10') }))
  })
})
