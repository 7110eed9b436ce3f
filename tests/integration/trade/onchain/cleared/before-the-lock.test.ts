/** Before a deposit is offered, both sides and both wallets are compared, the amount weighed (docs/decisions/119). */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadAdminOverview } from '#app/admin/queries/overview.server.ts'
import { findEscrow } from '#app/escrow/db/escrows.server.ts'
import { asPayout } from '#app/kernel/db/transfer-kinds.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { Wallet } from '#app/kernel/domain/wallet.ts'
import { sweepOpenWork } from '#app/ops/workflows/sweep-open-work.server.ts'
import { decideReview } from '#app/screening/workflows/decide-review.server.ts'
import { screenPerson } from '#app/screening/workflows/screen.server.ts'
import { findFundedThrough } from '#app/settlement/custody/db/funded-through.server.ts'
import { approve } from '#app/settlement/payouts/workflows/operator/approve.server.ts'
import { weighPayout } from '#app/settlement/payouts/workflows/payout-limits.server.ts'
import { listEscrows, listTurns } from '#app/trade/lookup/queries/escrow-pages.server.ts'
import { showOnchainEscrow } from '#app/trade/onchain/queries/onchain-view.server.ts'
import { offerDeposit } from '#app/trade/onchain/workflows/agreeing/offer-deposit.server.ts'
import { askForClearance } from '#app/trade/onchain/workflows/clearance/ask-clearance.server.ts'
import { clearDeposit } from '#app/trade/onchain/workflows/clearance/clear-deposit.server.ts'
import { cancelEscrow } from '#app/trade/opening/workflows/cancel-escrow.server.ts'
import type { Deps, WorkerDeps } from '#app/workflow-deps.ts'
import {
  agreementOf,
  anAgreedTrade,
  clearTrade,
  deposit,
  type OnchainTrade,
  pollDeposits,
  prepared,
  preparedAlone,
} from '#tests/support/onchain/holds.ts'
import { openDesk, operator, refusalOf, thrownBy } from '#tests/support/settlement/admin.ts'
import { queuePayouts } from '#tests/support/settlement/queued-payouts.ts'
import { seller as aSeller, granted, type Person } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const DAY_MS = 86_400_000

let world: World
let olga: Person
let omar: Person

beforeAll(async () => {
  world = await openWorld()
  olga = await operator(world)
  omar = await operator(world)
})
afterEach(() => world.harbour.faults.clear())
afterAll(() => world[Symbol.asyncDispose]())

const db = () => world.deps.db
const clearanceOf = ({ escrowId }: OnchainTrade) =>
  db().holdClearance.findFirst({ where: { escrowId }, orderBy: [{ askedAt: 'desc' }, { id: 'desc' }] })
const readyLettersOf = ({ escrowId }: OnchainTrade) =>
  db().outboxLetter.findMany({ where: { escrowId, content: { path: ['letter'], equals: 'hold_ready' } } })
const offer = ({ escrowId, buyerId }: OnchainTrade, deps: Deps = world.deps) =>
  offerDeposit(deps, { escrowId, buyerId })
const jobsFor = async ({ escrowId }: OnchainTrade) =>
  db().$queryRaw<unknown[]>`
    select 1 from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'clear_lock' and j.payload->>'escrowId' = ${escrowId}`

const inDays = (days: number): WorkerDeps => {
  const now = () => new Date(world.deps.clock.now().getTime() + days * DAY_MS)
  return { ...world.deps, clock: { now }, settings: { ...world.deps.settings, screening: lax } }
}
/** Today's lists are still young enough in a week. */
const lax = { mostAgeMs: 30 * DAY_MS, isPlay: true, keepYears: 5 }

/** Gives the person a listed name; returns the review. */
async function alike(userId: string): Promise<string> {
  await db().user.update({ where: { id: userId }, data: { name: 'Balthazar Quillfeather' } })
  await screenPerson(world.deps, { userId })
  return (await db().screeningReview.findFirstOrThrow({ where: { subject: `user:${userId}` } })).id
}

