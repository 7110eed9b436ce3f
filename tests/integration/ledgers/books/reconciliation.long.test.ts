/** Our accounts on their ledgers agree with the books to the last unit; any difference is found and stops payouts. */
import { beforeEach, describe, expect, test } from 'vitest'
import { type Asset, networkOf } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { findBooked } from '#app/ledgers/books/db/books.server.ts'
import { fromUnits } from '#app/ledgers/books/domain/units.ts'
import { loadHoldings } from '#app/ledgers/books/queries/holdings.server.ts'
import { bookTransactionByHand } from '#app/ledgers/books/workflows/book-by-hand.server.ts'
import { floatCovers, floatOf } from '#app/ledgers/books/workflows/float-covers.server.ts'
import { reconcile } from '#app/ledgers/books/workflows/reconcile.server.ts'
import { ingestPayments } from '#app/ledgers/payments/workflows/ingest-payments.server.ts'
import { closeUnmatchedPayment } from '#app/unmatched/workflows/close-unmatched-payment.server.ts'
import { type Cast, castOf, deskOf } from '#tests/support/settlement/settlement.ts'
import { at } from '#tests/support/world/authenticator.ts'
import { expectBooksAgree, expectBooksSound } from '#tests/support/world/books.ts'
import { sendByHand } from '#tests/support/world/by-hand.ts'
import { fund, granted, pay, walletOf } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let cast: Cast
let desk: ReturnType<typeof deskOf>

/** Each test has ledgers and books of its own: a stop in one of them is permanent. */
beforeEach(async () => {
  world = await openWorld()
  cast = await castOf(world)
  desk = deskOf(world, cast)
  return () => world[Symbol.asyncDispose]()
})

const client = (asset: Asset) => world.deps.accounts[networkOf(asset)].escrow
const feeAccount = (asset: Asset) => world.deps.accounts[networkOf(asset)].fee
const place = (asset: Asset, account = client(asset)) => ({ network: networkOf(asset), account, asset })

const stops = () => world.deps.db.payoutStop.findMany({ orderBy: [{ beganAt: 'asc' }, { id: 'asc' }] })
const lastLook = (asset: Asset, account = client(asset)) =>
  world.deps.db.reconciliation.findFirstOrThrow({ where: place(asset, account), orderBy: { id: 'desc' } })

/** Our own money on a ledger's client account and on those it funds: channel accounts pay fees on Stellar. */
async function allFloat(network: 'stellar' | 'xrpl'): Promise<Decimal> {
  const asset = network === 'xrpl' ? 'XRP' : 'XLM'
  const { _sum } = await world.deps.db.bookPosting.aggregate({
    where: { network, asset, account: { in: ['float', 'network_fees'] }, heldAt: { not: feeAccount(asset) } },
    _sum: { units: true },
  })
  return fromUnits(-BigInt(_sum.units?.toFixed() ?? 0), asset)
}

async function tradeInFull(asset: Asset, amount: string, beforePaying?: () => void): Promise<void> {
  const trade = await desk.openFunded(asset, amount)
  beforePaying?.()
  granted(await desk.confirm(trade))
  granted(await desk.review(trade))
  const [payout] = await desk.payouts(trade)
  const isPaid = async () =>
    (await world.deps.db.transfer.findUniqueOrThrow({ where: { id: payout?.id ?? '' } })).state === 'confirmed'
  await world.workUntil(isPaid, 'the payout is confirmed')
}

test('the first look opens the books: what an account holds is ours, but for what is booked already', async () => {
  const trade = await desk.openFunded('XLM', '25.0000001')
  await expectBooksAgree(world)
  expect(await floatOf(world.deps, 'stellar')).toEqual({ state: 'enough', amount: new Decimal('1000') })
  expect(await findBooked(world.deps.db, place('XLM'))).toEqual({
    onLedger: 10_250_000_001n,
    owed: 250_000_001n,
    inEscrows: 250_000_001n,
    float: 10_000_000_000n,
  })
  await expectBooksAgree(world)
  expect(await world.deps.db.bookEntry.count({ where: { kind: 'opening' } })).toBe(6)
  expect(trade.escrowId).toBeTruthy()
})

test('everybody can read what the clients’ accounts hold, once it was compared', async () => {
  const load = () => loadHoldings(world.deps.db, world.deps.accounts)
  expect(await load()).toEqual([])
  await desk.openFunded('XLM', '25.0000001')
  await expectBooksAgree(world)
  const [xlm, xrp, usdc, ...others] = await load()
  expect(xlm).toMatchObject({ asset: 'XLM', held: '1025.0000001', owed: '25.0000001', own: '1000', agrees: true })
  expect(xlm).toMatchObject({ inEscrows: '25.0000001', settledEscrows: 0 })
  expect([xlm?.account, xrp?.account, xrp?.held, usdc?.owed, others]).toEqual([
    client('XLM'),
    client('XRP'),
    '1000',
    '0',
    [],
  ])
})

