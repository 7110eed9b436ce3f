import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import { OF_BALANCE, ONCHAIN_DIFFERENCES } from './differences.ts'
import {
  assertReturn,
  mayReturnEarly,
  type OnchainReturn,
  type ReturnableDeposit,
  type ReturnTime,
} from './early-return.ts'
import type { OnchainTerms } from './terms.ts'

const DEADLINE = 2_000_000_000
const now = new Date((DEADLINE - 86_400) * 1000)
const wrong: ReturnableDeposit = {
  isOnStellar: true,
  counts: false,
  isEnded: false,
  differences: ['amount'],
  isOfFormerWallet: false,
}
const asAgreed = { ...wrong, differences: [] }
const open: ReturnTime = { isFunded: false, isOver: false, isSettling: false, offered: 0, deadline: DEADLINE }

describe('mayReturnEarly', () => {
  it.each<[string, ReturnableDeposit, ReturnTime]>([
    ['of another amount, while funding is open', wrong, open],
    ['as agreed, beside the one that counts', asAgreed, { ...open, isFunded: true }],
    ['as agreed, found after the end', asAgreed, { ...open, isOver: true }],
    ['for a wallet that was replaced', { ...asAgreed, isOfFormerWallet: true }, open],
    ['with a fault of its account, after the end', { ...wrong, differences: ['flags'] }, { ...open, isOver: true }],
    ['as the fifth of a day', wrong, { ...open, offered: 4 }],
  ])('what was locked %s goes back', (_what, lock, at) => {
    expect(mayReturnEarly(lock, at, now)).toBe(true)
  })

  it.each<[string, ReturnableDeposit, ReturnTime, string]>([
    ['what counts', { ...wrong, counts: true }, open, 'return_not_open'],
    ['what is gone', { ...wrong, isEnded: true }, open, 'return_not_open'],
    ['what another wallet has locked', { ...wrong, differences: ['amount', 'payer'] }, open, 'return_not_open'],
    ['what lies on the XRP Ledger', { ...wrong, isOnStellar: false }, open, 'return_not_open'],
    ['what waits for its check', asAgreed, open, 'return_may_count'],
    ['what differs in its account alone', { ...wrong, differences: ['flags'] }, open, 'return_may_count'],
    ['anything beside a settlement', wrong, { ...open, isFunded: true, isSettling: true }, 'return_settling'],
    ['a sixth one of a day', wrong, { ...open, offered: 5 }, 'return_limit'],
  ])('%s does not', (_what, lock, at, why) => {
    expect(mayReturnEarly(lock, at, now)).toBe(why)
  })

  it('nothing does in the last ten minutes, or after the date', () => {
    const at = (seconds: number) => mayReturnEarly(wrong, open, new Date(seconds * 1000))
    expect([at(DEADLINE - 601), at(DEADLINE - 600), at(DEADLINE + 1)]).toEqual([
      true,
      'exit_date_near',
      'exit_date_near',
    ])
  })

  it('never the lock that counts, nor one that may come to count, nor somebody else’s', () => {
    const locks = fc.record({
      isOnStellar: fc.boolean(),
      counts: fc.boolean(),
      isEnded: fc.boolean(),
      differences: fc.subarray([...ONCHAIN_DIFFERENCES]),
      isOfFormerWallet: fc.boolean(),
    })
    const times = fc.record({
      isFunded: fc.boolean(),
      isOver: fc.boolean(),
      isSettling: fc.boolean(),
      offered: fc.nat(8),
      deadline: fc.constant(DEADLINE),
    })
    fc.assert(
      fc.property(locks, times, fc.integer({ min: -90_000, max: 1_000 }), (lock, at, seconds) => {
        const may = mayReturnEarly(lock, at, new Date((DEADLINE + seconds) * 1000)) === true
        const mayCount =
          !at.isFunded &&
          !at.isOver &&
          !lock.isOfFormerWallet &&
          !OF_BALANCE.some((name) => lock.differences.includes(name))
        const isForeign = lock.differences.includes('payer')
        expect(may && (lock.counts || lock.isEnded || mayCount || isForeign || at.isSettling)).toBe(false)
        expect(may && seconds >= -600).toBe(false)
      }),
    )
  })
})

describe('assertReturn', () => {
  const terms: OnchainTerms = {
    asset: 'USDC',
    amount: new Decimal(50),
    buyerWallet: 'G-buyer',
    sellerWallet: 'G-seller',
    sellerTag: null,
    deadline: DEADLINE,
    reference: '1',
  }
  const back: OnchainReturn = {
    asset: 'USDC',
    amount: '7',
    account: 'G-two',
    balanceId: 'other',
    wallet: 'G-buyer',
    sequence: '5',
    maxTime: DEADLINE - 600,
  }

  it('takes what was agreed, and XLM', () => {
    assertReturn(terms, back, ['counting'])
    assertReturn(terms, { ...back, asset: 'XLM' }, ['counting'])
  })

  it.each<[string, Partial<OnchainReturn>]>([
    ['wallet', { wallet: 'G-seller' }],
    ['balance', { balanceId: 'counting' }],
    ['time', { maxTime: DEADLINE - 599 }],
    ['amount', { amount: '0' }],
  ])('refuses another %s', (name, changes) => {
    expect(() => assertReturn(terms, { ...back, ...changes }, ['counting'])).toThrow(name)
  })

  it('refuses an asset that the account cannot hold', () => {
    expect(() => assertReturn({ ...terms, asset: 'XLM' }, back, [])).toThrow('asset')
  })
})
