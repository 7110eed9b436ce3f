/** What pauses a deadline reaches the stored deadline and the page, and reveals nobody's account (decision 100). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { standStill } from '#app/accounts/db/account-changes.server.ts'
import { STANDS_STILL_MS } from '#app/accounts/domain/account-change.ts'
import { suspendPerson, unlockPerson } from '#app/admin/workflows/suspend-person.server.ts'
import { findSomebody } from '#app/escrow/db/escrow-people.server.ts'
import { findEscrow } from '#app/escrow/db/escrows.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { networkOf } from '#app/kernel/domain/assets.ts'
import { screenPerson } from '#app/screening/workflows/screen.server.ts'
import { expireDeadline } from '#app/trade/deadlines/workflows/expire-deadline.server.ts'
import { openDispute, withdrawDispute } from '#app/trade/disputes/workflows/open-dispute.server.ts'
import { showDates } from '#app/trade/terms/queries/dates-view.server.ts'
import { showTerms } from '#app/trade/terms/queries/terms-view.server.ts'
import { acceptTerms } from '#app/trade/terms/workflows/accept-terms.server.ts'
import {
  DAY_MS,
  type DatedTrade,
  datedTrade,
  decide,
  deposit,
  HOUR_MS,
  type MovingClock,
  movingClock,
  openDeadline,
  present,
  readLedger,
  runOut,
  sweepClocks,
} from '#tests/support/agreement/dated-trades.ts'
import { granted, type Person, paidBuyer, seller as someSeller } from '#tests/support/world/people.ts'
import { aUser } from '#tests/support/world/rows.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let clock: MovingClock
let operatorId: string

beforeAll(async () => {
  world = await openWorld()
  clock = movingClock(world)
  operatorId = (await aUser(world.deps.db, { role: 'admin' })).id
})
afterAll(async () => {
  await world?.[Symbol.asyncDispose]()
})

type Cast = { buyer: Person; seller: Person; trade: DatedTrade }

/** The seller has accepted the terms, and is bound. */
async function funded(): Promise<Cast> {
  const [buyer, seller] = [await paidBuyer(world), await someSeller(world)]
  const trade = await datedTrade(world, { buyer, sellerEmail: seller.email, dates: { onSilence: 'accepted' } })
  const escrow = await findEscrow(world.deps.db, trade.escrowId)
  const sheet =
    escrow && (await showTerms(world.deps.db, { escrow, viewer: await findSomebody(world.deps.db, seller.id) }))
  const accepted = { escrowId: trade.escrowId, sellerId: seller.id, seen: sheet?.fingerprint ?? '' }
  granted(await acceptTerms(world.deps, accepted))
  await deposit(world, trade, '10')
  return { buyer, seller, trade }
}

async function presented(): Promise<Cast> {
  const cast = await funded()
  granted(await present(world, cast))
  return cast
}

const rowOf = ({ escrowId }: DatedTrade) =>
  world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId }, include: { disputes: true, transfers: true } })

async function running(trade: DatedTrade) {
  const row = await openDeadline(world, trade)
  if (!row) throw new Error('no clock runs')
  return row
}

async function page({ escrowId }: DatedTrade, reader: Person) {
  const escrow = await findEscrow(world.deps.db, escrowId)
  if (!escrow) throw new Error('no escrow')
  const viewer = await findSomebody(world.deps.db, reader.id)
  return showDates(world.deps.db, { escrow, viewer, now: clock.now() })
}

/** Does what the minute's sweep does once a deadline is to be polled. */
async function look(trade: DatedTrade) {
  await expireDeadline(world.deps, { clockId: (await running(trade)).id })
}

/** As if somebody with access to the machine had changed the account a week before. */
const standsStill = ({ id: userId }: Person, stillUntil: Date) =>
  inTransaction(world.deps.db, (tx) =>
    standStill(tx, {
      id: world.deps.newId(),
      kind: 'second_factor',
      userId,
      changedById: null,
      reason: 'The telephone is lost.',
      changedAt: new Date(stillUntil.getTime() - STANDS_STILL_MS),
      stillUntil,
    }),
  )