test.each(['XLM', 'USDC', 'XRP'] as const)(
  'a trade in %s is booked to the last unit; its fee is ours',
  async (asset) => {
    await expectBooksAgree(world)
    const network = networkOf(asset)
    const before = await allFloat(network)
    await tradeInFull(asset, asset === 'XRP' ? '9.000001' : '12.0000003')
    await expectBooksAgree(world)
    const { owed, onLedger } = await findBooked(world.deps.db, place(asset))
    expect(owed).toBe(0n)
    const held = (await loadHoldings(world.deps.db, world.deps.accounts)).find((holding) => holding.asset === asset)
    expect(held).toMatchObject({ owed: '0', inEscrows: '0', settledEscrows: 1 })
    expect(fromUnits(onLedger, asset).toFixed()).toBe(
      (await world.deps.ledgers[network].balance(client(asset), asset))?.toFixed(),
    )
    const after = await allFloat(network)
    expect(after.lt(before)).toBe(true)
    expect(before.minus(after).lt('0.01')).toBe(true)
  },
)

test('a payout that failed on the ledger costs a fee: it is found there and booked', async () => {
  await expectBooksAgree(world)
  // Its channel account exists already: the next envelope is the payout's.
  await tradeInFull('USDC', '1')
  await tradeInFull('USDC', '2', () =>
    world.harbour.faults.set({ target: 'horizon', kind: 'provisional_failure', match: 'POST /transactions', times: 1 }),
  )
  await expectBooksAgree(world)
  const fees = await world.deps.db.bookEntry.count({ where: { kind: 'network_fee' } })
  expect(fees).toBeGreaterThan(2)
})

test('a payout that the ledger has settled and the books have not is under way, and no difference', async () => {
  await expectBooksAgree(world)
  const trade = await desk.openFunded('XLM', '7')
  granted(await desk.confirm(trade))
  granted(await desk.review(trade))
  const paidOut = async () => (await world.deps.ledgers.stellar.balance(client('XLM'), 'XLM'))?.lt('1007') === true
  await world.workUntil(paidOut, 'the ledger has paid')
  expect(await reconcile(world.deps)).toBeNull()
  expect(await stops()).toEqual([])
})

test('a top-up from an account of ours is ours, and no case', async () => {
  await expectBooksAgree(world)
  world.deps.operatingAccounts = [walletOf('XLM', 'friend'), walletOf('XRP', 'friend')]
  await pay(world, { from: 'friend', asset: 'XLM', to: client('XLM'), amount: '50', memo: null })
  await sendByHand(world, { from: 'fee', to: client('XLM'), amount: '5' })
  await pay(world, { from: 'friend', asset: 'XRP', to: client('XRP'), amount: '3', memo: '7' })
  await expectBooksAgree(world)
  expect(await world.deps.db.paymentCase.count()).toBe(0)
  expect((await floatOf(world.deps, 'stellar')).amount?.toFixed()).toBe('1055')
  expect((await floatOf(world.deps, 'xrpl')).amount?.toFixed()).toBe('1003')
  // With somebody's reference it is theirs, as anybody's money would be.
  const { escrowId } = await desk.open('XLM', '4')
  const { reference } = await world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId } })
  await pay(world, { from: 'friend', asset: 'XLM', to: client('XLM'), amount: '4', memo: String(reference) })
  await expectBooksAgree(world)
  expect((await world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId } })).txValidated).toBe(true)
  // A stranger's money belongs to nobody yet.
  await pay(world, { asset: 'XLM', to: client('XLM'), amount: '1', memo: null })
  await expectBooksAgree(world)
  expect(await world.deps.db.paymentCase.count()).toBe(1)
})

test('our own money runs low, and out', async () => {
  const clients = { network: 'stellar', account: client('XLM') } as const
  expect([await floatOf(world.deps, 'stellar'), await floatCovers(world.deps, clients, new Decimal(1))]).toEqual([
    { state: 'unknown', amount: null },
    true,
  ])
  await expectBooksAgree(world)
  world.deps.settings.floatLow.stellar = new Decimal('1000.0000001')
  expect((await floatOf(world.deps, 'stellar')).state).toBe('low')
  expect(await floatCovers(world.deps, clients, new Decimal('1000'))).toBe(true)
  expect(await floatCovers(world.deps, clients, new Decimal('1000.0000001'))).toBe(false)
})

test('what leaves a fee account is ours to send, and booked as the ledger shows it', async () => {
  await expectBooksAgree(world)
  await sendByHand(world, { from: 'fee', to: walletOf('XLM', 'exchange'), amount: '400', memo: '1' })
  await expectBooksAgree(world)
  const booked = await findBooked(world.deps.db, place('XLM', feeAccount('XLM')))
  const balance = await world.deps.ledgers.stellar.balance(feeAccount('XLM'), 'XLM')
  expect(fromUnits(booked.onLedger, 'XLM').toFixed()).toBe(balance?.toFixed())
})

