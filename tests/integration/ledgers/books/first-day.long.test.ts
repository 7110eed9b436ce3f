/** Round one of docs/going-live.md on a faucet's accounts: a payout in each asset, and recovery from an old fault. */
import { afterEach, describe, expect, test } from 'vitest'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { ASSETS, type Asset, NETWORKS, networkOf } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { findBooked } from '#app/ledgers/books/db/books.server.ts'
import { fromUnits } from '#app/ledgers/books/domain/units.ts'
import { loadHoldings } from '#app/ledgers/books/queries/holdings.server.ts'
import { floatOf } from '#app/ledgers/books/workflows/float-covers.server.ts'
import { reconcile } from '#app/ledgers/books/workflows/reconcile.server.ts'
import { findPosition, moveCursor } from '#app/ledgers/payments/db/readings.server.ts'
import { ingestPayments } from '#app/ledgers/payments/workflows/ingest-payments.server.ts'
import { storeLedgerPayments } from '#app/ledgers/payments/workflows/record-ledger-payments.server.ts'
import { watchedAccounts } from '#app/ledgers/payments/workflows/watched-accounts.ts'
import { openingCommand } from '#scripts/accounts/opening-command.ts'
import { checksOfRows } from '#scripts/doctor/database.ts'
import { check } from '#scripts/doctor/look.ts'
import { runScript } from '#tests/support/operating/commands.ts'
import { castOf, deskOf } from '#tests/support/settlement/settlement.ts'
import { expectBooksAgree } from '#tests/support/world/books.ts'
import { granted, pay } from '#tests/support/world/people.ts'
import { aUser } from '#tests/support/world/rows.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World

afterEach(() => world[Symbol.asyncDispose]())

const client = (asset: Asset) => world.deps.accounts[networkOf(asset)].escrow
const float = async (asset: Asset) => {
  const place = { network: networkOf(asset), account: client(asset), asset }
  return fromUnits((await findBooked(world.deps.db, place)).float, asset)
}
const cases = () => world.deps.db.paymentCase.findMany({ where: { closedAt: null }, include: { ledgerPayment: true } })
const openingsIn = () => world.deps.db.accountOpening.count()

async function start(): Promise<void> {
  await inTransaction(world.deps.db, async (tx) => {
    for (const name of ['reconcile', 'sweep_open_work'] as const) await enqueue(tx, { name, payload: {} })
  })
}

async function doctorOfBooks(): Promise<string[]> {
  const found = await check(checksOfRows(world.databaseUrl, { secondOperator: false }))
  return found.filter(({ about }) => about === 'books').map(({ verdict, says }) => `${verdict} ${says}`)
}

/** One trade of each asset up to the payout; the ledgers agree with the books to the last unit. */
async function tradeInAll(): Promise<void> {
  const desk = deskOf(world, await castOf(world))
  for (const asset of ASSETS) {
    const trade = await desk.openFunded(asset, asset === 'XRP' ? '9.000001' : '12.0000003')
    granted(await desk.confirm(trade))
    granted(await desk.review(trade))
    await desk.untilPaid(trade)
  }
}

async function expectFirstDaySound(): Promise<void> {
  await expectBooksAgree(world)
  expect(await world.deps.db.payoutStop.findMany()).toEqual([])
  for (const asset of ASSETS) {
    const held = (await loadHoldings(world.deps.db, world.deps.accounts)).find((holding) => holding.asset === asset)
    expect(held).toMatchObject({ owed: '0', inEscrows: '0', settledEscrows: 1, agrees: true, own: held?.held })
  }
}