describe.each(['XLM', 'XRP'] as const)('%s', (asset) => {
  test('the lock is offered when it was checked, and the buyer is written to once', async () => {
    const trade = await anAgreedTrade(world, asset)
    await preparedAlone(world, trade)
    expect(await jobsFor(trade)).toHaveLength(1)
    expect(await readyLettersOf(trade)).toEqual([])
    expect(await offer(trade)).toMatchObject({ refused: 'held_being_checked' })
    expect(await clearDeposit(world.deps, { escrowId: trade.escrowId })).toBeNull()
    expect(await clearanceOf(trade)).toMatchObject({ hasWaited: false, waitsFor: null, aboveLimit: null })
    expect(await offer(trade)).toMatchObject({ network: asset === 'XRP' ? 'xrpl' : 'stellar' })
    await clearDeposit(world.deps, { escrowId: trade.escrowId })
    expect(await readyLettersOf(trade)).toHaveLength(1)
  })

  test.each(['buyer', 'seller'] as const)('waits while the %s is looked at, and then by itself', async (side) => {
    const trade = await anAgreedTrade(world, asset)
    await preparedAlone(world, trade)
    const reviewId = await alike(side === 'buyer' ? trade.buyerId : trade.sellerId)
    await clearDeposit(world.deps, { escrowId: trade.escrowId })
    expect(await clearanceOf(trade)).toMatchObject({ waitsFor: 'check', clearedAt: null })
    expect(await offer(trade)).toMatchObject({ refused: 'held_being_checked' })
    expect(await readyLettersOf(trade)).toEqual([])
    await db().$executeRaw`delete from graphile_worker._private_jobs`
    const said = { reviewId, operatorId: olga.id, act: 'false_match', reason: 'Another birth date.' } as const
    granted(await decideReview(world.deps, said))
    expect(await jobsFor(trade)).toHaveLength(1)
    await clearDeposit(world.deps, { escrowId: trade.escrowId })
    expect(await readyLettersOf(trade)).toHaveLength(1)
    expect(await offer(trade)).toMatchObject({ network: asset === 'XRP' ? 'xrpl' : 'stellar' })
  })

  test('while it is checked nobody is said to have something to do, and then the buyer', async () => {
    const trade = await anAgreedTrade(world, asset)
    const of = { viewerId: trade.buyerId, place: null, size: 10, now: new Date() } as const
    const row = async () => (await listEscrows(db(), of)).rows[0]
    const waiting = () => listTurns(db(), { id: trade.buyerId, role: 'buyer', now: of.now })
    expect(await row()).toMatchObject({ turn: 'quayside', title: 'held.next.prepare.title' })
    await preparedAlone(world, trade)
    expect(await row()).toMatchObject({ turn: 'quayside', title: 'held.next.check.title', headline: 'held' })
    expect(await waiting()).toEqual([])
    await clearDeposit(world.deps, { escrowId: trade.escrowId })
    expect(await row()).toMatchObject({ turn: 'buyer', title: 'held.next.lock.own.title' })
    expect(await waiting()).toHaveLength(1)
  })

  test('what is locked past the page counts as soon as it is checked, and no date ends it before', async () => {
    const trade = await anAgreedTrade(world, asset)
    const agreement = await preparedAlone(world, trade)
    const reviewId = await alike(trade.buyerId)
    await deposit(world, agreement)
    await pollDeposits(world)
    const locks = () => db().holdLock.findMany({ where: { escrowId: trade.escrowId } })
    expect(await locks()).toMatchObject([{ counts: false, differences: [] }])
    await clearDeposit(world.deps, { escrowId: trade.escrowId })
    await pollDeposits(world)
    expect(await locks()).toMatchObject([{ counts: false }])
    // The ledger counts as read only up to the deposit.
    const escrow = await findEscrow(db(), trade.escrowId)
    const read = escrow && (await findFundedThrough(db(), escrow))
    expect(read?.completeTo).toEqual((await locks())[0]?.lockedAt)
    expect(await showOnchainEscrow(db(), { escrowId: trade.escrowId, now: new Date() })).toMatchObject({
      isLockWaiting: true,
      others: [],
    })
    // Nor can the buyer call it off.
    const calledOff = await cancelEscrow(world.deps, { ...trade, wallet: null })
    expect([calledOff, (await findEscrow(db(), trade.escrowId))?.cancelledAt]).toEqual([
      { refused: 'cancel_lock_checked' },
      null,
    ])
    const said = { reviewId, operatorId: olga.id, act: 'false_match', reason: 'Another birth date.' } as const
    granted(await decideReview(world.deps, said))
    await clearDeposit(world.deps, { escrowId: trade.escrowId })
    await pollDeposits(world)
    expect(await locks()).toMatchObject([{ counts: true }])
    expect((await clearanceOf(trade))?.usedAt).not.toBeNull()
  })
})

test('lists that are not in force are waited for, and read', async () => {
  const trade = await anAgreedTrade(world, 'XRP')
  await preparedAlone(world, trade)
  const old = { ...world.deps, settings: { ...world.deps.settings, screening: { ...lax, mostAgeMs: 1 } } }
  expect(await clearDeposit(old, { escrowId: trade.escrowId })).toBeInstanceOf(Date)
  expect(await clearanceOf(trade)).toMatchObject({ waitsFor: 'lists', hasWaited: true })
  await clearDeposit(world.deps, { escrowId: trade.escrowId })
  expect(await readyLettersOf(trade)).toHaveLength(1)
})

