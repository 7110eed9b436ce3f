/** The XRP Ledger adapter meets the common contract on the harbour's rippled; and what only the XRP Ledger has. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Client, type SubmittableTransaction, Wallet } from 'xrpl'
import { Decimal } from '#app/kernel/domain/money.ts'
import { LedgerUnavailable, type Payee } from '#app/ledgers/ledger.ts'
import { openXrplLedger, openXrplTreasury } from '#app/ledgers/xrpl.server.ts'
import { createFaults } from '#harbour/faults.ts'
import { startRippled } from '#harbour/rippled/server.ts'
import { submitUntilValidated } from '#harbour/wallet/xrpl-validation.ts'
import { SECRET } from '../rippled/transactions/escrow-world.ts'
import { describeLedgerContract } from './ledger-contract.ts'
import { decided, freeSlot, LEDGER_MS, orderFor, pay, readAll, signOrder, type World } from './ledger-world.ts'

const NETWORK_ID = 764
const LSF_REQUIRE_DEST_TAG = 0x00020000
const LSF_DEPOSIT_AUTH = 0x01000000
const [fee, escrow, customer, payee, exchange, closed, leaving] = Array.from({ length: 7 }, () => Wallet.generate())

type XrplWorld = World & { url: string; rippled: Awaited<ReturnType<typeof startRippled>> }

async function openWorld(): Promise<XrplWorld> {
  const faults = createFaults()
  const rippled = await startRippled({
    port: 0,
    networkId: NETWORK_ID,
    ledgerMs: LEDGER_MS,
    journalFile: null,
    genesis: [
      ...[fee, escrow, customer, payee, leaving].map((wallet) => ({ address: wallet!.address, drops: '1000000000' })),
      { address: exchange!.address, drops: '1000000000', flags: LSF_REQUIRE_DEST_TAG },
      { address: closed!.address, drops: '1000000000', flags: LSF_DEPOSIT_AUTH },
    ],
    faults,
  })
  const settings = {
    urls: [rippled.url],
    networkId: NETWORK_ID,
    ownAccounts: [fee!.address, escrow!.address],
  }
  const ledger = openXrplLedger(settings)
  const wrongLedger = openXrplLedger({ ...settings, networkId: NETWORK_ID + 1 })
  // Tests close many ledgers at once, so what must stay valid needs a long validity.
  const treasury = openXrplTreasury({ ...settings, seed: escrow!.seed!, validLedgers: 500 })
  const hastyTreasury = openXrplTreasury({ ...settings, seed: escrow!.seed!, validLedgers: 25 })
  const customerTreasury = openXrplTreasury({ ...settings, seed: customer!.seed!, validLedgers: 500 })
  return {
    url: rippled.url,
    rippled,
    asset: 'XRP',
    target: 'rippled',
    faults,
    submission: 'submit',
    lookUp: () => 'tx',
    ledger,
    wrongLedger,
    treasury,
    hastyTreasury,
    customer: customerTreasury,
    platform: fee!.address,
    payee: payee!.address,
    newcomer: Wallet.generate().address,
    nobody: Wallet.generate().address,
    reserve: new Decimal('1'),
    impossibleMemo: '4294967296',
    now: () => Date.now(),
    async letPass(signed) {
      while (rippled.closeLedger() <= Number(signed.validUntil));
    },
    async isPast(signed) {
      const body = JSON.stringify({ method: 'ledger', params: [{ ledger_index: 'validated', api_version: 2 }] })
      const response = await fetch(rippled.url.replace('ws:', 'http:'), { method: 'POST', body })
      const { result } = (await response.json()) as { result: { ledger_index: number } }
      return result.ledger_index > Number(signed.validUntil)
    },
    async passLedgers(count) {
      for (let passed = 0; passed < count; passed += 1) rippled.closeLedger()
    },
    async close() {
      await Promise.all([ledger, wrongLedger, treasury, hastyTreasury, customerTreasury].map((port) => port.close()))
      await rippled.close()
    },
  }
}

describeLedgerContract('the XRP Ledger', openWorld)

describe('the XRP Ledger alone', () => {
  let world: XrplWorld
  let client: Client
  beforeAll(async () => {
    world = await openWorld()
    client = new Client(world.url)
    await client.connect()
  })
  afterEach(() => world.faults.clear())
  afterAll(async () => {
    await client.disconnect()
    await world.close()
  })

  /** Sends a transaction of somebody outside. Returns its hash when it is final. */
  async function send(transaction: SubmittableTransaction, wallet: Wallet): Promise<string> {
    return (await submitUntilValidated(client, { transaction, wallet })).hash
  }

  const toPlatform = (about: { Amount?: string; DestinationTag?: number; Account?: string } = {}) => ({
    TransactionType: 'Payment' as const,
    Account: customer!.address,
    Destination: fee!.address,
    Amount: '5000000',
    ...about,
  })

  async function paymentOf(hash: string) {
    const found = await world.ledger.findTransaction(hash, { account: fee!.address })
    return found?.payments.map(({ amount, memo, needsReview }) => ({ amount: amount.toFixed(), memo, needsReview }))
  }

  it('credits what a partial payment delivered, not what it asked for', async () => {
    const start = await readAll(world, world.platform)
    world.rippled.deliverPartially({ drops: '4456' })
    const hash = await send(toPlatform({ Amount: '900000000', DestinationTag: 7 }), customer!)
    expect(await paymentOf(hash)).toEqual([{ amount: '0.004456', memo: '7', needsReview: false }])
    const { payments } = await readAll(world, world.platform, { after: start })
    expect(payments.map(({ amount }) => amount.toFixed())).toEqual(['0.004456'])
  })

  it('tells tag 0 from no tag', async () => {
    expect(await paymentOf(await send(toPlatform({ DestinationTag: 0 }), customer!))).toMatchObject([{ memo: '0' }])
    expect(await paymentOf(await send(toPlatform(), customer!))).toMatchObject([{ memo: null }])
    const highest = await send(toPlatform({ DestinationTag: 4_294_967_295 }), customer!)
    expect(await paymentOf(highest)).toMatchObject([{ memo: '4294967295' }])
  })

  it('sends XRP that came by a deleted account to a person', async () => {
    const start = await readAll(world, world.platform)
    // An account can be deleted only a number of ledgers after its last transaction.
    await world.passLedgers(260)
    const hash = await send(
      {
        TransactionType: 'AccountDelete',
        Account: leaving!.address,
        Destination: fee!.address,
        DestinationTag: 0,
        Fee: '200000',
      },
      leaving!,
    )
    expect(await paymentOf(hash)).toEqual([{ amount: '999.8', memo: '0', needsReview: true }])
    const { payments } = await readAll(world, world.platform, { after: start })
    expect(payments.map((payment) => [payment.hash, payment.needsReview])).toEqual([[hash, true]])
  })

  it('takes XRP of an escrow as a payment of whoever made it once it is set free, and lists it as claimable before', async () => {
    const start = await readAll(world, world.platform)
    const about = { Account: customer!.address, Destination: fee!.address, Amount: '2500000', DestinationTag: 9 }
    const { result } = await client.request({ command: 'ledger', ledger_index: 'validated' })
    const locked = await send(
      {
        TransactionType: 'EscrowCreate',
        ...about,
        Condition: SECRET.condition,
        CancelAfter: result.ledger.close_time + 3600,
      },
      customer!,
    )
    expect(await paymentOf(locked)).toEqual([])
    const { found } = await world.ledger.claimableBy(world.platform, { after: null, limit: 200 })
    expect(found).toMatchObject([
      { hash: locked, memo: '9', maker: customer!.address, kind: 'escrow', needsSecret: true },
    ])
    const [lying] = found
    expect(await world.ledger.stateOfClaimable(lying!)).toEqual({ is: 'open' })
    const { result: made } = await client.request({ command: 'tx', transaction: locked })
    const freed = await send(
      {
        TransactionType: 'EscrowFinish',
        Account: payee!.address,
        Owner: customer!.address,
        OfferSequence: Number(made.tx_json.Sequence),
        Condition: SECRET.condition,
        Fulfillment: SECRET.fulfilment,
      },
      payee!,
    )
    expect(await paymentOf(freed)).toEqual([{ amount: '2.5', memo: '9', needsReview: false }])
    const { payments } = await readAll(world, world.platform, { after: start })
    expect(payments.map(({ hash, from, claimed }) => [hash, from, claimed])).toEqual([
      [freed, customer!.address, lying!.ledgerId],
    ])
    expect(await world.ledger.stateOfClaimable(lying!)).toEqual({ is: 'gone', by: null })
  })

  it('reads several payments of one ledger in pages of one', async () => {
    const start = await readAll(world, world.platform)
    const orders = []
    for (const memo of ['1', '2', '3']) {
      const order = orderFor(world, { address: world.platform, amount: '1', memo })
      orders.push((await signOrder(world, world.customer, order)).signed)
    }
    await Promise.all(orders.map((signed) => world.customer.submit(signed)))
    for (const signed of orders) expect(await decided(world.customer, signed)).toMatchObject({ kind: 'settled' })
    const { payments } = await readAll(world, world.platform, { after: start, limit: 1 })
    expect(payments.map(({ memo }) => memo).toSorted()).toEqual(['1', '2', '3'])
  })

  it('goes on reading in the middle of a range while new payments arrive', async () => {
    const start = await readAll(world, world.platform)
    for (const memo of ['1', '2']) await pay(world, { amount: '1', memo })
    const first = await world.ledger.paymentsTo(world.platform, { after: start.cursor, mark: start.mark, limit: 1 })
    expect(first.caughtUp).toBe(false)
    await pay(world, { amount: '1', memo: '3' })
    const rest = await readAll(world, world.platform, { after: first, limit: 1 })
    const late = await readAll(world, world.platform, { after: rest, limit: 1 })
    const memos = [...first.payments, ...rest.payments, ...late.payments].map(({ memo }) => memo)
    expect(memos).toEqual(['1', '2', '3'])
  })

  it('names what stands in the way of a payee', async () => {
    const obstacle = (address: string, about: Partial<Payee> = {}) =>
      world.ledger.obstacleTo({ asset: 'XRP', address, memo: null, amount: new Decimal('10'), ...about })
    expect(await obstacle(exchange!.address)).toBe('tag_required')
    expect(await obstacle(exchange!.address, { memo: '0' })).toBeNull()
    expect(await obstacle(closed!.address)).toBe('deposit_auth')
    expect(await obstacle(world.nobody, { amount: new Decimal('0.999999') })).toBe('below_reserve')
    expect(await obstacle(world.nobody, { amount: new Decimal('1') })).toBeNull()
    expect(await obstacle('rrrrrrrrrrrrrrrrrrrrrhoLvTp')).toBe('address_invalid')
    expect(await obstacle('rrrrrrrrrrrrrrrrrrrrBZbvji')).toBe('address_invalid')
    for (const memo of ['-1', '1.5', '01', ' 1', 'abc']) {
      expect(await obstacle(payee!.address, { memo })).toBe('memo_invalid')
    }
  })

  it('takes no X-address, which hides a tag and a network', () => {
    expect(world.ledger.isAddress(payee!.getXAddress(5))).toBe(false)
  })

  it('gives every payout a ticket of its own and makes more when they run out', async () => {
    const taken: string[] = []
    for (let payout = 0; payout < 12; payout += 1) {
      taken.push(await freeSlot(world.treasury, taken))
    }
    expect(new Set(taken).size).toBe(12)
    expect(taken.every((ticket) => /^[1-9]\d*$/.test(ticket))).toBe(true)
    // Each ticket locks a reserve: the spendable amount shrinks, the balance only by a fee.
    const [balance, spendable] = await Promise.all([
      world.ledger.balance(world.treasury.source, 'XRP'),
      world.ledger.spendable(world.treasury.source, 'XRP'),
    ])
    expect(balance!.minus(spendable!).gte('5')).toBe(true)
  })

  it('lets two payouts be under way at once', async () => {
    const first = await signOrder(world, world.treasury, orderFor(world, { amount: '1' }))
    const second = await signOrder(world, world.treasury, orderFor(world, { amount: '2' }))
    await Promise.all([world.treasury.submit(second.signed), world.treasury.submit(first.signed)])
    expect(await decided(world.treasury, first.signed)).toMatchObject({ kind: 'settled' })
    expect(await decided(world.treasury, second.signed)).toMatchObject({ kind: 'settled' })
  })

  it('pays an account that it thereby creates, and one that demands a tag', async () => {
    const orders = [
      orderFor(world, { address: Wallet.generate().address, amount: '1' }),
      orderFor(world, { address: exchange!.address, amount: '1', memo: '0' }),
    ]
    for (const order of orders) {
      const { signed } = await signOrder(world, world.treasury, order)
      await world.treasury.submit(signed)
      expect(await decided(world.treasury, signed)).toMatchObject({ kind: 'settled' })
    }
  })

  it('reports why a payout failed in the ledger’s own words', async () => {
    const { signed } = await signOrder(
      world,
      world.treasury,
      orderFor(world, { address: exchange!.address, amount: '1' }),
    )
    // fail_hard keeps a doomed transaction from being relayed, so it is sent without, as a careless wallet would.
    await client.request({ command: 'submit', tx_blob: signed.blob })
    expect(await decided(world.treasury, signed)).toMatchObject({ kind: 'failed', code: 'tecDST_TAG_NEEDED' })
  })

  it('never calls a payout expired whose ticket is used up: a person must look', async () => {
    const { signed: lost, order } = await signOrder(world, world.hastyTreasury, orderFor(world, { amount: '1' }))
    await world.passLedgers(3)
    const again = await world.treasury.sign(order)
    await world.treasury.submit(again)
    expect(await decided(world.treasury, again)).toMatchObject({ kind: 'settled' })
    await world.passLedgers(30)
    await expect(world.hastyTreasury.outcomeOf(lost)).rejects.toThrow(/ticket .* is used up/)
    await expect(world.hastyTreasury.outcomeOf(lost)).rejects.toThrow(LedgerUnavailable)
  })
})
