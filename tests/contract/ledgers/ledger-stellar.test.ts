/** The Stellar adapter against the harbour's Horizon: the common contract, and what only Stellar has. */
import {
  Account,
  Keypair,
  Memo,
  MuxedAccount,
  Operation,
  Asset as StellarAsset,
  TransactionBuilder,
  type xdr,
} from '@stellar/stellar-sdk'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Decimal } from '#app/domain/kernel/money.ts'
import type { Payee } from '#app/ledgers/ledger.ts'
import { openStellarLedger, openStellarTreasury, type StellarSettings } from '#app/ledgers/stellar.server.ts'
import { createFaults, type Faults } from '#harbour/faults.ts'
import { startHorizon } from '#harbour/horizon/server.ts'
import { describeLedgerContract } from './ledger-contract.ts'
import { decided, eventually, LEDGER_MS, orderFor, readAll, signOrder, type World } from './ledger-world.ts'

const PASSPHRASE = 'Contract tests ; play money'
const [fee, escrow, issuer, customer, payee, forger, closing] = Array.from({ length: 7 }, () => Keypair.random())
const [frozen, full, bare, demanding] = Array.from({ length: 4 }, () => Keypair.random())
const USDC = `USDC:${issuer!.publicKey()}`
type StellarWorld = World & { url: string; faults: Faults; settings: StellarSettings }

function account(key: Keypair, ...balances: { asset: string; amount: string; limit?: string; authorized?: boolean }[]) {
  return { address: key.publicKey(), balances: [{ asset: 'native', amount: '1000' }, ...balances] }
}

async function openWorld(): Promise<StellarWorld> {
  const faults = createFaults()
  let ahead = 0
  const now = () => Date.now() + ahead
  const horizon = await startHorizon({
    port: 0,
    passphrase: PASSPHRASE,
    ledgerMs: LEDGER_MS,
    now: () => new Date(now()),
    journalFile: null,
    genesis: [
      account(fee!, { asset: USDC, amount: '0' }),
      account(escrow!, { asset: USDC, amount: '500' }),
      account(issuer!),
      account(customer!, { asset: USDC, amount: '10000' }),
      account(payee!, { asset: USDC, amount: '0' }),
      account(forger!),
      account(closing!),
      account(bare!),
      account(frozen!, { asset: USDC, amount: '5', authorized: false }),
      account(full!, { asset: USDC, amount: '90', limit: '100' }),
      { ...account(demanding!), data: { 'config.memo_required': '1' } },
    ],
    faults,
  })
  const settings = {
    horizonUrls: [horizon.url],
    passphrase: PASSPHRASE,
    usdcIssuer: issuer!.publicKey(),
    ownAccounts: [fee!.publicKey(), escrow!.publicKey()],
  }
  const ledger = openStellarLedger(settings)
  const wrongLedger = openStellarLedger({ ...settings, passphrase: 'Some other network' })
  const treasury = openStellarTreasury({ ...settings, seed: escrow!.secret() })
  const hastyTreasury = openStellarTreasury({ ...settings, seed: escrow!.secret(), validSeconds: 60 })
  const customerTreasury = openStellarTreasury({ ...settings, seed: customer!.secret() })
  return {
    url: horizon.url,
    settings,
    asset: 'XLM',
    target: 'horizon',
    faults,
    submission: '/transactions_async',
    lookUp: (hash) => `/transactions/${hash}`,
    ledger,
    wrongLedger,
    treasury,
    hastyTreasury,
    customer: customerTreasury,
    platform: fee!.publicKey(),
    payee: payee!.publicKey(),
    newcomer: Keypair.random().publicKey(),
    nobody: Keypair.random().publicKey(),
    // Two base reserves, and one for the USDC trustline.
    reserve: new Decimal('1.5'),
    impossibleMemo: 'a text of more than twenty-eight bytes',
    now,
    async letPass(signed) {
      ahead += (Number(signed.validUntil) + 1) * 1_000 - now()
      horizon.closeLedger()
    },
    async isPast(signed) {
      const response = await fetch(`${horizon.url}/ledgers/${horizon.latestLedger()}`)
      const { closed_at: closedAt } = (await response.json()) as { closed_at: string }
      return Date.parse(closedAt) / 1000 > Number(signed.validUntil)
    },
    async passLedgers(count) {
      for (let closed = 0; closed < count; closed += 1) horizon.closeLedger()
    },
    async close() {
      await Promise.all([ledger, wrongLedger, treasury, hastyTreasury, customerTreasury].map((port) => port.close()))
      await horizon.close()
    },
  }
}

describeLedgerContract('Stellar', openWorld)