test('after a week it is checked again, by a job of the page, and nobody is written to who did not wait', async () => {
  const trade = await anAgreedTrade(world, 'XLM', { days: 60 })
  await prepared(world, trade)
  const later = inDays(7.1)
  expect(await offer(trade, later)).toMatchObject({ refused: 'held_being_checked' })
  await clearDeposit(later, { escrowId: trade.escrowId })
  expect(await offer(trade, later)).toMatchObject({ network: 'stellar' })
  expect(await readyLettersOf(trade)).toHaveLength(1)
  // An unsent email would be joined.
  await db().outboxLetter.updateMany({ where: { escrowId: trade.escrowId }, data: { sentAt: new Date() } })
  const evenLater = inDays(14.3)
  await askForClearance(evenLater, trade.escrowId)
  const reviewId = await alike(trade.sellerId)
  await clearDeposit(evenLater, { escrowId: trade.escrowId })
  const said = { reviewId, operatorId: olga.id, act: 'false_match', reason: 'Another birth date.' } as const
  granted(await decideReview(world.deps, said))
  await clearDeposit(evenLater, { escrowId: trade.escrowId })
  expect(await readyLettersOf(trade)).toHaveLength(2)
})

test('of what is over nothing is asked, and nothing waits on the desk', async () => {
  const trade = await anAgreedTrade(world, 'XRP')
  await preparedAlone(world, trade)
  await db().escrow.update({ where: { id: trade.escrowId }, data: { cancelledAt: new Date() } })
  await clearDeposit(world.deps, { escrowId: trade.escrowId })
  expect((await clearanceOf(trade))?.closedAt).not.toBeNull()
})

test('the sweep wakes what nobody has looked at', async () => {
  const trade = await anAgreedTrade(world, 'XRP')
  await preparedAlone(world, trade)
  await db().$executeRaw`delete from graphile_worker._private_jobs`
  await sweepOpenWork(inDays(0.1))
  expect(await jobsFor(trade)).toHaveLength(1)
})

