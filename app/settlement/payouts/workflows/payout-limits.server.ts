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

/** Above `limit`, and not approved for its wallet by a second person. */
export type TooMuch = { waitsFor: 'second_operator'; limit: Limit }

/**
 * Checks a payout against the limits (decision 020). Null: it may be signed now and counts in the limits of the hour
 * and day, so ask only for the next one to sign. Ask again each time, because time, prices and approvals change the
 * answer. The database refuses an envelope of a payout that got TooMuch.
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
 * Values it, and finds the limit exceeded together with all that was let through; lock the weighing first. The
 * strictest limits of all running processes count, so that replacing them leaves no gap (docs/decisions/104).
 * `isToBeLocked`: an on-chain deposit, weighed with all others yet to be made (docs/decisions/119).
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

/** The latest reading of each price service. */
async function findReadings(tx: Transaction, asset: Asset): Promise<{ usd: Decimal; fetchedAt: Date }[]> {
  const known = [await findPrice(tx, asset), await findLastTrade(tx, asset)]
  return known.filter((reading) => reading !== null)
}
