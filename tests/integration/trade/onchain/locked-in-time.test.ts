/** A deposit made in time counts, whenever the ledger is read: no date or calling off overtakes it (decision 120). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { networkOf } from '#app/kernel/domain/assets.ts'
import { findOnchainDeposits } from '#app/trade/onchain/workflows/find-deposits.server.ts'
import { cancelEscrow } from '#app/trade/opening/workflows/cancel-escrow.server.ts'
import { datesOf, type MovingClock, movingClock, sweepClocks } from '#tests/support/agreement/dated-trades.ts'
import { deposit } from '#tests/support/onchain/holds.ts'
import { type OnchainRoutes, openOnchainRoutes } from '#tests/support/onchain/onchain-routes.ts'

const MINUTE_MS = 60_000
/** The XRP Ledger rounds its close times to ten seconds. */
const CLOSED_MS = 30_000

let routes: OnchainRoutes
let clock: MovingClock

beforeAll(async () => {
  routes = await openOnchainRoutes()
  clock = movingClock(routes.world)
})
afterAll(() => routes.close())
beforeEach(() => routes.world.deps.db.$executeRaw`delete from "rate_limit"`)

const dates = () => ({
  dates: 'agreed',
  fundBy: routes.inDays(3),
  presentBy: routes.inDays(20),
  examineDays: '5',
  documents: 'BillOfLading',
})

const rowOf = ({ escrowId }: { escrowId: string }) =>
  routes.world.deps.db.escrow.findUniqueOrThrow({
    where: { id: escrowId },
    select: { verifiedAt: true, lapsedAt: true, cancelledAt: true },
  })

async function toEndOfFunding(trade: { escrowId: string }, { less = 0 } = {}): Promise<void> {
  const { fundBy } = await datesOf(routes.world, trade)
  clock.to(new Date(fundBy.getTime() - less))
}

/** As if nobody had opened the page for days: the next poll of the ledger is hours away. */
async function lookMuchLater(trade: { escrowId: string }): Promise<void> {
  const lookAt = new Date(clock.now().getTime() + 300 * MINUTE_MS)
  await routes.world.deps.db.holdAgreement.updateMany({ where: trade, data: { lookAt, askedAt: null } })
}

describe.each(['XLM', 'XRP'] as const)('%s', (asset) => {
  test('locked before the end of funding and looked for after it: funded, not ended', async () => {
    const { escrowId, agreement } = await routes.ready(asset, dates())
    await toEndOfFunding({ escrowId }, { less: 10 * MINUTE_MS })
    await deposit(routes.world, agreement)
    await lookMuchLater({ escrowId })
    await toEndOfFunding({ escrowId }, { less: -CLOSED_MS })
    await sweepClocks(routes.world)
    expect(await rowOf({ escrowId })).toMatchObject({ lapsedAt: null, cancelledAt: null })
    // The deadline has asked for it: its poll is due.
    await findOnchainDeposits(routes.world.deps)
    clock.on(MINUTE_MS)
    await sweepClocks(routes.world)
    const { verifiedAt, lapsedAt } = await rowOf({ escrowId })
    expect([verifiedAt !== null, lapsedAt]).toEqual([true, null])
  })

  test('nothing locked: it ends once a ledger after the date was asked', async () => {
    const { escrowId } = await routes.ready(asset, dates())
    await toEndOfFunding({ escrowId }, { less: -CLOSED_MS })
    await sweepClocks(routes.world)
    expect(await rowOf({ escrowId })).toMatchObject({ lapsedAt: null })
    await findOnchainDeposits(routes.world.deps)
    clock.on(MINUTE_MS)
    await sweepClocks(routes.world)
    expect((await rowOf({ escrowId })).lapsedAt).not.toBeNull()
  })

  test('the seller never agreed: it ends by its date alone', async () => {
    const { escrowId } = await routes.opened(asset, dates())
    await toEndOfFunding({ escrowId }, { less: -CLOSED_MS })
    await sweepClocks(routes.world)
    expect((await rowOf({ escrowId })).lapsedAt).not.toBeNull()
  })

  test('locked a moment ago, called off in another tab: it is funded, and stays', async () => {
    const { escrowId, buyerId, agreement } = await routes.ready(asset, dates())
    await deposit(routes.world, agreement)
    await lookMuchLater({ escrowId })
    expect(await cancelEscrow(routes.world.deps, { escrowId, buyerId, wallet: null })).toEqual({
      refused: 'cancel_not_possible',
    })
    const { verifiedAt, cancelledAt } = await rowOf({ escrowId })
    expect([verifiedAt !== null, cancelledAt]).toEqual([true, null])
  })

  test('a server in doubt neither funds what is called off nor calls it off', async () => {
    const { db, accounts } = routes.world.deps
    const { escrowId, buyerId, txid, agreement } = await routes.ready(asset, dates())
    await deposit(routes.world, agreement)
    await lookMuchLater({ escrowId })
    const network = networkOf(asset)
    const account = accounts[network].escrow
    const refused = network === 'xrpl' ? 'xrp_unavailable' : 'stellar_unavailable'
    await db.cursorStop.create({
      data: { network, account, cause: 'other_history', detail: 'seen', since: clock.now() },
    })
    try {
      expect(await cancelEscrow(routes.world.deps, { escrowId, buyerId, wallet: null })).toEqual({ refused })
      if (network === 'xrpl') {
        const fields = { intent: 'state_lock', lockHash: 'A'.repeat(64) }
        expect(await routes.send({ by: routes.buyer, txid, fields })).toEqual(['xrp_unavailable', 'lockHash'])
      }
      expect(await rowOf({ escrowId })).toMatchObject({ verifiedAt: null, cancelledAt: null })
    } finally {
      await db.cursorStop.deleteMany()
    }
  })
})
