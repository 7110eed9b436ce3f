/**
 * The escrow's money against a model (product.md §3, §4): whatever people, ledger and worker do, in whatever order and
 * at the same time, each answer is one that the rules give, money in = money out + held at every step, nothing leaves
 * without a right, every payout is paid once, and the books equal the ledger, to the last unit.
 *
 * FC_SEED and FC_RUNS repeat a run or lengthen it.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { AMOUNT_TOLERANCE, Decimal } from '#app/kernel/domain/money.ts'
import { act, type Cast, findFacts, lookAt, openTrade, type Trade } from '#tests/support/escrow-model/escrow-acts.ts'
import { type Book, counterpart, type Facts, factsOf } from '#tests/support/escrow-model/escrow-book.ts'
import { anEvent, aStart, beginnings, chosen, type Event } from '#tests/support/escrow-model/escrow-events.ts'
import { type Arrival, type LedgerView, openLedgerView } from '#tests/support/escrow-model/escrow-ledger.ts'
import { type Act, apply } from '#tests/support/escrow-model/escrow-model.ts'
import { TROUBLES, type Trouble, workOnce, workToTheEnd } from '#tests/support/escrow-model/escrow-work.ts'
import { runRound } from '#tests/support/settlement/payout-rounds.ts'
import { expectBooksAgree, expectBooksSound } from '#tests/support/world/books.ts'
import { seller as aSeller, paidBuyer, pay } from '#tests/support/world/people.ts'
import { aUser } from '#tests/support/world/rows.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const RUNS: [Asset, number][] = [
  ['XLM', 16],
  ['USDC', 4],
  ['XRP', 4],
]
const AMOUNTS: Record<Asset, string[]> = {
  XLM: ['10', '7.0000001'],
  USDC: ['12.5', '0.0000003'],
  XRP: ['9', '3.000001'],
}

let world: World
let cast: Cast

beforeAll(async () => {
  world = await openWorld()
  const operator = await aUser(world.deps.db, { role: 'admin' })
  cast = { buyer: await paidBuyer(world), seller: await aSeller(world), other: await aSeller(world), operator }
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

type Run = {
  asset: Asset
  trades: Trade[]
  ledger: LedgerView
  sent: { hash: string; amount: Decimal; isAsset: boolean }[]
  failures: number
}

async function happen(run: Run, event: Event): Promise<void> {
  if (event.kind === 'pay') await deposit(run, event)
  else await together(run, event)
  await expectSound(run)
}

const idsOf = (run: Run) => run.trades.map(({ escrowId }) => escrowId)

/** The third envelope that is included as failed stops a payout until a person acts: not tested here. */
const MOST_FAILURES = 2

async function work(run: Run, drawn: Trouble): Promise<void> {
  if (drawn === 'included as failed') run.failures += 1
  const trouble = run.failures > MOST_FAILURES && drawn === 'included as failed' ? 'none' : drawn
  await workOnce(world, { asset: run.asset, escrowIds: idsOf(run), trouble })
}

async function deposit(run: Run, { who, share, how }: Extract<Event, { kind: 'pay' }>): Promise<void> {
  const trade = run.trades[who]!
  const { amount, unit } = trade.book
  const part = (of: Decimal) => Decimal.max(of.div(unit).floor().times(unit), unit)
  const sent = {
    all: amount,
    half: part(amount.div(2)),
    third: part(amount.div(3)),
    'too much': part(amount.times('1.7')),
    'all but one part': amount.minus(unit),
    'one part': unit,
    'two parts': unit.times(2),
  }[share]!
  const isAsset = how !== 'other asset' || run.asset === 'XRP'
  const memo = how === 'no memo' ? null : how === 'unknown memo' ? '7' : trade.reference
  // On the XRP Ledger the escrow account takes no payment without a tag, and there is no other asset.
  const carried = run.asset === 'XRP' && how !== 'right' ? '7' : memo
  const asset = isAsset ? run.asset : run.asset === 'XLM' ? 'USDC' : 'XLM'
  const [hash = ''] = await pay(world, { asset, to: trade.account, amount: sent.toFixed(), memo: carried })
  run.sent.push({ hash, amount: sent, isAsset })
  if (carried === trade.reference && isAsset) trade.book = { ...trade.book, sent: [...trade.book.sent, sent] }
}