test('accounts of a faucet: their funding is ours, each asset is traded to its payout, and nobody is owed anything', async () => {
  world = await openWorld({ hasNewAccounts: true })
  await start()
  await world.workUntil(async () => (await openingsIn()) === 4, 'every account was met')
  await expectBooksAgree(world)
  for (const network of NETWORKS) {
    const asset = network === 'xrpl' ? 'XRP' : 'XLM'
    const balance = await world.deps.ledgers[network].balance(client(asset), asset)
    expect((await floatOf(world.deps, network)).amount?.toFixed()).toBe(balance?.toFixed())
  }
  await tradeInAll()
  await expectFirstDaySound()
  expect(await cases()).toEqual([])
  expect(await doctorOfBooks()).toEqual([expect.stringMatching(/^ok /)])
})

test('money that arrives while the worker starts for the first time is counted once, as ours or as owed', async () => {
  world = await openWorld({ hasNewAccounts: true })
  const paying = (async () => {
    for (let count = 0; count < 3; count += 1) {
      await pay(world, { from: 'friend', asset: 'XLM', to: client('XLM'), amount: '50', memo: null })
      await pay(world, { from: 'friend', asset: 'XRP', to: client('XRP'), amount: '50', memo: '0' })
    }
  })()
  await start()
  await world.workUntil(async () => (await openingsIn()) === 4, 'every account was met')
  await paying
  await tradeInAll()
  await expectBooksAgree(world)
  for (const asset of ['XLM', 'XRP'] as const) {
    const late = (await cases()).filter(({ ledgerPayment }) => ledgerPayment?.asset === asset)
    const { owed } = await findBooked(world.deps.db, { network: networkOf(asset), account: client(asset), asset })
    expect(fromUnits(owed, asset).toFixed()).toBe(String(50 * late.length))
  }
})

