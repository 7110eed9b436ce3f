/** Claimable balances, sponsoring and sponsored accounts have the keys and JSON types of recorded ones. */
import { Claimant, Operation } from '@stellar/stellar-sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasFixtures, readFixture, withoutFixtures } from '#tests/contract/ledgers/recorded/ledger-fixtures.ts'
import { get, hashOf, usdc } from '../horizon-town.ts'
import { type Case, compare } from '../shape-differences.ts'
import {
  arbiter,
  begin,
  buyer,
  claim,
  end,
  type OnchainTown,
  openOnchainTown,
  platform,
  records,
  seller,
  sign,
  succeed,
  xlm,
} from './onchain-world.ts'

if (!hasFixtures) console.warn(withoutFixtures)

const { predicateAnd, predicateOr, predicateUnconditional: always } = Claimant
const until = Claimant.predicateBeforeAbsoluteTime
const within = Claimant.predicateBeforeRelativeTime

let town: OnchainTown
const found: Record<string, unknown> = {}
let balanceId = ''

const recordedClaimants = [
  new Claimant(
    seller.publicKey(),
    predicateAnd(predicateOr(until('600'), predicateOr(always(), within('300'))), always()),
  ),
  new Claimant(buyer.publicKey(), always()),
]

beforeAll(async () => {
  town = await openOnchainTown()
  const inTransaction = async (hash: string, index: number) =>
    (await records(town, `/transactions/${hash}/operations`))[index]
  const entries = [
    begin(arbiter),
    Operation.changeTrust({ asset: usdc, source: arbiter.publicKey() }),
    Operation.manageData({ name: 'note', value: 'x', source: arbiter.publicKey() }),
    sign(arbiter, seller),
    end(arbiter),
  ]
  const sponsored = await succeed(town, { from: platform, operations: entries, signers: [platform, arbiter] })
  found.begin = await inTransaction(hashOf(sponsored), 0)
  found.trust = await inTransaction(hashOf(sponsored), 1)
  const creation = Operation.createClaimableBalance({ asset: xlm, amount: '1.2345', claimants: recordedClaimants })
  const created = await succeed(town, { from: buyer, operations: [creation] })
  balanceId = created.getClaimableBalanceId(0)
  found.create = await inTransaction(hashOf(created), 0)
  found.balance = (await get(town, `/claimable_balances/${balanceId}`)).body
  found.claimedOne = (await succeed(town, { from: buyer, operations: [creation] })).getClaimableBalanceId(0)
  const some = [always(), always(), until('300')].map((predicate) =>
    Operation.createClaimableBalance({
      asset: usdc,
      amount: '1',
      claimants: [new Claimant(arbiter.publicKey(), predicate)],
    }),
  )
  await succeed(town, { from: buyer, operations: some })
  found.page = (await get(town, `/claimable_balances?claimant=${arbiter.publicKey()}&limit=3`)).body
  const claimed = await succeed(town, { from: buyer, operations: [claim(String(found.claimedOne))] })
  found.claim = await inTransaction(hashOf(claimed), 0)
  found.transaction = (await get(town, `/transactions/${hashOf(created)}`)).body
})

afterAll(() => town.close())

const shown = (name: string) => async () => found[name]

const cases: Case[] = [
  ['claimable_balances/claimable_balance.json', shown('balance')],
  ['claimable_balances/page.json', shown('page')],
  ['operations/create_claimable_balance.pubnet.json', shown('create')],
  ['operations/claim_claimable_balance.testnet.json', shown('claim')],
  ['operations/begin_sponsoring_future_reserves.json', shown('begin')],
  ['operations/change_trust_asset.json', shown('trust')],
  [
    'transactions/create_claimable_balance.pubnet.json',
    shown('transaction'),
    { result_meta_xdr: 'public servers no longer send the result meta' },
  ],
]

describe.skipIf(!hasFixtures)('the shape of', () => {
  it.each(cases)('%s', compare)

  it('the conditions of a recorded balance, in the operation and on the ledger, to the letter', () => {
    const conditions = (document: unknown) =>
      (document as { claimants: { predicate: unknown }[] }).claimants.map(({ predicate }) => predicate)
    const asked = readFixture('stellar/operations/create_claimable_balance.pubnet.json')
    expect(conditions(found.create)).toEqual(conditions(asked))
    const kept = JSON.stringify(conditions(readFixture('stellar/claimable_balances/claimable_balance.json')))
    const ours = { abs_before: '2030-03-17T17:51:40Z', abs_before_epoch: '1900000300' }
    const theirs = { abs_before: '2024-07-06T02:44:03Z', abs_before_epoch: '1720233843' }
    expect(JSON.stringify(conditions(found.balance))).toBe(kept.replace(JSON.stringify(theirs), JSON.stringify(ours)))
  })
})