const lookAgain = () => reconcile(at(world.deps, new Date(Date.now() + 30_000)))

describe('client money that left without a payout', () => {
  async function drain(): Promise<string> {
    await desk.openFunded('XLM', '25')
    await expectBooksAgree(world)
    return sendByHand(world, { from: 'escrow', to: walletOf('XLM', 'exchange'), amount: '900.5', memo: '1' })
  }

  test('is found, looked at twice, and stops the payouts of its ledger', async () => {
    const hash = await drain()
    expect(await reconcile(world.deps)).toBeInstanceOf(Date)
    expect(await stops()).toEqual([])
    const first = await lastLook('XLM')
    expect([first.difference.toFixed(), (first.findings as { hash: string }[]).map((finding) => finding.hash)]).toEqual(
      [first.difference.toFixed(), [hash]],
    )
    expect(first.difference.lte('-9005000000')).toBe(true)
    // A person who presses the button meanwhile stops nothing: pending money is booked within half a minute.
    expect(await reconcile(world.deps)).toBeInstanceOf(Date)
    expect(await stops()).toEqual([])
    expect(await lookAgain()).toBeNull()
    const [stop, ...others] = await stops()
    expect([stop?.network, stop?.cause, stop?.endedAt, others]).toEqual(['stellar', 'books', null, []])
    expect(stop?.reason).toContain(hash)
    expect(stop?.reason).toContain(client('XLM'))
    expect(stop?.reason).toMatch(/124\.4999\d+ XLM/)
    expect(await world.deps.db.auditEvent.count({ where: { kind: 'payouts_stopped_by_books' } })).toBe(1)

    // It stays one stop, whoever checks again, and does not end by itself when books and ledger agree again.
    await reconcile(world.deps)
    const done = await bookTransactionByHand(world.deps, { network: 'stellar', hash, reason: 'Sent back by hand.' })
    expect(done).toHaveLength(1)
    expect(await bookTransactionByHand(world.deps, { network: 'stellar', hash, reason: 'Twice.' })).toEqual([])
    expect(await reconcile(world.deps)).toBeNull()
    expect((await lastLook('XLM')).difference.toFixed()).toBe('0')
    expect((await stops()).map(({ endedAt }) => endedAt)).toEqual([null])
    await expectBooksSound(world.deps.db)
  })

  test('does not stop the other ledger', async () => {
    await drain()
    await reconcile(world.deps)
    await lookAgain()
    expect((await stops()).map(({ network }) => network)).toEqual(['stellar'])
    await tradeInFull('XRP', '3')
    expect((await lastLook('XRP')).difference.toFixed()).toBe('0')
  })
})

test('a payment that the books have and the ledger has not is named', async () => {
  const { escrowId } = await desk.open('XLM', '25')
  await fund(world, escrowId)
  await expectBooksAgree(world)
  await world.deps.db.ledgerPayment.create({
    data: {
      network: 'stellar',
      hash: 'f'.repeat(64),
      operation: '1',
      fromAddress: 'G',
      toAddress: client('XLM'),
      asset: 'XLM',
      assetLabel: 'XLM',
      amount: '3',
      problem: 'no_memo',
      closedAt: new Date(),
    },
  })
  expect(await reconcile(world.deps)).toBeInstanceOf(Date)
  const { findings, difference } = await lastLook('XLM')
  expect(difference.toFixed()).toBe('-30000000')
  expect(findings).toMatchObject([{ hash: 'f'.repeat(64), onLedger: '0', booked: '30000000' }])
})

test('money that fits nothing is owed until a person has given it back, and its repayment is then booked by hand', async () => {
  await expectBooksAgree(world)
  await pay(world, { asset: 'XLM', to: client('XLM'), amount: '12.5', memo: null })
  await ingestPayments(world.deps, { network: 'stellar', account: client('XLM') })
  expect((await findBooked(world.deps.db, place('XLM'))).owed).toBe(125_000_000n)
  const [open] = await world.deps.db.paymentCase.findMany()
  const hash = await sendByHand(world, { from: 'escrow', to: walletOf('XLM', 'buyer'), amount: '12.5' })
  const seen = { kind: 'no_memo', amount: '12.5' }
  const end = { operatorId: cast.operator.id, seen, end: 'by_hand', hash, outcome: 'Paid back' }
  granted(await closeUnmatchedPayment(world.deps, { caseId: open?.id ?? '', ...end }))
  expect((await findBooked(world.deps.db, place('XLM'))).owed).toBe(0n)
  await bookTransactionByHand(world.deps, { network: 'stellar', hash, reason: 'Paid back' })
  await expectBooksAgree(world)
})