describe('an account that cannot act', () => {
  test('stands still: the date waits, both read until when, and Quayside decides at its end', async () => {
    const { buyer, seller, trade } = await presented()
    const { dueAt } = await running(trade)
    const until = new Date(dueAt.getTime() + DAY_MS)
    await standsStill(buyer, until)
    clock.to(new Date(dueAt.getTime() - HOUR_MS))
    await look(trade)
    expect(await running(trade)).toMatchObject({ kind: 'examine', dueAt: until })
    const shown = await page(trade, seller)
    expect(shown).toMatchObject({ clock: null, still: { why: 'quayside', until: until.toISOString() }, mayAsk: false })
    expect(await page(trade, buyer)).toMatchObject({ clock: null, still: shown?.still })
    clock.to(new Date(dueAt.getTime() + HOUR_MS))
    const late = await decide(world, { buyer, trade, approval: 'Rejected' })
    expect(late).toMatchObject({ refused: 'date_at_quayside' })
    await runOut(world, { clock, trade })
    expect(await rowOf(trade)).toMatchObject({ disputes: [{ decision: null }], documentApprovalStatus: 'Pending' })
    // The dispute is in the seller's name: the seller may grant the buyer new time.
    expect(await page(trade, seller)).toMatchObject({ still: { why: 'dispute' }, disputeStands: false })
  })

  test('and one that can act again in time stops nothing', async () => {
    const { buyer, trade } = await presented()
    const { dueAt } = await running(trade)
    await standsStill(buyer, new Date(dueAt.getTime() - 1000))
    await look(trade)
    expect(await running(trade)).toMatchObject({ kind: 'examine', dueAt })
    await runOut(world, { clock, trade })
    await runOut(world, { clock, trade })
    expect(await rowOf(trade)).toMatchObject({ documentApprovalStatus: 'Approved', disputes: [] })
  })

  test('is locked: the date waits for a week at most, and not for who is unlocked after it', async () => {
    const { seller, trade } = await funded()
    const { dueAt } = await running(trade)
    const act = { subjectId: seller.id, operatorId, reason: 'Asked for by phone.', email: '', seen: 0 }
    clock.to(new Date(dueAt.getTime() - HOUR_MS))
    expect(await suspendPerson(world.deps, act)).toBe('done')
    const lockedAt = (await world.deps.db.user.findUniqueOrThrow({ where: { id: seller.id } })).lockedAt
    await look(trade)
    const held = await running(trade)
    expect(held).toMatchObject({ kind: 'present', dueAt: new Date((lockedAt?.getTime() ?? 0) + STANDS_STILL_MS) })
    clock.on(2 * DAY_MS)
    await sweepClocks(world)
    expect(await running(trade)).toMatchObject({ id: held.id })
    expect(await unlockPerson(world.deps, act)).toBe('done')
    expect(await present(world, { seller, trade })).toMatchObject({ refused: 'date_at_quayside' })
    clock.on(6 * 60_000)
    await sweepClocks(world)
    await sweepClocks(world)
    expect(await rowOf(trade)).toMatchObject({
      refundOpenedAt: null,
      transfers: [],
      disputes: [{ decision: null, openedById: seller.id }],
    })
    expect(await page(trade, seller)).toMatchObject({ disputeStands: true })
    const withdrawn = { escrowId: trade.escrowId, userId: seller.id }
    expect(await withdrawDispute(world.deps, withdrawn)).toMatchObject({ refused: 'dispute_stands' })
  })
})