/** All act at the same moment; there must be an order in which the rules give these answers and this outcome. */
async function together(run: Run, { acts: drawn, trouble }: Extract<Event, { kind: 'together' }>): Promise<void> {
  const acts = drawn.map(({ who, what }) => ({ who, what: chosen(what, run.trades[who]!.book) }))
  const pages = await Promise.all(run.trades.map((trade) => lookAt(world, trade)))
  const working = trouble === null ? null : work(run, trouble)
  const answers = await Promise.all(
    acts.map(({ who, what }) => act(world, { trade: run.trades[who]!, page: pages[who]!, what })),
  )
  await working
  // A search for one payment reads those of all escrows.
  const someoneLooked = acts.some(
    ({ who, what }) => what.kind === 'watch' || (what.kind === 'fetch' && !run.trades[who]!.book.isFunded),
  )
  for (const [who, trade] of run.trades.entries()) {
    const own = acts.flatMap(({ who: whose, what }, index) => (whose === who ? [{ what, answer: answers[index] }] : []))
    const all = someoneLooked ? [...own, { what: { kind: 'watch' } as const, answer: 'ok' }] : own
    trade.book = explain(trade, { acts: all, facts: await findFacts(world, trade) })
  }
}

type Seen = { acts: { what: Act; answer: string | undefined }[]; facts: Facts }

/** Returns the book after an order of the acts that gives what was seen; throws when there is none. */
function explain({ book: before }: Trade, { acts, facts }: Seen): Book {
  const told: unknown[] = []
  for (const order of ordersOf(acts)) {
    let book = before
    const given: string[] = []
    for (const { what } of order) {
      const outcome = apply(book, what, before)
      book = outcome.book
      given.push(outcome.answer)
    }
    const inOrder = { answers: order.map(({ what, answer }) => [what, answer]), facts }
    const expected = { answers: order.map(({ what }, index) => [what, given[index]]), facts: factsOf(book) }
    if (isSame(inOrder, expected)) return book
    told.push([inOrder, expected])
  }
  const [[seen, expected] = []] = told as [unknown, unknown][]
  expect(seen, 'no order of these acts explains what was seen; here the first').toEqual(expected)
  throw new Error('unreachable')
}

function isSame(one: unknown, other: unknown): boolean {
  try {
    expect(one).toEqual(other)
    return true
  } catch {
    return false
  }
}

function ordersOf<Value>(values: Value[]): Value[][] {
  if (values.length < 2) return [values]
  return values.flatMap((first, index) =>
    ordersOf(values.filter((_, other) => other !== index)).map((rest) => [first, ...rest]),
  )
}

const sumOf = (amounts: { amount: string }[]) => amounts.reduce((sum, { amount }) => sum.plus(amount), new Decimal(0))
const keyOf = ({ to, memo, amount }: Omit<Arrival, 'hash'>) => `${amount} to ${to} ${memo}`

/** What holds after every event: in our books, and on the ledger itself. */
async function expectSound(run: Run): Promise<void> {
  const { db } = world.deps
  await expectBooksSound(db)
  for (const { escrowId, book } of run.trades) {
    const counted = await db.ledgerPayment.findMany({
      where: { escrowId, problem: null },
      select: { hash: true, amount: true },
    })
    expect(counted.reduce((sum, row) => sum.plus(row.amount.toFixed()), new Decimal(0)).toFixed()).toBe(
      book.received.toFixed(),
    )
    const held = book.received.minus(sumOf([...book.owed]))
    expect(held.gte(AMOUNT_TOLERANCE.neg()), `${held} is held`).toBe(true)
    const settled = sumOf(book.owed.filter(({ purpose }) => purpose !== 'return'))
    expect(settled.isZero() || settled.eq(book.amount), `${settled} is settled`).toBe(true)

    const paid = await paidFor(run, book)
    const owed = book.owed.map(({ amount, wallet: { address, memo } }) => keyOf({ to: address, memo, amount }))
    expectWithin(paid.map(keyOf), owed)
    const confirmed = await db.transfer.findMany({
      where: { escrowId, state: 'confirmed' },
      select: { settledHash: true },
    })
    expectWithin(
      confirmed.map((row) => row.settledHash ?? ''),
      paid.map(({ hash }) => hash),
    )
  }
}

