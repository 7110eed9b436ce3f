/** Dates of on-chain escrows leave time for what follows; what can no longer be done is not stored (decision 076). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listEscrows } from '#app/trade/lookup/queries/escrow-pages.server.ts'
import { writeDay } from '#app/trade/terms/domain/working-days.ts'
import { answerExtension, requestExtension } from '#app/trade/terms/workflows/extend-deadline.server.ts'
import {
  DAY_MS,
  datesOf,
  keepListsInForce,
  type MovingClock,
  movingClock,
  openDeadline,
  present,
  sweepClocks,
} from '#tests/support/agreement/dated-trades.ts'
import { prepared } from '#tests/support/onchain/holds.ts'
import { type OnchainRoutes, openOnchainRoutes } from '#tests/support/onchain/onchain-routes.ts'

let routes: OnchainRoutes
let clock: MovingClock

beforeAll(async () => {
  routes = await openOnchainRoutes()
  clock = movingClock(routes.world)
  keepListsInForce(routes.world)
})
afterAll(() => routes.close())
beforeEach(() => routes.world.deps.db.$executeRaw`delete from "rate_limit"`)

const dates = (changes: Record<string, string> = {}) => ({
  dates: 'agreed',
  fundBy: routes.inDays(3),
  presentBy: routes.inDays(20),
  examineDays: '1',
  onSilence: 'accepted',
  documents: 'BillOfLading',
  ...changes,
})

describe.each(['XLM', 'XRP'] as const)('%s', (asset) => {
  test.each([
    ['after the examination, and before its notice', 22],
    ['after the notice, and before anybody could sign', 26],
  ])('a date of the ledger %s is refused at its field', async (_, days) => {
    const answer = await routes.open(asset, dates({ heldUntil: routes.inDays(days) }))
    expect(answer).toMatchObject({ data: { problems: [{ field: 'heldUntil' }] } })
  })

  test('the list says that Quayside checks, and no date, until the buyer can lock', async () => {
    const { deps } = routes.world
    const trade = await routes.opened(asset, dates())
    const row = async () => {
      const of = { viewerId: trade.buyerId, place: null, size: 1, now: clock.now() }
      return (await listEscrows(deps.db, of)).rows[0]
    }
    const fields = routes.agreeing(asset)
    await routes.send({ by: routes.seller, txid: trade.txid, fields })
    expect(await row()).toMatchObject({ transactionId: trade.txid, turn: 'quayside', isChecked: true, dueAt: null })
    await prepared(routes.world, trade)
    const { fundBy } = await datesOf(routes.world, trade)
    expect(await row()).toMatchObject({ turn: 'buyer', isChecked: false, dueAt: fundBy.toISOString() })
  })

  test('more time is neither asked for nor granted beyond what the ledger leaves', async () => {
    const { escrowId, buyerId, sellerId } = await routes.locked(asset, dates({ heldUntil: routes.inDays(40) }))
    const ask = { escrowId, userId: sellerId, reason: '' }
    const refused = { refused: 'amendment_behind_date', field: 'timeUntil' }
    expect(await requestExtension(routes.world.deps, { ...ask, until: routes.inDays(37) })).toEqual(refused)
    expect(await requestExtension(routes.world.deps, { ...ask, until: routes.inDays(25) })).toMatchObject({
      id: escrowId,
    })
    const { id: requestId } = await routes.world.deps.db.timeRequest.findFirstOrThrow({ where: { escrowId } })
    const answered = { escrowId, userId: buyerId, requestId, isAgreed: true }
    expect(await answerExtension(routes.world.deps, answered)).toMatchObject({ id: escrowId })
    const running = await openDeadline(routes.world, { escrowId })
    expect(running && writeDay(running.dueAt)).toBe(routes.inDays(25))
  })

  test('a worker that was away until the date stores no acceptance that nothing can carry out, and no dispute', async () => {
    const { db } = routes.world.deps
    const trade = await routes.locked(asset, dates({ heldUntil: routes.inDays(40) }))
    const { escrowId, txid: transactionId } = trade
    const shipped = await present(routes.world, { seller: routes.seller, trade: { escrowId, transactionId, asset } })
    expect(shipped).toMatchObject({ escrowId })
    const due = (await openDeadline(routes.world, { escrowId }))?.dueAt ?? new Date(0)
    clock.to(due)
    await sweepClocks(routes.world)
    expect(await openDeadline(routes.world, { escrowId })).toMatchObject({ kind: 'last_notice' })
    const { deadline } = await db.hold.findUniqueOrThrow({ where: { escrowId } })
    clock.to(new Date(deadline.getTime() - 5 * 60_000))
    await sweepClocks(routes.world)
    const { documentApprovalStatus } = await db.escrow.findUniqueOrThrow({ where: { id: escrowId } })
    const counts = [await db.transfer.count({ where: { escrowId } }), await db.dispute.count({ where: { escrowId } })]
    expect([documentApprovalStatus, ...counts]).toEqual(['Pending', 0, 0])
    // It is not polled again and again.
    const running = await openDeadline(routes.world, { escrowId })
    expect(running?.nextAt.getTime()).toBeGreaterThanOrEqual(deadline.getTime() + DAY_MS)
  })
})