test('the database opens no refund by the silence of a seller who was locked when it was due', async () => {
  const { seller, trade } = await funded()
  await runOut(world, { clock, trade })
  const { id, dueAt } = await running(trade)
  await world.deps.db.user.update({ where: { id: seller.id }, data: { lockedAt: new Date(dueAt.getTime() - HOUR_MS) } })
  const at = new Date(dueAt.getTime() + 1000)
  await world.deps.db.escrowClock.update({ where: { id }, data: { end: 'ran_out', endedAt: at } })
  const opened = world.deps.db.escrow.update({ where: { id: trade.escrowId }, data: { refundOpenedAt: at } })
  await expect(opened).rejects.toThrow('could not act')
})

describe('a dispute', () => {
  test('is why nothing runs out, and a third one is not withdrawn', async () => {
    const { buyer, trade } = await presented()
    const dispute = { escrowId: trade.escrowId, userId: buyer.id }
    for (const times of [1, 2]) {
      granted(await openDispute(world.deps, { ...dispute, reason: 'Wait.' }))
      expect(await page(trade, buyer), `${times}`).toMatchObject({
        still: { why: 'dispute', until: null },
        disputeStands: false,
      })
      granted(await withdrawDispute(world.deps, dispute))
    }
    granted(await openDispute(world.deps, { ...dispute, reason: 'Wait.' }))
    expect(await page(trade, buyer)).toMatchObject({ disputeStands: true })
    expect(await withdrawDispute(world.deps, dispute)).toMatchObject({ refused: 'dispute_stands' })
  })
})

describe('the end of funding', () => {
  async function opened(): Promise<Cast> {
    const [buyer, seller] = [await paidBuyer(world), await someSeller(world)]
    return { buyer, seller, trade: await datedTrade(world, { buyer, sellerEmail: seller.email }) }
  }

  test('waits while the ledger is not read, or is in doubt, and both read why; then it lapses', async () => {
    const { buyer, trade } = await opened()
    const { db } = world.deps
    const { dueAt } = await running(trade)
    clock.to(new Date(dueAt.getTime() + 11_000))
    await sweepClocks(world)
    const until = new Date(dueAt.getTime() + 30 * DAY_MS).toISOString()
    expect(await page(trade, buyer)).toMatchObject({ clock: null, still: { why: 'ledger', until } })
    const network = networkOf(trade.asset)
    const { account } = await rowOf(trade)
    await readLedger(world, trade)
    const stop = { network, account: `${account}-other`, cause: 'other_history', detail: 'seen', since: clock.now() }
    await db.cursorStop.create({ data: stop })
    clock.on(HOUR_MS)
    await sweepClocks(world)
    expect(await rowOf(trade)).toMatchObject({ lapsedAt: null })
    expect(await page(trade, buyer)).toMatchObject({ still: { why: 'ledger', until } })
    await db.cursorStop.deleteMany({ where: { account: stop.account } })
    clock.on(HOUR_MS)
    await sweepClocks(world)
    expect(await rowOf(trade)).toMatchObject({ lapsedAt: expect.any(Date) })
  })

  test('is not moved by a review, by a stop of payouts or by a limit, and the page does not tell of them', async () => {
    const { buyer, seller, trade } = await opened()
    const { db } = world.deps
    const before = { clock: await running(trade), pages: [await page(trade, buyer), await page(trade, seller)] }
    for (const person of [buyer, seller]) {
      await db.user.update({ where: { id: person.id }, data: { name: 'Balthazar Quillfeather' } })
      await screenPerson(world.deps, { userId: person.id })
      expect(await db.screeningReview.count({ where: { subject: `user:${person.id}`, state: 'open' } })).toBe(1)
    }
    const stop = await db.payoutStop.create({ data: { network: 'stellar', cause: 'books', reason: 'A difference' } })
    await look(trade)
    expect(await running(trade)).toMatchObject({ id: before.clock.id, dueAt: before.clock.dueAt })
    expect([await page(trade, buyer), await page(trade, seller)]).toEqual(before.pages)
    await db.payoutStop.update({ where: { id: stop.id }, data: { endedAt: new Date(), endReason: 'Over.' } })
    await runOut(world, { clock, trade })
    expect(await rowOf(trade)).toMatchObject({ lapsedAt: expect.any(Date) })
  })
})
