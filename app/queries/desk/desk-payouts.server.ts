/** Stops of payouts, and what is above a limit, payouts and ways out of what the ledger holds, as the operator's page shows them. */
import { countExitsAboveLimit, type ExitAboveLimit, findExitsAboveLimit } from '#app/db/held/exit-limits.server.ts'
import type { Database } from '#app/db/kernel/client.server.ts'
import { countAboveLimit, findAboveLimit } from '#app/db/payouts/payout-limits.server.ts'
import { findEndedStops, findOpenStops, type OpenStop } from '#app/db/payouts/payout-stops.server.ts'
import { type Asset, NETWORK_NAMES, NETWORKS, type Network } from '#app/domain/kernel/assets.ts'
import { plain, plainUsd } from '#app/domain/kernel/money.ts'
import type { PayoutPurpose } from '#app/domain/kernel/payout-state.ts'
import type { Wallet } from '#app/domain/kernel/wallet.ts'
import { LIMITS, type Limit } from '#app/domain/payouts/payout-limits.ts'
import { isEndedByHand, type StopCause } from '#app/domain/payouts/payout-stop.ts'

/** So many of each list are shown. */
const NAMED = { above: 25, past: 10 }

export type ShownStop = {
  id: string
  network: Network
  cause: StopCause
  reason: string
  since: string
  /** Null: it began by itself. */
  by: string | null
  /** May be ended here, with a reason. */
  mayEnd: boolean
}

export type PastStop = Omit<ShownStop, 'mayEnd'> & { ended: { at: string; by: string | null; reason: string } }

export type AboveLimit = {
  id: string
  /** A way out of what the ledger holds has no payout. */
  isWayOut: boolean
  /** Null: of no escrow. */
  transactionId: string | null
  /** Of whose earnings it is; null: of nobody's. */
  reseller: string | null
  /** Who gets what of it: two only where both sides get some. */
  shares: { purpose: PayoutPurpose; amount: string; wallet: Wallet }[]
  /** All of it. */
  amount: string
  asset: Asset
  since: string
  limit: Limit
  /** In US dollars; null: not known. */
  usd: string | null
  /** This operator decided about the money: somebody else has to approve it. */
  isOwnDecision: boolean
}

export type DeskPayouts = {
  ledgers: { network: Network; name: string; stops: ShownStop[] }[]
  past: PastStop[]
  above: AboveLimit[]
  aboveCount: number
}

export async function loadDeskPayouts(db: Database, operatorId: string): Promise<DeskPayouts> {
  const [open, ended, payouts, payoutCount, exits, exitCount] = await Promise.all([
    findOpenStops(db),
    findEndedStops(db, NAMED.past),
    findAboveLimit(db, NAMED.above),
    countAboveLimit(db),
    findExitsAboveLimit(db, NAMED.above),
    countExitsAboveLimit(db),
  ])
  const above = [
    ...payouts.map((row) => showPayout(row, operatorId)),
    ...exits.map((row) => showWayOut(row, operatorId)),
  ].toSorted((one, other) => one.since.localeCompare(other.since))
  const stops = open.map(showStop)
  return {
    ledgers: NETWORKS.map((network) => ({
      network,
      name: NETWORK_NAMES[network],
      stops: stops.filter((stop) => stop.network === network),
    })),
    past: ended.map(({ endedAt, endReason, endedBy, ...stop }) => ({
      ...showStop(stop),
      ended: { at: endedAt?.toISOString() ?? '', by: endedBy?.name ?? null, reason: endReason ?? '' },
    })),
    above: above.slice(0, NAMED.above),
    aboveCount: payoutCount + exitCount,
  }
}

function showStop({ id, network, cause, reason, beganAt, beganBy }: OpenStop): ShownStop {
  const mayEnd = isEndedByHand(cause)
  return { id, network, cause, reason, since: beganAt.toISOString(), by: beganBy?.name ?? null, mayEnd }
}

type AboveRow = Awaited<ReturnType<typeof findAboveLimit>>[number]

function showPayout(row: AboveRow, operatorId: string): AboveLimit {
  const { id, transactionId, reseller, purpose, asset, address, memo } = row
  const amount = plain(row.amount)
  return {
    ...{ id, isWayOut: false, transactionId, reseller, amount, asset },
    shares: [{ purpose, amount, wallet: { address, memo } }],
    ...weighed(row, operatorId),
  }
}

function showWayOut(row: ExitAboveLimit, operatorId: string): AboveLimit {
  const { id, transactionId, asset, shares, sellerWallet, buyerWallet } = row
  const each = [
    { purpose: 'release' as const, amount: shares.seller, wallet: sellerWallet },
    { purpose: 'refund' as const, amount: shares.buyer, wallet: buyerWallet },
  ]
  return {
    ...{ id, isWayOut: true, transactionId, reseller: null, asset },
    amount: plain(shares.seller.plus(shares.buyer)),
    shares: each.filter(({ amount }) => amount.gt(0)).map((share) => ({ ...share, amount: plain(share.amount) })),
    ...weighed(row, operatorId),
  }
}

type Weighed = Pick<AboveRow | ExitAboveLimit, 'createdAt' | 'aboveLimit' | 'usdValue' | 'decidedBy'>

function weighed({ createdAt, aboveLimit, usdValue, decidedBy }: Weighed, operatorId: string) {
  return {
    since: createdAt.toISOString(),
    limit: LIMITS.find((known) => known === aboveLimit) ?? ('payout' as const),
    usd: usdValue && plainUsd(usdValue),
    isOwnDecision: decidedBy.includes(operatorId),
  }
}
