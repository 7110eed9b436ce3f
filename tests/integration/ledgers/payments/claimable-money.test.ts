/** Money that somebody puts on a ledger for us to claim: seen, notified, claimed once, and counted when it has come. */
import { Operation } from '@stellar/stellar-sdk/base'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listOnLedger } from '#app/admin/queries/on-ledger.server.ts'
import { findFeeClaim } from '#app/fees/queries/fee-claim.server.ts'
import { payServiceFee } from '#app/fees/workflows/pay-service-fee.server.ts'
import { quoteServiceFee } from '#app/fees/workflows/quote-service-fee.server.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { type Asset, networkOf } from '#app/kernel/domain/assets.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { isRefusal } from '#app/kernel/domain/refusal.ts'
import { reconcile } from '#app/ledgers/books/workflows/reconcile.server.ts'
import { statePayment } from '#app/trade/opening/workflows/state-payment.server.ts'
import { sendOnStellar, setAsideOnStellar, setAsideOnXrpl } from '#tests/support/payments/set-aside.ts'
import { openSettlementRoutes, type SettlementRoutes } from '#tests/support/settlement/settlement-routes.ts'
import { escrowOf, granted, unpaidBuyer } from '#tests/support/world/people.ts'

let routes: SettlementRoutes

beforeAll(async () => {
  routes = await openSettlementRoutes()
})

afterAll(async () => {
  await routes.close()
})

async function opened(asset: Asset, amount = '25') {
  const { world, buyer } = routes
  const escrow = await escrowOf(world, { buyer, asset, amount })
  const row = await world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrow.escrowId } })
  return { ...escrow, account: row.account, memo: String(row.reference), amount, asset }
}
type Opened = Awaited<ReturnType<typeof opened>>

const KINDS = [
  ['a claimable balance of XLM', 'XLM', setBalance],
  ['a claimable balance of USDC', 'USDC', setBalance],
  ['an escrow of XRP', 'XRP', (of: Opened) => setAsideOnXrpl(routes.world, { ...order(of), as: 'escrow' })],
  ['a check of XRP', 'XRP', (of: Opened) => setAsideOnXrpl(routes.world, { ...order(of), as: 'check' })],
] as const

const order = ({ account: to, amount, memo }: Opened) => ({ to, amount, memo })

function setBalance(of: Opened): Promise<string> {
  const { asset } = of
  if (asset === 'XRP') throw new Error('there are no claimable balances of XRP')
  return setAsideOnStellar(routes.world, { ...order(of), asset, takesBack: true })
}

async function look({ asset, account }: Pick<Opened, 'asset' | 'account'>): Promise<void> {
  const payload = { network: networkOf(asset), account }
  await inTransaction(routes.world.deps.db, (tx) => enqueue(tx, { name: 'look_for_claimable', payload }))
}

const rowOf = (hash: string) => routes.world.deps.db.claimableMoney.findFirst({ where: { hash } })

async function workUntilFound(of: Opened, hash: string): Promise<void> {
  await look(of)
  await routes.world.workUntil(async () => (await rowOf(hash)) !== null, 'it is found')
}

async function depositOf(transactionId: string) {
  const { escrow } = await routes.viewOf(routes.buyer, transactionId)
  if (!escrow || !('deposit' in escrow)) throw new Error('no escrow is shown')
  return escrow.deposit
}