describe('above a limit', () => {
  beforeEach(async () => {
    const data = { usd: '1', source: 'CoinGecko', fetchedAt: new Date() }
    for (const asset of ['XLM', 'XRP'] as const) {
      await db().marketPrice.upsert({ where: { asset }, create: { asset, ...data }, update: data })
    }
    await db().marketTrades.deleteMany()
  })

  const limited = (limits: { payout?: string; hour?: string }): WorkerDeps => {
    const of = (limit: string | undefined) => (limit === undefined ? null : new Decimal(limit))
    const payoutLimits = { payout: of(limits.payout), hour: of(limits.hour), day: null, directed: null }
    return { ...world.deps, settings: { ...world.deps.settings, payoutLimits } }
  }

  async function waiting(asset: 'XLM' | 'XRP'): Promise<OnchainTrade & { clearanceId: string; seen: Wallet }> {
    const trade = await anAgreedTrade(world, asset)
    await preparedAlone(world, trade)
    await clearDeposit(limited({ payout: '25.49' }), { escrowId: trade.escrowId })
    const clearance = await clearanceOf(trade)
    expect(clearance).toMatchObject({ waitsFor: 'second_operator', aboveLimit: 'payout', clearedAt: null })
    const { sellerWallet: address, sellerTag: memo } = await agreementOf(world, trade)
    return { ...trade, clearanceId: clearance?.id ?? '', seen: { address, memo } }
  }

  test.each(['XLM', 'XRP'] as const)(
    'the lock of %s waits for a second operator, and is settled without one',
    async (asset) => {
      const trade = await waiting(asset)
      expect(await offer(trade)).toMatchObject({ refused: 'held_being_checked' })
      const { clearanceId, seen } = trade
      const asked = { clearanceId, seen, operatorId: olga.id, reason: 'Called the buyer.', isSure: true }
      expect(await approve(world.deps, { ...asked, reason: '' })).toMatchObject({
        refused: 'approval_reason_required',
      })
      expect(await approve(world.deps, { ...asked, clearanceId: 'x' })).toMatchObject({
        refused: 'approval_not_wanted',
      })
      expect(await approve(world.deps, { ...asked, seen: { address: 'GOTHER', memo: null } })).toMatchObject({
        refused: 'approval_not_wanted',
      })
      granted(await approve(world.deps, { ...asked, isSure: false }))
      granted(await approve(world.deps, asked))
      granted(await approve(world.deps, asked))
      expect(await approve(world.deps, { ...asked, operatorId: omar.id })).toMatchObject({
        refused: 'approval_not_wanted',
      })
      await clearDeposit(limited({ payout: '1' }), { escrowId: trade.escrowId })
      expect(await clearanceOf(trade)).toMatchObject({ waitsFor: null, clearedAt: expect.any(Date) })
      expect(await db().settlementApproval.findMany({ where: { clearanceId } })).toMatchObject([
        { operatorId: olga.id, ...seen },
      ])
      await deposit(world, await agreementOf(world, trade))
      await pollDeposits(world)
      expect((await db().escrow.findUniqueOrThrow({ where: { id: trade.escrowId } })).verifiedAt).not.toBeNull()
    },
  )

  test('it stands on the desk, is asked once more there, and is let through by operators alone', async () => {
    const { clearanceId, seen } = await waiting('XLM')
    await using desk = await openDesk(world)
    const page = await import('#app/admin/routes/payouts/route.tsx')
    const shown = async () =>
      (await page.loader(await desk.ask({ person: olga }))).above.find(({ id }) => id === clearanceId)
    expect(await shown()).toMatchObject({ isLock: true, amount: '25.5', limit: 'payout' })
    expect((await loadAdminOverview(db(), new Date())).oldest.approvals).not.toBeNull()
    const fields = { form: clearanceId, intent: 'approve', clearance: clearanceId, address: seen.address, reason: '' }
    const send = async (more: Record<string, string>, person: Person = olga) =>
      page.action(await desk.ask({ person }, { ...fields, ...more }))
    expect(refusalOf(await send({}))).toBe('approval_reason_required')
    expect(refusalOf(await send({ clearance: 'no id', reason: 'r' }))).toBe('approval_not_wanted')
    const asked = await send({ reason: 'Called both.' })
    expect(asked).toMatchObject({ data: { asked: { payout: { id: clearanceId, amount: '25.5', isLock: true } } } })
    const sure = { reason: 'Called both.', sure: 'yes' }
    expect((await thrownBy(send(sure, await aSeller(world)))).status).toBe(403)
    expect(await db().settlementApproval.count({ where: { clearanceId } })).toBe(0)
    const done = await send(sure)
    expect(done instanceof Response && done.headers.get('Location')).toBe('/admin-panel/payouts?done=approved')
    expect(await shown()).toBeUndefined()
  })

  test('an hour counts what may still be locked beside what was, and payouts only what was', async () => {
    await db().$executeRaw`alter table "hold_clearance" disable trigger user`
    await db().$executeRaw`alter table "settlement_approval" disable trigger user`
    await db().settlementApproval.deleteMany()
    await db().$executeRaw`alter table "settlement_approval" enable trigger user`
    await db().holdClearance.deleteMany()
    await db().$executeRaw`alter table "hold_clearance" enable trigger user`
    await db().transfer.updateMany({ data: { clearedAt: null } })
    const [first, second] = [await anAgreedTrade(world, 'XRP'), await anAgreedTrade(world, 'XRP')]
    for (const trade of [first, second]) await preparedAlone(world, trade)
    const hourly = limited({ hour: '26' })
    await clearDeposit(hourly, { escrowId: first.escrowId })
    await clearDeposit(hourly, { escrowId: second.escrowId })
    expect(await clearanceOf(first)).toMatchObject({ aboveLimit: null })
    expect(await clearanceOf(second)).toMatchObject({ aboveLimit: 'hour', waitsFor: 'second_operator' })
    const [id] = await queuePayouts(world, 'XRP', 1)
    const row = await db().transfer.findUniqueOrThrow({ where: { id: id ?? '' } })
    const asked = { ...asPayout(row), amount: new Decimal(row.amount.toFixed()) }
    expect(await weighPayout(hourly, asked)).toBeNull()
    await deposit(world, await agreementOf(world, first))
    await pollDeposits(world)
    expect(await weighPayout(hourly, asked)).toMatchObject({ limit: 'hour' })
  })
})

test('clearing twice at once lets it through once', async () => {
  const trade = await anAgreedTrade(world, 'XRP')
  await preparedAlone(world, trade)
  await Promise.all([1, 2, 3].map(() => clearDeposit(world.deps, { escrowId: trade.escrowId })))
  await clearTrade(world, trade.escrowId)
  expect(await db().holdClearance.count({ where: { escrowId: trade.escrowId } })).toBe(1)
  expect(await db().auditEvent.count({ where: { escrowId: trade.escrowId, kind: 'hold_cleared' } })).toBe(1)
  expect(await readyLettersOf(trade)).toHaveLength(1)
})
