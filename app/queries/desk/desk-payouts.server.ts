/** Stops of payouts, and payouts above a limit, as the operator's page shows them. */
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
  /** Null: of no escrow. */
  transactionId: string | null
  /** Of whose earnings it is; null: of nobody's. */
  reseller: string | null
  purpose: PayoutPurpose
  amount: string
  asset: Asset
  wallet: Wallet
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
  const [open, ended, above, aboveCount] = await Promise.all([
    findOpenStops(db),
    findEndedStops(db, NAMED.past),
    findAboveLimit(db, NAMED.above),
    countAboveLimit(db),
  ])
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
    above: above.map((row) => showAbove(row, operatorId)),
    aboveCount,
  }
}

function showStop({ id, network, cause, reason, beganAt, beganBy }: OpenStop): ShownStop {
  const mayEnd = isEndedByHand(cause)
  return { id, network, cause, reason, since: beganAt.toISOString(), by: beganBy?.name ?? null, mayEnd }
}

type AboveRow = Awaited<ReturnType<typeof findAboveLimit>>[number]

function showAbove(row: AboveRow, operatorId: string): AboveLimit {
  return {
    id: row.id,
    transactionId: row.transactionId,
    reseller: row.reseller,
    purpose: row.purpose,
    amount: plain(row.amount),
    asset: row.asset,
    wallet: { address: row.address, memo: row.memo },
    since: row.createdAt.toISOString(),
    limit: LIMITS.find((known) => known === row.aboveLimit) ?? 'payout',
    usd: row.usdValue && plainUsd(row.usdValue),
    isOwnDecision: row.decidedBy.includes(operatorId),
  }
}