describe.each(KINDS)('%s', (_name, asset, setAside) => {
  test('is claimed once, funds its escrow, and leaves the books as the ledger has them', async () => {
    const { db } = routes.world.deps
    const of = await opened(asset)
    const hash = await setAside(of)
    await workUntilFound(of, hash)
    // The sweep does this each minute.
    const isFunded = async () => {
      await look(of)
      return (await db.escrow.findUniqueOrThrow({ where: { id: of.escrowId } })).paidAt !== null
    }
    await routes.world.workUntil(isFunded, 'the escrow is funded')
    const isDone = async () => (await db.transferAttempt.count({ where: { laneKey: null, state: 'live' } })) === 0
    await routes.world.workUntil(isDone, 'the claim is followed to its end')
    const row = await rowOf(hash)
    expect(await db.transferAttempt.count({ where: { claimableId: row?.id } })).toBe(1)
    expect(row).toMatchObject({ claims: 0, takenBy: expect.any(String), endedAt: expect.any(Date) })
    const payments = await db.ledgerPayment.findMany({ where: { escrowId: of.escrowId } })
    expect(payments.map(({ amount, hash: by, problem }) => [amount.toFixed(), by, problem])).toEqual([
      ['25', row?.takenBy, null],
    ])
    expect(await reconcile(routes.world.deps)).toBeNull()
    expect(await db.payoutStop.count()).toBe(0)
    expect((await depositOf(of.transactionId)).onLedger).toEqual([])
  })

  test('is told to the buyer who states its hash, who is not to send again, and counts for that hash when it has come', async () => {
    const { world, buyer } = routes
    const of = await opened(asset)
    const hash = await setAside(of)
    granted(await statePayment(world.deps, { escrowId: of.escrowId, buyerId: buyer.id, hash }))
    const verdict = async () => (await depositOf(of.transactionId)).stated[0]?.verdict
    expect(await verdict()).toBe('on_ledger')
    expect((await depositOf(of.transactionId)).onLedger).toMatchObject([{ amount: '25', asset }])
    expect(await listOnLedger(world.deps.db, new Date())).toMatchObject({
      count: 1,
      rows: [{ amount: '25', memo: of.memo }],
    })
    const counts = async () => {
      await look(of)
      return (await world.deps.db.statedPayment.count({ where: { hash, verdict: 'counted' } })) === 1
    }
    await world.workUntil(counts, 'the stated hash counts')
    expect(await verdict()).toBe('counted')
  })
})

test('a fee that is set aside is told to whoever confirms its hash, and pays the fee when it has come', async () => {
  const { world } = routes
  const { db } = world.deps
  const { id: userId } = await unpaidBuyer(world)
  const ask = { userId, amountUsd: '20000', couponCode: '', asset: 'USDC' as const }
  const quote = granted(await quoteServiceFee(world.deps, ask))
  const order = { to: quote.account, amount: plain(quote.amountDue), memo: String(quote.reference) }
  const hash = await setAsideOnStellar(world, { ...order, asset: 'USDC' })
  const refusal = await payServiceFee(world.deps, { userId, hash })
  if (!isRefusal(refusal)) throw new Error('what has not come has paid the fee')
  expect(refusal.refused).toBe('payment_mismatch')
  expect(await findFeeClaim(db, { userId, hash, refused: refusal.refused })).toMatchObject({ advice: 'onLedger' })
  const isPaid = async () => {
    await look({ asset: 'USDC', account: quote.account })
    return (await db.feeQuote.findUniqueOrThrow({ where: { id: quote.id } })).state === 'paid'
  }
  await world.workUntil(isPaid, 'the fee is paid')
  expect(await payServiceFee(world.deps, { userId, hash })).toMatchObject({ id: quote.id })
  expect(await reconcile(world.deps)).toBeNull()
})

const inAnHour = () => new Date(Date.now() + 3_600_000)

test('what can be claimed later only is told with its moment, and what its sender takes back before counts for nothing', async () => {
  const { world } = routes
  const of = await opened('XLM')
  const window = { from: inAnHour() }
  const hash = await setAsideOnStellar(world, { ...order(of), asset: 'XLM', window, takesBack: true })
  await workUntilFound(of, hash)
  const [shown] = (await depositOf(of.transactionId)).onLedger
  expect(shown).toMatchObject({ outlook: 'comes_later', from: expect.stringContaining('T') })
  const row = await rowOf(hash)
  await sendOnStellar(world, 'buyer', [Operation.claimClaimableBalance({ balanceId: row?.ledgerId ?? '' })])
  await world.deps.db.claimableMoney.updateMany({ data: { nextLookAt: new Date() } })
  await look(of)
  await world.workUntil(async () => (await rowOf(hash))?.endedAt != null, 'it is seen to be gone')
  expect(await rowOf(hash)).toMatchObject({ takenBy: null, claims: 0 })
  const escrow = await world.deps.db.escrow.findUniqueOrThrow({ where: { id: of.escrowId } })
  expect(escrow.receivedAmount.toFixed()).toBe('0')
  expect((await depositOf(of.transactionId)).onLedger).toEqual([])
})