describe('Stellar alone', () => {
  let world: StellarWorld
  beforeAll(async () => {
    world = await openWorld()
  })
  afterEach(() => world.faults.clear())
  afterAll(() => world.close())

  const platform = fee!.publicKey()
  const sign = (order: Parameters<typeof signOrder>[2]) => signOrder(world, world.treasury, order)

  /** Signs a transaction of somebody outside, as any wallet might. */
  async function write(
    key: Keypair,
    operations: xdr.Operation[],
    memo: Memo = Memo.none(),
  ): Promise<ReturnType<TransactionBuilder['build']>> {
    const response = await fetch(`${world.url}/accounts/${key.publicKey()}`)
    const { sequence } = (await response.json()) as { sequence: string }
    const builder = new TransactionBuilder(new Account(key.publicKey(), sequence), {
      fee: '1000',
      networkPassphrase: PASSPHRASE,
      timebounds: { minTime: 0, maxTime: 0 },
      memo,
    })
    for (const operation of operations) builder.addOperation(operation)
    const transaction = builder.build()
    transaction.sign(key)
    return transaction
  }

  type Sendable = Pick<ReturnType<TransactionBuilder['build']>, 'hash' | 'toEnvelope'>

  /** Sends it and waits until it is in a ledger. Returns its hash. */
  async function send(transaction: Sendable): Promise<string> {
    const hash = Buffer.from(transaction.hash()).toString('hex')
    const body = new URLSearchParams({ tx: transaction.toEnvelope().toXdr('base64') })
    await fetch(`${world.url}/transactions_async`, { method: 'POST', body })
    await eventually(
      () => world.ledger.findTransaction(hash, { account: platform }),
      (found) => found !== null,
    )
    return hash
  }

  const toPlatform = (amount: string, asset = StellarAsset.native(), destination = platform) =>
    Operation.payment({ destination, asset, amount })

  async function paymentsOf(hash: string, to = platform) {
    const found = await world.ledger.findTransaction(hash, { account: to })
    return found?.payments.map(({ asset, amount, memo, needsReview }) => ({
      asset,
      amount: amount.toFixed(),
      memo,
      needsReview,
    }))
  }

  it('reads the reference from a MEMO_ID, from a MEMO_TEXT and from a muxed payee alike', async () => {
    const muxed = new MuxedAccount(new Account(platform, '0'), '9007199254740993').accountId()
    const expected = (memo: string) => [{ asset: 'XLM', amount: '3', memo, needsReview: false }]
    const byId = await send(await write(customer!, [toPlatform('3')], Memo.id('18446744073709551615')))
    expect(await paymentsOf(byId)).toEqual(expected('18446744073709551615'))
    const byText = await send(await write(customer!, [toPlatform('3')], Memo.text('12345')))
    expect(await paymentsOf(byText)).toEqual(expected('12345'))
    const byMuxed = await send(await write(customer!, [toPlatform('3', StellarAsset.native(), muxed)]))
    expect(await paymentsOf(byMuxed)).toEqual(expected('9007199254740993'))
    expect((await world.ledger.findTransaction(byMuxed, { account: platform }))?.memo).toBe('9007199254740993')
  })

  it('tells the payments of one transaction apart and leaves out those to others', async () => {
    const start = await readAll(world, platform)
    const others = Array.from({ length: 11 }, () => toPlatform('1', StellarAsset.native(), payee!.publicKey()))
    const hash = await send(await write(customer!, [...others, toPlatform('2'), toPlatform('3')], Memo.id('5')))
    expect((await paymentsOf(hash))?.map(({ amount }) => amount)).toEqual(['2', '3'])
    const { payments } = await readAll(world, platform, { after: start, limit: 1 })
    expect(payments.map(({ amount }) => amount.toFixed())).toEqual(['2', '3'])
    expect(new Set(payments.map(({ operation }) => operation)).size).toBe(2)
  })

  it('knows a fee bump under both hashes, and its payment once, under the outer one', async () => {
    const start = await readAll(world, platform)
    const inner = await write(customer!, [toPlatform('4')], Memo.id('6'))
    const outer = TransactionBuilder.buildFeeBumpTransaction(forger!, '5000', inner, PASSPHRASE)
    outer.sign(forger!)
    const outerHash = await send(outer)
    const innerHash = Buffer.from(inner.hash()).toString('hex')
    for (const hash of [innerHash, outerHash]) {
      const found = await world.ledger.findTransaction(hash, { account: platform })
      expect(found).toMatchObject({ hash, outerHash, successful: true, memo: '6' })
      expect(found?.payments.map((payment) => payment.hash)).toEqual([outerHash])
    }
    const { payments } = await readAll(world, platform, { after: start })
    expect(payments.map((payment) => payment.hash)).toEqual([outerHash])
  })

  it('takes USDC of our issuer for USDC and a forgery for a foreign asset', async () => {
    const forged = new StellarAsset('USDC', forger!.publicKey())
    const real = new StellarAsset('USDC', issuer!.publicKey())
    await send(await write(fee!, [Operation.changeTrust({ asset: forged })]))
    const start = await readAll(world, platform)
    await send(await write(forger!, [toPlatform('1000', forged)], Memo.id('7')))
    await send(await write(customer!, [toPlatform('1.5', real)], Memo.id('7')))
    const { payments } = await readAll(world, platform, { after: start })
    expect(payments.map(({ asset, assetLabel, amount }) => [asset, assetLabel, amount.toFixed()])).toEqual([
      [null, `USDC:${forger!.publicKey()}`, '1000'],
      ['USDC', USDC, '1.5'],
    ])
    await expect(world.ledger.balance(platform, 'USDC')).resolves.toEqual(new Decimal('1.5'))
    await expect(world.ledger.spendable(platform, 'USDC')).resolves.toEqual(new Decimal('1.5'))
  })

  it('reads what an account_merge and a create_account brought', async () => {
    const start = await readAll(world, platform)
    const merged = await send(await write(closing!, [Operation.accountMerge({ destination: platform })], Memo.id('8')))
    expect(await paymentsOf(merged)).toEqual([{ asset: 'XLM', amount: '999.99999', memo: '8', needsReview: false }])
    expect((await readAll(world, platform, { after: start })).payments).toHaveLength(1)
    const born = Keypair.random().publicKey()
    const created = await send(
      await write(customer!, [Operation.createAccount({ destination: born, startingBalance: '2.5' })], Memo.id('9')),
    )
    expect(await paymentsOf(created, born)).toEqual([{ asset: 'XLM', amount: '2.5', memo: '9', needsReview: false }])
  })

  it('names what stands in the way of a payee', async () => {
    const obstacle = (key: Keypair, about: Partial<Payee> = {}) =>
      world.ledger.obstacleTo({
        asset: 'USDC',
        address: key.publicKey(),
        memo: null,
        amount: new Decimal('10'),
        ...about,
      })
    expect(await obstacle(payee!)).toBeNull()
    expect(await obstacle(bare!)).toBe('trustline_missing')
    expect(await obstacle(frozen!)).toBe('not_authorized')
    expect(await obstacle(full!)).toBeNull()
    expect(await obstacle(full!, { amount: new Decimal('10.0000001') })).toBe('trustline_full')
    expect(await obstacle(demanding!, { asset: 'XLM' })).toBe('memo_required')
    expect(await obstacle(demanding!, { asset: 'XLM', memo: '1' })).toBeNull()
    const unborn = Keypair.random()
    expect(await obstacle(unborn)).toBe('account_missing')
    expect(await obstacle(unborn, { asset: 'XLM', amount: new Decimal('0.9999999') })).toBe('below_reserve')
    expect(await obstacle(unborn, { asset: 'XLM', amount: new Decimal('1') })).toBeNull()
  })

  it('pays USDC, and XLM to an account that it thereby creates', async () => {
    const usdc = orderFor(world, { asset: 'USDC', amount: '0.0000001', memo: 'thanks' })
    const born = Keypair.random().publicKey()
    const xlm = orderFor(world, { address: born, amount: '1.0000001' })
    for (const order of [usdc, xlm]) {
      const { signed } = await sign(order)
      await world.treasury.submit(signed)
      expect(await decided(world.treasury, signed)).toMatchObject({ kind: 'settled', hash: signed.hash })
      const found = await world.ledger.findTransaction(signed.hash, { account: order.address })
      expect(found?.payments).toEqual([expect.objectContaining({ asset: order.asset, memo: order.memo })])
      expect(found?.payments[0]?.amount).toEqual(order.amount)
    }
  })

  it('reports why a payout failed in the ledger’s own words', async () => {
    const { signed } = await sign(orderFor(world, { asset: 'USDC', address: bare!.publicKey(), amount: '1' }))
    await world.treasury.submit(signed)
    expect(await decided(world.treasury, signed)).toMatchObject({ kind: 'failed', code: 'op_no_trust' })
  })

  it('knows at once that a payout can never be included when another one took its sequence number', async () => {
    const { signed: loser } = await sign(orderFor(world, { amount: '1' }))
    const { signed: winner } = await sign(orderFor(world, { amount: '2' }))
    expect(loser.sequence).toBe(winner.sequence)
    await world.treasury.submit(winner)
    expect(await decided(world.treasury, winner)).toMatchObject({ kind: 'settled' })
    expect(await world.treasury.outcomeOf(loser)).toEqual({ kind: 'expired' })
    expect((await world.treasury.submit(loser)).note).toMatch(/tx_bad_seq/)
  })

  it('counts a payout that somebody else bumped as settled, without a fee of ours', async () => {
    const { signed } = await sign(orderFor(world, { amount: '1' }))
    const inner = TransactionBuilder.fromXdr(signed.blob, PASSPHRASE) as ReturnType<TransactionBuilder['build']>
    const outer = TransactionBuilder.buildFeeBumpTransaction(forger!, '200000', inner, PASSPHRASE)
    outer.sign(forger!)
    const outerHash = await send(outer)
    const outcome = await decided(world.treasury, signed)
    expect(outcome).toMatchObject({ kind: 'settled', hash: outerHash })
    expect(outcome.kind === 'settled' && outcome.feePaid.toFixed()).toBe('0')
  })
})
