/** No offer can deposit after the end of funding; no seller's request holds the buyer up until then (decision 120). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LEAST_SECONDS_LEFT, LEDGERS_TO_SIGN } from '#app/trade/onchain/domain/draft.ts'
import { LEAST_BEFORE_CHANGE_MS } from '#app/trade/onchain/domain/limits.ts'
import { prepareAgreements } from '#app/trade/onchain/workflows/prepare-agreements.server.ts'
import { datesOf, type MovingClock, movingClock } from '#tests/support/agreement/dated-trades.ts'
import { settleXrp } from '#tests/support/onchain/drafts.ts'
import { clearTrade } from '#tests/support/onchain/holds.ts'
import { type OnchainRoutes, openOnchainRoutes } from '#tests/support/onchain/onchain-routes.ts'
import { walletOf } from '#tests/support/world/people.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let routes: OnchainRoutes
let clock: MovingClock

beforeAll(async () => {
  routes = await openOnchainRoutes()
  clock = movingClock(routes.world)
})
afterAll(() => routes.close())
beforeEach(() => routes.world.deps.db.$executeRaw`delete from "rate_limit"`)

type Asset = 'XLM' | 'XRP'
type Ready = Awaited<ReturnType<OnchainRoutes['ready']>>

const dates = () => ({
  dates: 'agreed',
  fundBy: routes.inDays(3),
  presentBy: routes.inDays(20),
  examineDays: '5',
  documents: 'BillOfLading',
})

/** Ready for the deposit, with so many milliseconds left until the end of funding. */
async function readyBefore(asset: Asset, left: number) {
  const trade = await routes.ready(asset, dates())
  const { fundBy } = await datesOf(routes.world, trade)
  clock.to(new Date(fundBy.getTime() - left))
  await clearTrade(routes.world, trade.escrowId)
  return { ...trade, fundBy }
}

/** Fills the stock of secrets, as the worker does. */
async function offerOf({ txid, asset }: Pick<Ready, 'txid' | 'asset'>) {
  if (asset === 'XRP') await prepareAgreements(routes.world.deps, { network: 'xrpl' })
  return (await routes.shownTo(routes.buyer, txid)).offer
}

const stateAnother = ({ txid, asset }: Pick<Ready, 'txid' | 'asset'>) => {
  const fields = routes.agreeing(asset, { walletAddress: walletOf(asset as Asset, 'friend') })
  return routes.send({ by: routes.seller, txid, fields })
}

/** Waits until nothing that was offered can deposit any more. */
async function outlive({ asset }: Pick<Ready, 'asset'>): Promise<void> {
  if (asset === 'XRP') await settleXrp(routes.world, { TransactionType: 'AccountSet' })
  else clock.on(HOUR_MS + MINUTE_MS)
}

describe.each(['XLM', 'XRP'] as const)('%s', (asset) => {
  test('what is offered half an hour before the end of funding ends with it', async () => {
    const trade = await readyBefore(asset, 30 * MINUTE_MS)
    const offer = await offerOf(trade)
    if (offer === null || offer.network === null) throw new Error('nothing is offered')
    const until = new Date(offer.validUntil)
    expect(until.getTime()).toBeLessThanOrEqual(trade.fundBy.getTime())
    expect(until.getTime()).toBeGreaterThan(clock.now().getTime() + LEAST_SECONDS_LEFT * 1000)
    if (offer.network !== 'xrpl') return
    const { LastLedgerSequence: last } = JSON.parse(offer.json) as { LastLedgerSequence: number }
    const { ledger } = await routes.world.deps.held.xrpl.readWallet(walletOf('XRP', 'buyer'))
    expect(last - ledger).toBeLessThanOrEqual(LEDGERS_TO_SIGN / 2)
  })

  test('with less than five minutes left nothing is offered', async () => {
    const trade = await readyBefore(asset, 4 * MINUTE_MS)
    expect(await offerOf(trade)).toMatchObject({
      network: null,
      buyer: { refused: 'held_funding_ends', values: { until: trade.fundBy.toISOString() } },
    })
    expect(
      await routes.world.deps.db.holdDraft.count({ where: { escrowId: trade.escrowId, offeredAt: { not: null } } }),
    ).toBe(0)
  })

  test('shortly before the end of funding no other wallet is asked for, while something can lock', async () => {
    const trade = await readyBefore(asset, LEAST_BEFORE_CHANGE_MS - MINUTE_MS)
    expect(await offerOf(trade)).toMatchObject({ network: asset === 'XRP' ? 'xrpl' : 'stellar' })
    expect(await stateAnother(trade)).toEqual(['held_change_late', 'walletAddress'])
    expect(await routes.world.deps.db.holdWalletChange.count({ where: { escrowId: trade.escrowId } })).toBe(0)
    // Nothing holds the buyer up, and an expired offer leaves the change as free as before.
    await outlive(trade)
    expect(await stateAnother(trade)).toBe(`/held?txid=${trade.txid}&done=agree`)
  })

  test('a request before that is taken as ever', async () => {
    const trade = await readyBefore(asset, LEAST_BEFORE_CHANGE_MS + 30 * MINUTE_MS)
    await offerOf(trade)
    expect(await stateAnother(trade)).toEqual(['held_wallet_stands', 'walletAddress'])
  })
})