test('a stranger who sets a score aside has a few of them asked about at once, and keeps none from being found', async () => {
  const { world } = routes
  const of = await opened('XLM')
  const { ledgers } = world.deps
  const window = { from: inAnHour() }
  const before = await ledgers.stellar.claimableBy(of.account, { after: null, limit: 200 })
  const made: string[] = []
  for (let place = 0; place < 7; place += 1) {
    made.push(await setAsideOnStellar(world, { ...order(of), asset: 'XLM', window, takesBack: true }))
  }
  const found: string[] = []
  for (let after: string | null = before.cursor, isOver = false; !isOver; ) {
    const page = await ledgers.stellar.claimableBy(of.account, { after, limit: 200 })
    expect(page.found.length).toBeLessThanOrEqual(5)
    found.push(...page.found.map(({ hash }) => hash))
    isOver = page.caughtUp
    after = page.cursor
  }
  expect(found.filter((hash) => made.includes(hash)).toSorted()).toEqual(made.toSorted())
  await workUntilFound(of, made.at(-1) ?? '')
})

test('an escrow with a condition is its sender’s to finish, and is not claimed', async () => {
  const { world } = routes
  const of = await opened('XRP')
  const condition = 'A0258020E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855810100'
  const hash = await setAsideOnXrpl(world, { ...order(of), as: 'escrow', inSeconds: 60, condition })
  await workUntilFound(of, hash)
  expect((await depositOf(of.transactionId)).onLedger).toMatchObject([{ outlook: 'needs_sender' }])
  expect(await rowOf(hash)).toMatchObject({ needsSecret: true, claims: 0 })
})

test('a check that its sender cannot pay is tried a few times, later each time, and then left to its sender', async () => {
  const { world } = routes
  const { db } = world.deps
  const of = await opened('XRP', '900000000')
  const hash = await setAsideOnXrpl(world, { ...order(of), as: 'check' })
  await workUntilFound(of, hash)
  for (let claims = 1; claims <= 5; claims += 1) {
    await db.claimableMoney.updateMany({ where: { hash }, data: { nextClaimAt: new Date() } })
    await look(of)
    const isRefused = async () => {
      const tried = await db.transferAttempt.count({ where: { claimable: { hash }, state: 'failed' } })
      return tried === claims
    }
    await world.workUntil(isRefused, 'the ledger has refused the claim')
  }
  await look(of)
  await world.workUntil(async () => true, 'nothing')
  expect(await rowOf(hash)).toMatchObject({ claims: 5, endedAt: null })
  expect((await depositOf(of.transactionId)).onLedger).toMatchObject([{ outlook: 'needs_sender' }])
  expect(await db.payoutStop.count()).toBe(0)
})

test('next to nothing, other assets and what others alone can claim are no row', async () => {
  const { world } = routes
  const of = await opened('XLM')
  const before = await world.deps.db.claimableMoney.count()
  await setAsideOnStellar(world, { ...order(of), amount: '0.01', asset: 'XLM' })
  const past = { until: new Date(Date.now() - 3_600_000) }
  await setAsideOnStellar(world, { ...order(of), asset: 'XLM', window: past })
  const last = await setAsideOnStellar(world, { ...order(of), asset: 'XLM', window: { from: inAnHour() } })
  await workUntilFound(of, last)
  expect(await world.deps.db.claimableMoney.count()).toBe(before + 1)
})

test('the database lets an account claim only what lies there for it', async () => {
  const { db } = routes.world.deps
  const row = await db.claimableMoney.findFirstOrThrow({ where: { endedAt: null, network: 'stellar' } })
  const lease = await db.payoutLease.upsert({
    where: { network: 'stellar' },
    create: { network: 'stellar', holder: 'a test', epoch: 1n, until: inAnHour() },
    update: { until: inAnHour() },
  })
  const claim = { network: 'stellar', purpose: 'claim', blob: 'x', sequence: '1', validUntil: '1' } as const
  const of = { ...claim, leaseEpoch: lease.epoch, claimableId: row.id }
  await expect(db.transferAttempt.create({ data: { ...of, hash: 'a', source: 'GOTHER' } })).rejects.toThrow(
    'nothing to claim',
  )
  const without = { ...of, claimableId: null, hash: 'b', source: row.account }
  await expect(db.transferAttempt.create({ data: without })).rejects.toThrow('transfer_attempt_of_one')
  await expect(db.claimableMoney.update({ where: { id: row.id }, data: { amount: '1' } })).rejects.toThrow(
    'stays as it was found',
  )
  await expect(db.claimableMoney.delete({ where: { id: row.id } })).rejects.toThrow('is kept')
})