describe('an installation that read the funding of its accounts as deposits', () => {
  /** Reads as the versions did that opened the books after the first reading. */
  async function readAsBefore(): Promise<void> {
    for (const of of watchedAccounts(world.deps)) {
      const { cursor, mark, payments, completeTo } = await world.deps.ledgers[of.network].paymentsTo(of.account, {
        after: null,
        mark: null,
        limit: 200,
      })
      await inTransaction(world.deps.db, async (tx) => {
        const { cursor: from } = await findPosition(tx, of)
        await moveCursor(tx, { ...of, from, to: cursor, mark, completeTo, now: world.deps.clock.now() })
        await storeLedgerPayments(world.deps, tx, payments)
      })
    }
    await reconcile(world.deps)
  }

  const command = (...words: string[]) => openingCommand(world.deps.db, words)
  const REASON = ['--reason', 'The faucet’s.']

  test('is found by the doctor, mended by the command, and pays', async () => {
    world = await openWorld({ hasNewAccounts: true })
    await readAsBefore()
    expect(await openingsIn()).toBe(0)
    expect(await cases()).toHaveLength(4)
    expect((await float('XLM')).lt(0)).toBe(true)
    expect((await floatOf(world.deps, 'stellar')).state).toBe('used_up')

    const cast = await castOf(world)
    const desk = deskOf(world, cast)
    // After the first reference no money counts as ours without an explanation.
    await pay(world, { from: 'friend', asset: 'XLM', to: client('XLM'), amount: '7', memo: null })
    for (const of of watchedAccounts(world.deps)) await ingestPayments(world.deps, of)
    const trade = await desk.openFunded('XLM', '12')
    granted(await desk.confirm(trade))
    granted(await desk.review(trade))

    const found = await doctorOfBooks()
    expect(found).toHaveLength(4)
    for (const line of found) expect(line).toMatch(/^mend .* npm run accounts:opening$/)
    const { out: listed, ...ended } = await runScript('scripts/accounts/opening.ts', [], {
      DATABASE_URL: world.databaseUrl,
    })
    expect(ended).toEqual({ code: 0, err: '' })
    expect(listed).not.toContain(' 7 XLM')

    const payments = await world.deps.db.ledgerPayment.findMany({ where: { problem: { not: null } } })
    const funding = payments.filter(({ hash }) => listed.includes(hash))
    expect([funding.length, payments.length]).toEqual([4, 5])
    const [first] = funding
    const typed = ['--payment', first?.hash ?? '', '--amount', '1 XLM', ...REASON]
    await expect(command(...typed)).rejects.toThrow('“1 XLM” was typed')
    const late = payments.find(({ hash }) => !listed.includes(hash))
    const ofLate = ['--payment', late?.hash ?? '', '--amount', '7 XLM', ...REASON]
    await expect(command(...ofLate)).rejects.toThrow('none of the payments')
    expect(await world.deps.db.openingPayment.count()).toBe(0)

    for (const { hash, amount, asset } of funding) {
      const words = ['--payment', hash, '--amount', `${new Decimal(amount.toFixed()).toFixed()} ${asset}`, ...REASON]
      expect(await command(...words)).toMatch(/is your own money from now on/)
      await expect(command(...words)).rejects.toThrow('Nothing was changed')
    }
    expect(await command()).toMatch(/^No payment/)
    expect(await doctorOfBooks()).toEqual([expect.stringMatching(/^ok /)])
    expect((await cases()).map(({ ledgerPayment }) => ledgerPayment?.hash)).toEqual([late?.hash])
    expect(
      await world.deps.db.auditEvent.count({ where: { kind: 'counted_as_opening', userId: cast.operator.id } }),
    ).toBe(4)

    await desk.untilPaid(trade)
    await expectBooksAgree(world)
    expect(await world.deps.db.payoutStop.findMany()).toEqual([])
    const [xlm] = await loadHoldings(world.deps.db, world.deps.accounts)
    expect(xlm).toMatchObject({ asset: 'XLM', owed: '7', agrees: true })
    expect(new Decimal(xlm?.own ?? 0).gt(0)).toBe(true)
  })

  test('the database itself lets nothing else become ours', async () => {
    world = await openWorld({ hasNewAccounts: true })
    await pay(world, { from: 'friend', asset: 'XLM', to: client('XLM'), amount: '3', memo: '4711' })
    await readAsBefore()
    const { db } = world.deps
    const id = async (where: object) => (await db.ledgerPayment.findFirstOrThrow({ where })).id
    const count = (paymentId: string, becomesOurs = true) =>
      db.$transaction(async (tx) => {
        const data = { ledgerPaymentId: paymentId, reason: 'A test.', at: new Date() }
        await tx.openingPayment.create({ data })
        const ours = { problem: null, toFloat: true }
        if (becomesOurs) await tx.ledgerPayment.update({ where: { id: paymentId }, data: ours })
      })
    const funded = { toAddress: client('XLM'), memo: null }
    await expect(count(await id({ memo: '4711' }))).rejects.toThrow(/does not belong to the opening/)
    await expect(count(await id(funded), false)).rejects.toThrow(/is not booked as ours/)
    const payment = await id(funded)
    const ours = { problem: null, toFloat: true }
    await expect(db.ledgerPayment.update({ where: { id: payment }, data: ours })).rejects.toThrow(/stays what it is/)
    await count(payment)
    await expect(count(payment)).rejects.toThrow()
    const back = { problem: 'no_memo', toFloat: false }
    await expect(db.ledgerPayment.update({ where: { id: payment }, data: back })).rejects.toThrow(/is ours/)
    await expect(db.openingPayment.deleteMany()).rejects.toThrow(/never changed or deleted/)
    // What was given back, or is on its way back, cannot be counted as ours.
    const other = await id({ toAddress: client('XRP'), memo: null })
    const operator = await aUser(db, { role: 'admin' })
    await db.paymentCase.update({
      where: { ledgerPaymentId: other },
      data: {
        closedAt: new Date(),
        closedById: operator.id,
        outcome: 'Sent back.',
        end: 'by_hand',
        endHash: 'f'.repeat(64),
      },
    })
    await expect(count(other)).rejects.toThrow(/does not belong to the opening/)
  })
})
