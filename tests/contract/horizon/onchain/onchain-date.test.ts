/** The right to claim the money changes hands at the date: in every second exactly one claimant has it. */
import { Claimant, Operation, xdr } from '@stellar/stellar-sdk'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isFulfilled, isValidPredicate, madeAbsolute } from '#harbour/horizon/ledger/claimable-balance.ts'
import { predicateJson } from '#harbour/horizon/resources/predicate.ts'
import { get, pay, post } from '../horizon-town.ts'
import {
  buyer,
  claim,
  DATE,
  deposit,
  failure,
  type OnchainTown,
  onchainTransaction,
  open,
  openOnchainTown,
  outcome,
  payingOut,
  records,
  START,
  seller,
  succeed,
  written,
  xlm,
} from './onchain-world.ts'

const { predicateAnd, predicateOr, predicateNot, predicateUnconditional: always } = Claimant
const until = (seconds: number | bigint) => Claimant.predicateBeforeAbsoluteTime(String(seconds))
const within = (seconds: number | bigint) => Claimant.predicateBeforeRelativeTime(String(seconds))

describe('the date', () => {
  let town: OnchainTown
  beforeEach(async () => {
    town = await openOnchainTown()
    await open(town, xlm)
  })
  afterEach(() => town.close())

  it.each([
    [-1, 'the account of two signatures'],
    [0, 'the buyer'],
    [1, 'the buyer'],
  ])('%i seconds from it the money is for %s, when both ask in one ledger', async (offset, who) => {
    const id = await deposit(town, xlm, '50')
    const release = await onchainTransaction(town, payingOut(xlm, id, [{ to: seller, amount: '50' }]), [buyer, seller])
    const back = await written(town, { from: buyer, operations: [claim(id)] })
    town.at(DATE + offset)
    for (const transaction of [release, back]) await post(town, '/transactions_async', transaction)
    town.horizon.closeLedger()
    const codes = [await outcome(town, release), await outcome(town, back)]
    const [released, returned] = codes.map((code) => code === null)
    expect({ released, returned }).toEqual({ released: who !== 'the buyer', returned: who === 'the buyer' })
    expect(await get(town, `/claimable_balances/${id}`)).toMatchObject({ status: 404 })
  })

  it('counts by the ledger that carries it out, not by the one in which it was handed in', async () => {
    const id = await deposit(town, xlm, '50')
    town.at(DATE - 1)
    const release = await onchainTransaction(town, payingOut(xlm, id, [{ to: seller, amount: '50' }]), [buyer, seller])
    expect(await post(town, '/transactions_async', release)).toMatchObject({ status: 201 })
    town.at(DATE)
    town.horizon.closeLedger()
    expect(await outcome(town, release)).toMatchObject({ inner_transaction: 'tx_failed' })
  })

  it('a time that is relative counts from the ledger that took the balance in', async () => {
    const claimants = [new Claimant(seller.publicKey(), within(60))]
    const operation = Operation.createClaimableBalance({ asset: xlm, amount: '5', claimants })
    const created = await succeed(town, { from: buyer, operations: [operation] })
    const id = created.getClaimableBalanceId(0)
    const kept = { abs_before: '2030-03-17T17:47:40Z', abs_before_epoch: String(START + 60) }
    const { body } = await get(town, `/claimable_balances/${id}`)
    expect(body.claimants).toEqual([{ destination: seller.publicKey(), predicate: kept }])
    const [told] = await records(town, `/claimable_balances/${id}/operations`)
    expect(told).toMatchObject({ claimants: [{ predicate: { rel_before: '60' } }] })
    town.at(START + 60)
    const late = { transaction: 'tx_failed', operations: ['op_cannot_claim'] }
    expect(await failure(town, { from: seller, operations: [claim(id)] })).toEqual(late)
  })

  it.each<[string, Partial<Parameters<typeof Operation.createClaimableBalance>[0]>]>([
    [
      'a condition of five levels',
      { claimants: [of(predicateNot(predicateNot(predicateNot(predicateNot(always())))))] },
    ],
    ['a time before 1970', { claimants: [of(until(-1))] }],
    ['a negative span', { claimants: [of(predicateNot(within(-1)))] }],
    ['one claimant twice', { claimants: [of(always()), of(until(DATE))] }],
  ])('%s is refused as malformed', async (_what, wrong) => {
    const right = { asset: xlm, amount: '1', claimants: [of(always())] }
    const operations = [pay('1', xlm, seller), Operation.createClaimableBalance({ ...right, ...wrong })]
    const malformed = { transaction: 'tx_failed', operations: ['op_success', 'op_malformed'] }
    expect(await failure(town, { from: buyer, operations })).toEqual(malformed)
  })
})

