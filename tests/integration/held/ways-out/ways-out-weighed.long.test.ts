/** Quayside signs for a way out of what the ledger holds as it signs payouts: of nobody on a list, and above a limit with two operators. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { countExitsAboveLimit, findExitsAboveLimit } from '#app/db/held/exit-limits.server.ts'
import { Decimal } from '#app/domain/kernel/money.ts'
import { showHold } from '#app/queries/held/shown-hold.server.ts'
import { correctAddress } from '#app/workflows/desk/correct-address.server.ts'
import { approveExit } from '#app/workflows/held/clearance/approve-exit.server.ts'
import { decideReview } from '#app/workflows/screening/decide-review.server.ts'
import { screenPerson } from '#app/workflows/screening/screen.server.ts'
import { sweepOpenWork } from '#app/workflows/upkeep/sweep-open-work.server.ts'
import { approveTrade, decideTrade } from '#tests/support/held/held-acts.ts'
import { watchExits } from '#tests/support/held/held-exits.ts'
import { aDueHold, aHelpedExit, beginExit, envelopeOf, mayBeHelped, move, sign } from '#tests/support/held/held-rows.ts'
import { aLockedTrade, type HeldTrade } from '#tests/support/held/held-trades.ts'
import { openDesk, operator, refusalOf, thrownBy } from '#tests/support/settlement/desk.ts'
import { seller as aSeller, granted, type Person, walletOf } from '#tests/support/world/people.ts'
import { runOutLeases } from '#tests/support/world/rows.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let olga: Awaited<ReturnType<typeof operator>>
let omar: Awaited<ReturnType<typeof operator>>

beforeAll(async () => {
  world = await openWorld()
  olga = await operator(world)
  omar = await operator(world)
  await sweepOpenWork(world.deps)
})
afterAll(() => world[Symbol.asyncDispose]())

const db = () => world.deps.db
const watched = watchExits(() => world)
const { stageOf, exitsOf, attemptsOf, followUntilOver } = watched

describe('the database', () => {
  test('takes the arbiter’s signature only of what was compared, with both wallets, and weighed', async () => {
    const exit = await beginExit(db(), await aDueHold(db()))
    await sign(db(), exit.id, 'B')
    await expect(sign(db(), exit.id, 'A')).rejects.toThrow(/was not compared/)
    await mayBeHelped(db(), exit, { outcome: 'unavailable' })
    await expect(sign(db(), exit.id, 'A')).rejects.toThrow(/was not compared/)
    const half = await beginExit(db(), await aDueHold(db()))
    await mayBeHelped(db(), half)
    await db().$executeRaw`alter table "screening" disable trigger user`
    await db().screening.deleteMany({ where: { exitId: half.id, subject: 'wallet:S' } })
    await db().$executeRaw`alter table "screening" enable trigger user`
    await expect(sign(db(), half.id, 'A')).rejects.toThrow(/another wallet/)
    const unweighed = await aHelpedExit(db(), await aDueHold(db()))
    await db().holdExit.update({ where: { id: unweighed.id }, data: { clearedAt: null } })
    await expect(sign(db(), unweighed.id, 'A')).rejects.toThrow(/was not weighed/)
  })

  test('lets the two sides sign without being asked, and sends it for nobody who was not compared', async () => {
    const exit = await beginExit(db(), await aDueHold(db()))
    for (const address of ['B', 'S']) await sign(db(), exit.id, address)
    await move(db(), exit.id, 'ready')
    await expect(db().holdAttempt.create({ data: await envelopeOf(db(), exit) })).rejects.toThrow(/was not compared/)
    await mayBeHelped(db(), exit)
    await db().holdExit.update({ where: { id: exit.id }, data: { aboveLimit: 'payout', clearedAt: null } })
    await db().holdAttempt.create({ data: await envelopeOf(db(), exit) })
    await runOutLeases(db())
  })

  test('takes no approval of those who are no operators, decided themselves, or are not asked', async () => {
    const locked = await aDueHold(db())
    const exit = await aHelpedExit(db(), locked)
    const approval = (operatorId: string) =>
      db().holdApproval.create({
        data: { exitId: exit.id, operatorId, aboveLimit: 'payout', reason: 'Called.', at: new Date() },
      })
    await expect(approval(olga.id)).rejects.toThrow(/does not wait for this approval/)
    await db().holdExit.update({ where: { id: exit.id }, data: { aboveLimit: 'payout', clearedAt: null } })
    await expect(approval(locked.buyerId)).rejects.toThrow(/only operators/)
    await sign(db(), exit.id, 'B')
    await expect(sign(db(), exit.id, 'A')).rejects.toThrow(/above a limit and nobody has approved it/)
    await approval(olga.id)
    await expect(approval(olga.id)).rejects.toMatchObject({ code: 'P2002' })
    await expect(db().holdApproval.deleteMany()).rejects.toThrow(/stay what they are/)
    await db().holdExit.update({ where: { id: exit.id }, data: { clearedAt: new Date() } })
    await sign(db(), exit.id, 'A')
  })

  test('shows no secret of an escrow of XRP that was not weighed', async () => {
    const locked = await aDueHold(db(), { currency: 'XRP' })
    const { id } = await aHelpedExit(db(), locked)
    await db().holdExit.update({ where: { id }, data: { aboveLimit: 'day', clearedAt: null } })
    const until = new Date(Date.now() + 3_600_000)
    const lease = { network: 'xrpl' as const, holder: 'w', epoch: 1n, until }
    await db().payoutLease.upsert({ where: { network: 'xrpl' }, create: lease, update: { until } })
    const envelope = await envelopeOf(db(), { id }, { network: 'xrpl', purpose: 'finish' })
    await expect(db().holdAttempt.create({ data: envelope })).rejects.toThrow(/above a limit/)
    await runOutLeases(db())
  })
})

describe('a way out above a limit', () => {
  beforeEach(async () => {
    const data = { usd: '1', source: 'CoinGecko', fetchedAt: new Date() }
    for (const asset of ['XLM', 'XRP'] as const) {
      await db().marketPrice.upsert({ where: { asset }, create: { asset, ...data }, update: data })
    }
    await db().marketTrades.deleteMany()
  })

  const limited = (payout: string) => ({
    ...world.deps,
    settings: {
      ...world.deps.settings,
      payoutLimits: { payout: new Decimal(payout), hour: null, day: null, directed: null },
    },
  })

  test.each(['XLM', 'XRP'] as const)('of %s waits for a second operator, and goes on by itself', async (asset) => {
    const trade = await aLockedTrade(world, { asset })
    await approveTrade(world, trade)
    if (asset === 'XLM') {
      await watched.follow(trade)
      await watched.sign(trade)
    }
    await watched.follow(trade, limited('49.99'))
    const [exit] = await exitsOf(trade)
    expect(exit).toMatchObject({ waitsFor: 'second_operator', aboveLimit: 'payout', clearedAt: null })
    expect(await attemptsOf(trade)).toEqual([])
    const [row] = (await findExitsAboveLimit(db(), 100)).filter(({ id }) => id === exit?.id)
    expect(row?.shares.seller.toFixed()).toBe('50')
    expect(await showHold(db(), { escrowId: trade.id, now: world.deps.clock.now() })).toMatchObject({
      waitsFor: 'second_operator',
    })
    const exitId = exit?.id ?? ''
    const asked = { exitId, operatorId: olga.id, reason: 'Called the buyer.', isSure: true }
    expect(await approveExit(world.deps, { ...asked, reason: '' })).toMatchObject({
      refused: 'approval_reason_required',
    })
    expect(await approveExit(world.deps, { ...asked, exitId: 'x' })).toMatchObject({ refused: 'approval_not_wanted' })
    granted(await approveExit(world.deps, { ...asked, isSure: false }))
    const before = await countExitsAboveLimit(db())
    granted(await approveExit(world.deps, asked))
    granted(await approveExit(world.deps, asked))
    expect(await approveExit(world.deps, { ...asked, operatorId: omar.id })).toMatchObject({
      refused: 'approval_not_wanted',
    })
    expect(await countExitsAboveLimit(db())).toBe(before - 1)
    await followUntilOver(trade)
    expect(await stageOf(trade)).toBe('released')
    expect(await db().holdApproval.count({ where: { exitId } })).toBe(1)
  })

  test('stands on the desk with what each side gets, and is approved there once more asked, by operators alone', async () => {
    const trade = await aLockedTrade(world)
    await decideTrade(world, trade, 'split', '20')
    await watched.follow(trade)
    await watched.sign(trade)
    await watched.follow(trade, limited('10'))
    const [exit] = await exitsOf(trade)
    const exitId = exit?.id ?? ''
    await using desk = await openDesk(world)
    const page = await import('#app/routes/desk/payouts/route.tsx')
    const shown = async () =>
      (await page.loader(await desk.ask({ person: olga }))).above.find(({ id }) => id === exitId)
    expect(await shown()).toMatchObject({
      isWayOut: true,
      amount: '50',
      limit: 'payout',
      shares: [
        { purpose: 'release', amount: '20', wallet: { address: walletOf('XLM') } },
        { purpose: 'refund', amount: '30', wallet: { address: walletOf('XLM', 'buyer') } },
      ],
    })
    const fields = { form: exitId, intent: 'approve', exit: exitId, reason: '' }
    const send = async (more: Record<string, string>, person: Person = olga) =>
      page.action(await desk.ask({ person }, { ...fields, ...more }))
    expect(refusalOf(await send({}))).toBe('approval_reason_required')
    expect(refusalOf(await send({ exit: 'no id', reason: 'r' }))).toBe('approval_not_wanted')
    const asked = await send({ reason: 'Called both.' })
    expect(asked).toMatchObject({ data: { asked: { payout: { id: exitId, amount: '50' } } } })
    expect(await db().holdApproval.count({ where: { exitId } })).toBe(0)
    const sure = { reason: 'Called both.', sure: 'yes' }
    expect((await thrownBy(send(sure, await aSeller(world)))).status).toBe(403)
    const done = await send(sure)
    expect(done instanceof Response && done.headers.get('Location')).toBe('/admin-panel/payouts?done=approved')
    expect(await shown()).toBeUndefined()
  })

  test('is approved by nobody who decided it', async () => {
    const trade = await aLockedTrade(world)
    await decideTrade(world, trade, 'refund')
    const { decidedById } = await db().dispute.findFirstOrThrow({ where: { escrowId: trade.id } })
    await watched.follow(trade)
    await watched.sign(trade)
    await watched.follow(trade, limited('10'))
    const [exit] = await exitsOf(trade)
    const asked = { exitId: exit?.id ?? '', reason: 'Called.', isSure: true }
    expect(await approveExit(world.deps, { ...asked, operatorId: decidedById ?? '' })).toMatchObject({
      refused: 'approval_own_decision',
    })
    granted(await approveExit(world.deps, { ...asked, operatorId: omar.id }))
  })

  test('is approved by nobody who has changed the account of a side', async () => {
    const trade = await aLockedTrade(world)
    await approveTrade(world, trade)
    await watched.follow(trade)
    await watched.sign(trade)
    await watched.follow(trade, limited('10'))
    const [exit] = await exitsOf(trade)
    const exitId = exit?.id ?? ''
    const changed = { subjectId: trade.sellerId, operatorId: olga.id, reason: 'A slip.', seen: 0 }
    expect(await correctAddress(world.deps, { ...changed, email: `new-${randomUUID()}@example.org` })).toBe('done')
    const asked = { exitId, reason: 'Called.', isSure: true }
    expect(await approveExit(world.deps, { ...asked, operatorId: olga.id })).toEqual({ refused: 'approval_own_change' })
    const row = { id: randomUUID(), exitId, operatorId: olga.id, aboveLimit: 'payout', reason: 'r', at: new Date() }
    await expect(db().holdApproval.create({ data: row })).rejects.toThrow(/whoever changed an account of way out/)
    granted(await approveExit(world.deps, { ...asked, operatorId: omar.id }))
  })

  test('counts beside payouts for the hour', async () => {
    const [first, second] = [await aLockedTrade(world, { asset: 'XRP' }), await aLockedTrade(world, { asset: 'XRP' })]
    await db().$executeRaw`update "hold_exit" set "clearedAt" = null where "state" in ('collecting', 'ready')`
    const { payout: _, ...rest } = limited('1').settings.payoutLimits
    const hourly = (hour: string) => ({
      ...world.deps,
      settings: { ...world.deps.settings, payoutLimits: { ...rest, payout: null, hour: new Decimal(hour) } },
    })
    for (const trade of [first, second]) await approveTrade(world, trade)
    const spent = await db().$queryRaw<{ sum: string }[]>`
      select coalesce(sum("usdValue"), 0)::text as "sum" from "hold_exit"
      where "aboveLimit" is null and "clearedAt" > now() - interval '1 hour'`
    const limit = new Decimal(spent[0]?.sum ?? 0).plus(60).toFixed()
    await watched.follow(first, hourly(limit))
    await watched.follow(second, hourly(limit))
    expect((await exitsOf(first))[0]?.aboveLimit).toBeNull()
    expect((await exitsOf(second))[0]).toMatchObject({ aboveLimit: 'hour', waitsFor: 'second_operator' })
  })
})

describe('whoever is like an entry of a list', () => {
  const LISTED = 'Balthazar Quillfeather'

  async function held(trade: HeldTrade, side: 'buyer' | 'seller'): Promise<string> {
    const id = side === 'buyer' ? trade.buyerId : trade.sellerId
    await db().user.update({ where: { id }, data: { name: LISTED } })
    await screenPerson(world.deps, { userId: id })
    return id
  }

  test.each([
    ['XLM', 'buyer'],
    ['XLM', 'seller'],
    ['XRP', 'seller'],
  ] as const)('is helped to no %s (%s) before an operator has looked, and then by itself', async (asset, side) => {
    const trade = await aLockedTrade(world, { asset })
    await approveTrade(world, trade)
    if (asset === 'XLM') {
      await watched.follow(trade)
      await watched.sign(trade)
    }
    const personId = await held(trade, side)
    await watched.follow(trade)
    expect((await exitsOf(trade))[0]).toMatchObject({ waitsFor: 'check' })
    expect(await attemptsOf(trade)).toEqual([])
    for (const review of await db().screeningReview.findMany({ where: { personId, state: 'open' } })) {
      const said = { reviewId: review.id, operatorId: olga.id, reason: 'Another birth date.' }
      granted(await decideReview(world.deps, { ...said, act: 'false_match' }))
      if ((await db().screeningReview.findUniqueOrThrow({ where: { id: review.id } })).state !== 'false_match') {
        granted(await decideReview(world.deps, { ...said, operatorId: omar.id, act: 'false_match' }))
      }
    }
    expect((await exitsOf(trade))[0]).toMatchObject({ waitsFor: null })
    await followUntilOver(trade)
    expect(await stageOf(trade)).toBe('released')
  })
})
