import { describe, expect, it } from 'vitest'
import { awaitingPastDate, isPastDate } from './past-date.ts'

const deadline = new Date('2027-01-31T23:59:00.000Z')
const at = (seconds: number) => new Date(deadline.getTime() + seconds * 1000)
const deposit = { end: null }
const onchain = { deadline, lock: deposit, exit: null }

describe('the date of what a ledger holds is past', () => {
  const past = (currency: 'XLM' | 'XRP') =>
    [-1, 0, 1].map((offset) => isPastDate({ currency, held: onchain }, at(offset)))

  it('as the ledger has it', () => {
    expect(past('XLM')).toEqual([false, true, true])
    expect(past('XRP')).toEqual([false, false, true])
    expect(awaitingPastDate({ currency: 'USDC' })).toBe('buyer')
    expect(awaitingPastDate({ currency: 'XRP' })).toBe('quayside')
  })

  it('also while a release collects signatures that nothing comes of any more', () => {
    const exit = { kind: 'release', state: 'collecting' } as const
    expect(isPastDate({ currency: 'XLM', held: { ...onchain, exit } }, at(1))).toBe(true)
  })

  it('for nobody where nothing is locked, or it has ended, or is on its way', () => {
    const of = (changes: Partial<typeof onchain> | { exit: { kind: 'release' | 'expiry'; state: string } }) =>
      isPastDate({ currency: 'XLM', held: { ...onchain, ...changes } }, at(1))
    expect(isPastDate({ currency: 'XLM', held: null }, at(1))).toBe(false)
    expect(isPastDate({ currency: 'XLM', held: { ...onchain, lock: null } }, at(1))).toBe(false)
    expect(isPastDate({ currency: 'XLM', held: { ...onchain, lock: { end: 'released' } } }, at(1))).toBe(false)
    expect(of({ exit: { kind: 'release', state: 'submitted' } })).toBe(false)
    expect(of({ exit: { kind: 'expiry', state: 'collecting' } })).toBe(false)
  })
})