function of(predicate: xdr.ClaimPredicate): Claimant {
  return new Claimant(seller.publicKey(), predicate)
}

describe('a condition', () => {
  it('and its opposite never hold together, and one of them always does', () => {
    const time = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n })
    const leaf = fc.oneof(fc.constant(always()), time.map(until))
    const deep = fc.oneof(
      leaf,
      fc.tuple(leaf, leaf).map(([left, right]) => predicateAnd(left, right)),
      fc.tuple(leaf, leaf).map(([left, right]) => predicateOr(left, right)),
      leaf.map(predicateNot),
    )
    fc.assert(
      fc.property(deep, fc.integer({ min: 0, max: 2 ** 40 }), (condition, now) => {
        expect(isFulfilled(predicateNot(condition), now)).toBe(!isFulfilled(condition, now))
      }),
    )
  })

  it('holds before its second and not in it', () => {
    expect([-1, 0, 1].map((offset) => isFulfilled(until(DATE), DATE + offset))).toEqual([true, false, false])
  })

  it('joins its parts', () => {
    const [no, yes] = [until(1), until(100)]
    expect([predicateAnd(yes, no), predicateAnd(yes, yes)].map((both) => isFulfilled(both, 10))).toEqual([false, true])
    expect([predicateOr(no, no), predicateOr(no, yes)].map((either) => isFulfilled(either, 10))).toEqual([false, true])
  })

  it('has two parts in each "and" and "or", one in each "not", and four levels at most', () => {
    const { ClaimPredicate } = xdr
    const four = predicateAnd(predicateOr(predicateNot(until(5)), always()), within(0))
    expect(isValidPredicate(four)).toBe(true)
    const wrong = [
      ClaimPredicate.claimPredicateAnd([always()]),
      ClaimPredicate.claimPredicateOr([]),
      ClaimPredicate.claimPredicateNot(null),
      predicateNot(four).type === 'claimPredicateNot' ? predicateNot(predicateNot(four)) : always(),
      until(-1n),
      predicateOr(always(), within(-1n)),
    ]
    expect(wrong.map((predicate) => isValidPredicate(predicate))).toEqual(wrong.map(() => false))
  })

  it('counts what is relative from the ledger, and never beyond the end of time', () => {
    const kept = (relative: bigint) => predicateJson(madeAbsolute(predicateOr(within(relative), always()), 1000))
    const absolute = (at: string, iso: string) => ({
      or: [{ abs_before: iso, abs_before_epoch: at }, { unconditional: true }],
    })
    expect(kept(60n)).toEqual(absolute('1060', '1970-01-01T00:17:40Z'))
    expect(kept(2n ** 63n - 1n)).toEqual(absolute('9223372036854775807', '+292277026596-12-04T15:30:07Z'))
  })

  it.each([
    [0n, '1970-01-01T00:00:00Z'],
    [253_402_300_799n, '9999-12-31T23:59:59Z'],
    [253_402_300_800n, '+10000-01-01T00:00:00Z'],
  ])('before %i is written as Horizon writes it', (time, iso) => {
    expect(predicateJson(until(time))).toEqual({ abs_before: iso, abs_before_epoch: time.toString() })
  })
})