async function paidFor({ ledger }: Run, { sellerWallets, buyerWallets }: Book): Promise<Arrival[]> {
  const wallets = [...sellerWallets, ...buyerWallets]
  const paid = await ledger.paidTo(wallets.map(({ address }) => address))
  return paid.filter(({ to, memo }) => wallets.some((own) => own.address === to && own.memo === memo))
}

/** Expects each of `some` in `all`, and none of them twice. */
function expectWithin(some: string[], all: string[]): void {
  const left = [...all]
  for (const one of some) {
    const index = left.indexOf(one)
    expect(index, `${one} is not, or no longer, among ${all.join(', ')}`).toBeGreaterThanOrEqual(0)
    left.splice(index, 1)
  }
}

/** After all was read and paid: all that was owed is paid, once, and the account holds the rest to the last unit. */
async function expectSettled(run: Run, before: Awaited<ReturnType<LedgerView['position']>>): Promise<void> {
  const { db } = world.deps
  for (const { escrowId, book } of run.trades) {
    const payouts = await db.transfer.findMany({ where: { escrowId } })
    await Promise.all(payouts.map(({ id }) => runRound(world.deps, { payoutId: id })))
    const paid = await paidFor(run, book)
    const owed = book.owed.map(({ amount, wallet: { address, memo } }) => keyOf({ to: address, memo, amount }))
    expect(paid.map(keyOf).sort()).toEqual(owed.sort())
    for (const { id, purpose } of payouts) {
      const name = purpose === 'release' ? 'funds_released' : 'funds_refunded'
      const rows = await db.outboxLetter.findMany({ where: { key: { startsWith: `${name}:${id}` } } })
      const readers = rows.map(({ recipient }) => recipient)
      const other = counterpart(book)
      expect(new Set(readers).size).toBe(readers.length)
      expect(readers).toContain(cast.buyer.email)
      if (purpose !== 'return' && other) expect(readers).toContain(cast[other].email)
    }
  }
  const stored = await db.ledgerPayment.findMany({
    where: { hash: { in: run.sent.map(({ hash }) => hash) } },
    include: { paymentCase: true, gathered: true },
  })
  expect(stored.length).toBe(run.sent.length)
  for (const { problem, paymentCase, gathered } of stored) {
    expect((paymentCase ?? gathered) !== null).toBe(problem !== null)
  }

  const after = await run.ledger.position()
  const paidIn = run.sent.filter(({ isAsset }) => isAsset).reduce((sum, { amount }) => sum.plus(amount), new Decimal(0))
  const paidOut = run.trades.reduce((sum, { book }) => sum.plus(sumOf([...book.owed])), new Decimal(0))
  const fees = after.fees.minus(before.fees)
  expect(after.balance.toFixed()).toBe(before.balance.plus(paidIn).minus(paidOut).minus(fees).toFixed())
}

describe.each(RUNS)('escrows in %s', (asset, numRuns) => {
  test('keep their money, whatever happens to them', async () => {
    const ledger = await openLedgerView(world, asset)
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(aStart, aStart),
        fc.array(anEvent, { minLength: 6, maxLength: 14 }),
        fc.array(fc.constantFrom(...TROUBLES), { maxLength: 4 }),
        async (starts, events, troubles) => {
          const before = await ledger.position()
          const run: Run = { asset, trades: [], ledger, sent: [], failures: 0 }
          for (const [who, start] of starts.entries()) {
            run.trades.push(
              await openTrade(world, { asset, amount: AMOUNTS[asset][who]!, isNamed: start.isNamed, cast }),
            )
          }
          for (const event of beginnings(starts)) await happen(run, event)
          for (const event of events) await happen(run, event)
          await happen(run, { kind: 'together', acts: [{ who: 0, what: { act: { kind: 'watch' } } }], trouble: null })
          for (const trouble of troubles) await work(run, trouble)
          await workToTheEnd(world, { asset, escrowIds: idsOf(run) })
          await expectSound(run)
          await expectSettled(run, before)
          await expectBooksAgree(world)
        },
      ),
      {
        numRuns: Number(process.env.FC_RUNS ?? numRuns),
        seed: Number(process.env.FC_SEED ?? 20_261_121),
        endOnFailure: process.env.FC_RUNS === undefined,
      },
    )
    await ledger.close()
  }, 3_600_000)
})
