/** Claimable balances as Horizon shows them: single, in lists, in the history, after a restart, on a lagging server. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Asset, Claimant, Networks, Operation, xdr } from '@stellar/stellar-sdk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseEnvelope } from '#harbour/horizon/engine/envelope.ts'
import { balanceIdAt, balanceIdHex } from '#harbour/horizon/ledger/claimable-balance.ts'
import { hasFixtures, readFixture } from '#tests/contract/ledgers/recorded/ledger-fixtures.ts'
import { balanceOf, bank, get, hashOf, pay, usdc } from '../horizon-town.ts'
import {
  account,
  arbiter,
  begin,
  bumped,
  buyer,
  claim,
  deposit,
  end,
  failed,
  failure,
  type OnchainTown,
  openOnchainTown,
  outcome,
  platform,
  records,
  seller,
  succeed,
  written,
  xlm,
} from './onchain-world.ts'

let town: OnchainTown

beforeEach(async () => {
  town = await openOnchainTown()
})

afterEach(() => town.close())

const always = Claimant.predicateUnconditional()

function offer(asset: Asset, amount: string, ...to: (typeof buyer)[]): xdr.Operation {
  const claimants = (to.length === 0 ? [seller] : to).map((who) => new Claimant(who.publicKey(), always))
  return Operation.createClaimableBalance({ asset, amount, claimants })
}

describe('a claimable balance', () => {
  it('is found by the id that the SDK computes before it is sent', async () => {
    const transaction = await written(town, {
      from: buyer,
      operations: [pay('1', xlm, seller), offer(usdc, '12.5', seller, arbiter)],
    })
    const id = transaction.getClaimableBalanceId(1)
    expect(await outcome(town, transaction)).toBeNull()
    const found = await town.server.claimableBalances().claimableBalance(id).call()
    expect(found).toMatchObject({
      id,
      asset: `USDC:${bank.publicKey()}`,
      amount: '12.5000000',
      sponsor: buyer.publicKey(),
      last_modified_ledger: town.horizon.latestLedger(),
      paging_token: `${town.horizon.latestLedger()}-${id}`,
      flags: { clawback_enabled: false },
      claimants: [seller, arbiter].map((who) => ({
        destination: who.publicKey(),
        predicate: { unconditional: true },
      })),
    })
    const { headers } = await get(town, `/claimable_balances/${id}`)
    expect(headers.get('latest-ledger')).toBe(String(town.horizon.latestLedger()))
  })

  it('has the id of the transaction inside a fee bump, whoever pays for it', async () => {
    const inner = await written(town, { from: buyer, operations: [offer(xlm, '1')] })
    expect(await outcome(town, bumped(inner))).toBeNull()
    expect(await get(town, `/claimable_balances/${inner.getClaimableBalanceId(0)}`)).toMatchObject({ status: 200 })
  })

  it('leaves its maker with a reserve for each claimant, until it is claimed', async () => {
    const transaction = await succeed(town, { from: buyer, operations: [offer(xlm, '10', seller, arbiter)] })
    expect(await account(town, buyer)).toMatchObject({ num_sponsoring: 2, subentry_count: 1 })
    await succeed(town, { from: seller, operations: [claim(transaction.getClaimableBalanceId(0))] })
    expect(await account(town, buyer)).toMatchObject({ num_sponsoring: 0 })
    expect(await balanceOf(town, seller)).toBe('109.9999900')
  })

  it('may be for somebody who is not on the ledger, and be claimed by nobody else', async () => {
    const transaction = await succeed(town, { from: buyer, operations: [offer(usdc, '10', arbiter)] })
    const id = transaction.getClaimableBalanceId(0)
    expect(await failure(town, { from: seller, operations: [claim(id)] })).toEqual(failed('op_cannot_claim'))
    expect(await failure(town, { from: arbiter, operations: [claim(id)] })).toEqual(failed('op_no_trust'))
    const trust = (limit: string) => Operation.changeTrust({ asset: usdc, limit })
    expect(await failure(town, { from: arbiter, operations: [trust('9.9999999'), claim(id)] })).toEqual(
      failed('op_success', 'op_line_full'),
    )
    await succeed(town, { from: arbiter, operations: [trust('10'), claim(id)] })
    expect(await failure(town, { from: arbiter, operations: [claim(id)] })).toEqual(failed('op_does_not_exist'))
  })

  it('is made only of what is there, and of a trustline', async () => {
    expect(await failure(town, { from: buyer, operations: [offer(usdc, '500.0000001')] })).toEqual(
      failed('op_underfunded'),
    )
    expect(await failure(town, { from: arbiter, operations: [offer(usdc, '1')] })).toEqual(failed('op_no_trust'))
    const nearlyAll = await failure(town, { from: arbiter, operations: [offer(xlm, '98.6', seller)] })
    expect(nearlyAll).toEqual(failed('op_low_reserve'))
    await succeed(town, { from: arbiter, operations: [offer(xlm, '98.4', seller)] })
  })

  it('is made by an issuer from nothing', async () => {
    const made = await succeed(town, { from: bank, operations: [offer(usdc, '7')] })
    await succeed(town, { from: seller, operations: [claim(made.getClaimableBalanceId(0))] })
    expect(await balanceOf(town, seller, usdc)).toBe('7.0000000')
  })

  it('may have its reserve kept by a sponsor, who is named with it', async () => {
    const operations = [begin(buyer), offer(xlm, '1', seller, arbiter), end(buyer)]
    const made = await succeed(town, { from: buyer, operations, signers: [buyer, platform] })
    const id = made.getClaimableBalanceId(1)
    const sponsor = platform.publicKey()
    expect((await get(town, `/claimable_balances/${id}`)).body).toMatchObject({ sponsor })
    expect(await account(town, platform)).toMatchObject({ num_sponsoring: 2 })
    expect(await account(town, buyer)).toMatchObject({ num_sponsored: 0, num_sponsoring: 0 })
    expect(await records(town, `/claimable_balances/${id}/operations`)).toMatchObject([
      { type: 'create_claimable_balance', type_i: 14, asset: 'native', amount: '1.0000000', sponsor },
    ])
    await succeed(town, { from: seller, operations: [claim(id)] })
    expect(await account(town, platform)).toMatchObject({ num_sponsoring: 0 })
  })
})

describe('in lists', () => {
  const ids: string[] = []
  beforeEach(async () => {
    ids.length = 0
    ids.push(await deposit(town, xlm, '1'), await deposit(town, usdc, '2'), await deposit(town, xlm, '3'))
    const made = await succeed(town, { from: platform, operations: [offer(xlm, '4', buyer)] })
    ids.push(made.getClaimableBalanceId(0))
  })

  const found = async (query: string) => (await records(town, `/claimable_balances${query}`)).map(({ id }) => id)

  it('are found by claimant, asset and sponsor, the oldest first', async () => {
    expect(await found('')).toEqual(ids)
    expect(await found(`?claimant=${buyer.publicKey()}`)).toEqual(ids)
    expect(await found('?asset=native')).toEqual([ids[0], ids[2], ids[3]])
    expect(await found(`?asset=USDC:${bank.publicKey()}`)).toEqual([ids[1]])
    expect(await found(`?sponsor=${platform.publicKey()}`)).toEqual([ids[3]])
    expect(await found(`?sponsor=${buyer.publicKey()}&asset=native&claimant=${buyer.publicKey()}`)).toEqual([
      ids[0],
      ids[2],
    ])
    expect(await found(`?claimant=${seller.publicKey()}`)).toEqual([])
  })

  it('come in pages, forwards and backwards, and vanish when claimed', async () => {
    const first = await town.server.claimableBalances().claimant(buyer.publicKey()).limit(3).call()
    expect(first.records.map(({ id }) => id)).toEqual(ids.slice(0, 3))
    const second = await first.next()
    expect(second.records.map(({ id }) => id)).toEqual(ids.slice(3))
    expect(await found('?order=desc&limit=2')).toEqual([ids[3], ids[2]])
    await succeed(town, { from: buyer, operations: [claim(ids[3] ?? '')] })
    expect(await found('')).toEqual(ids.slice(0, 3))
  })

  it.each([
    ['?claimant=GABC', 'claimant'],
    ['?sponsor=x', 'sponsor'],
    ['?asset=USDC', 'asset'],
    ['?cursor=now', 'cursor'],
    ['?cursor=12-34', 'cursor'],
    ['?limit=201', 'limit'],
    ['/0000001112122', 'id'],
    ['/0000001112122/operations', 'claimable_balance_id'],
  ])('%s is refused for its %s', async (query, invalid_field) => {
    const { status, body } = await get(town, `/claimable_balances${query}`)
    expect({ status, body }).toMatchObject({ status: 400, body: { extras: { invalid_field } } })
  })

  it('are not streamed', async () => {
    const headers = { accept: 'text/event-stream' }
    expect((await fetch(`${town.horizon.url}/claimable_balances`, { headers })).status).toBe(406)
  })

  it('an id that nobody has made is 404, with and without a history', async () => {
    for (const rest of ['', '/operations', '/transactions', '/nothing']) {
      expect(await get(town, `/claimable_balances/${'0'.repeat(72)}${rest}`)).toMatchObject({ status: 404 })
    }
  })

  it('a server that lags shows them as they were', async () => {
    await succeed(town, { from: buyer, operations: [claim(ids[3] ?? '')] })
    town.faults.set({ target: 'horizon', kind: 'lag', lagLedgers: 1 })
    expect(await found('')).toEqual(ids)
    expect(await get(town, `/claimable_balances/${ids[3]}`)).toMatchObject({ status: 200 })
    town.faults.clear()
    expect(await get(town, `/claimable_balances/${ids[3]}`)).toMatchObject({ status: 404 })
  })
})

describe('the history', () => {
  it('keeps making and claiming in lists of the balance and of everybody concerned, and of no payments', async () => {
    const made = await succeed(town, { from: buyer, operations: [offer(usdc, '5', seller, arbiter)] })
    const id = made.getClaimableBalanceId(0)
    await failure(town, { from: platform, operations: [claim(id)] })
    const taken = await succeed(town, { from: seller, operations: [claim(id)] })
    const both = [hashOf(made), hashOf(taken)]
    const hashes = async (path: string) =>
      (await records(town, path)).map((record) => record.transaction_hash ?? record.hash)
    expect(await hashes(`/claimable_balances/${id}/transactions`)).toEqual(both)
    expect(await hashes(`/claimable_balances/${id}/operations`)).toEqual(both)
    expect(await hashes(`/accounts/${seller.publicKey()}/operations`)).toEqual(both)
    expect(await hashes(`/accounts/${arbiter.publicKey()}/operations`)).toEqual([hashOf(made)])
    expect(await hashes(`/accounts/${buyer.publicKey()}/transactions`)).toEqual(both)
    expect(await hashes(`/accounts/${seller.publicKey()}/payments`)).toEqual([])
    expect(await hashes('/payments')).toEqual([])
    expect(await records(town, `/transactions/${hashOf(taken)}/effects`)).toMatchObject([
      { type: 'claimable_balance_claimed', type_i: 52, balance_id: id, amount: '5.0000000' },
      { type: 'account_credited', asset_code: 'USDC', amount: '5.0000000' },
      { type: 'claimable_balance_sponsorship_removed', type_i: 71, former_sponsor: buyer.publicKey() },
    ])
  })

  it('is there again after a restart, and so are the balances', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'horizon-held-'))
    const journalFile = join(folder, 'horizon.jsonl')
    await town.close()
    town = await openOnchainTown({ journalFile })
    const id = await deposit(town, usdc, '5')
    const operations = [begin(buyer), offer(xlm, '1'), end(buyer)]
    await succeed(town, { from: buyer, operations, signers: [buyer, platform] })
    const made = await succeed(town, { from: buyer, operations: [offer(xlm, '2')] })
    await succeed(town, { from: seller, operations: [claim(made.getClaimableBalanceId(0))] })
    const paths = [
      '/claimable_balances',
      `/claimable_balances/${id}`,
      `/claimable_balances/${made.getClaimableBalanceId(0)}/operations`,
      `/accounts/${buyer.publicKey()}`,
      `/accounts/${platform.publicKey()}/operations`,
      '/effects?limit=200',
    ]
    const answers = async () =>
      Promise.all(
        paths.map(async (path) => JSON.stringify((await get(town, path)).body).replaceAll(town.horizon.url, '')),
      )
    const before = await answers()
    await town.close()
    town = await openOnchainTown({ journalFile })
    expect(await answers()).toEqual(before)
    rmSync(folder, { recursive: true })
  })
})

it.skipIf(!hasFixtures)('a balance of the public network has the id that we compute', () => {
  const recorded = readFixture('stellar/transactions/create_claimable_balance.pubnet.json')
  const { transaction } = parseEnvelope(recorded.envelope_xdr, Networks.PUBLIC)
  const place = { transactionSource: transaction.source.address, sequence: transaction.sequence, index: 0 }
  const { result } = xdr.TransactionResult.fromXdr(recorded.result_xdr, 'base64')
  const first = result.type === 'txSuccess' ? result.results[0] : undefined
  if (first?.type !== 'opInner' || first.tr.type !== 'createClaimableBalance') throw new Error('Another recording')
  const made = first.tr.createClaimableBalanceResult
  if (made.type !== 'createClaimableBalanceSuccess') throw new Error('It failed')
  expect(balanceIdHex(balanceIdAt(place))).toBe(balanceIdHex(made.balanceId))
})
