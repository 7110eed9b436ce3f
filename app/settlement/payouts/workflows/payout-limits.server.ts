import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { findRunningLimits } from '#app/kernel/db/running-limits.server.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import type { Decimal } from '#app/kernel/domain/money.ts'
import { findLastTrade, findPrice } from '#app/prices/db/market.server.ts'
import { isApproved } from '#app/settlement/payouts/db/approvals.server.ts'
import {
  lockWeighing,
  storeWeighing,
  sumCleared,
  sumDirected,
} from '#app/settlement/payouts/db/payout-limits.server.ts'
import type { StoredPayout } from '#app/settlement/payouts/db/payouts.server.ts'
import { type Limit, limitAbove, strictestLimits, usdValue } from '#app/settlement/payouts/domain/payout-limits.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** It is above `limit`, and no second person has approved it for its wallet. */
export type TooMuch = { waitsFor: 'second_operator'; limit: Limit }

/**
 * May this payout be signed now, as far as the limits go (decision 020)? Null: yes, and it counts against the limits of the
 * hour and the day from now on, so ask only for what is signed next. Ask again each time: the hour passes, prices
 * come back, somebody approves. The database refuses to store an envelope of what was answered with TooMuch.
 */
export async function weighPayout(
  deps: Deps,
  payout: Pick<StoredPayout, 'id' | 'asset' | 'amount' | 'address' | 'memo'>,
): Promise<TooMuch | null> {
  return inTransaction(deps.db, async (tx) => {
    await lockWeighing(tx)
    const { id, address, memo } = payout
    const { usd, limit } = await weigh(deps, tx, payout)
    const isCleared = limit === null || (await isApproved(tx, { payoutId: id, wallet: { address, memo } }))
    await storeWeighing(tx, { id, usdValue: usd, aboveLimit: limit, isCleared })
    return isCleared ? null : { waitsFor: 'second_operator', limit }
  })
}

/**
 * What it is worth, and the limit that it is above beside all that was let through; lock the weighing first. The strictest limits of
 * all processes that run count, so that a limit which is changed while they are replaced one by one has no hole (docs/decisions/104).
 * `isToBeLocked`: what a ledger is to hold, weighed beside all that others may still lock (docs/decisions/119).
 */
export async function weigh(
  deps: Deps,
  tx: Transaction,
  { id, asset, amount, isToBeLocked = false }: { id: string; asset: Asset; amount: Decimal; isToBeLocked?: boolean },
): Promise<{ usd: Decimal | null; limit: Limit | null }> {
  const usd = usdValue({ asset, amount, readings: await findReadings(tx, asset), now: deps.clock.now() })
  const cleared = { ...(await sumCleared(tx, id, { withOffers: isToBeLocked })), directed: await sumDirected(tx, id) }
  const limits = strictestLimits(deps.settings.payoutLimits, await findRunningLimits(tx))
  return { usd, limit: limitAbove(limits, { usd, ...cleared }) }
}

/** What both price services said last. */
async function findReadings(tx: Transaction, asset: Asset): Promise<{ usd: Decimal; fetchedAt: Date }[]> {
  const known = [await findPrice(tx, asset), await findLastTrade(tx, asset)]
  return known.filter((reading) => reading !== null)
}
