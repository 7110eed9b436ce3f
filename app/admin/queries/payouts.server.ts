/** Stops of payouts, and payouts and on-chain deposits above a limit, as the operator's page shows them. */
import type { Database } from '#app/kernel/db/client.server.ts'
import { type Asset, NETWORK_FACTS, NETWORKS, type Network } from '#app/kernel/domain/assets.ts'
import { plain, plainUsd } from '#app/kernel/domain/money.ts'
import type { PayoutPurpose } from '#app/kernel/domain/payout-state.ts'
import type { Wallet } from '#app/kernel/domain/wallet.ts'
import {
  type AboveLimit as AboveRow,
  countAboveLimit,
  findAboveLimit,
} from '#app/settlement/payouts/db/approvals.server.ts'
import { findEndedStops, findOpenStops, type OpenStop } from '#app/settlement/payouts/db/payout-stops.server.ts'
import { type Limit, PAYOUT_LIMITS } from '#app/settlement/payouts/domain/payout-limits.ts'
import { isEndedByHand, type PayoutStopCause } from '#app/settlement/payouts/domain/payout-stop.ts'

/** Each list shows at most this many rows. */
const NAMED = { above: 25, past: 10 }

export type StopView = {
  id: string
  network: Network
  cause: PayoutStopCause
  reason: string
  since: string
  /** Null: it began automatically. */
  by: string | null
  /** May be ended on this page, with a reason. */
  mayEnd: boolean
}

export type PastStop = Omit<StopView, 'mayEnd'> & { ended: { at: string; by: string | null; reason: string } }

export type AboveLimitView = {
  id: string
  /** It is an on-chain deposit to be made, not a payout. */
  isLock: boolean
  /** Null: not of an escrow. */
  transactionId: string | null
  /** The reseller whose commission it is. Null: none. */
  reseller: string | null
  purpose: PayoutPurpose
  wallet: Wallet
  amount: string
  asset: Asset
  since: string
  limit: Limit
  /** In US dollars. Null: unknown. */
  usd: string | null
  /** Why another operator has to approve it: this one decided about the money, or changed the account of its owner. */
  own: 'decision' | 'change' | null
}

export type AdminPayouts = {
  ledgers: { network: Network; name: string; stops: StopView[] }[]
  past: PastStop[]
  above: AboveLimitView[]
  aboveCount: number
}

export async function loadAdminPayouts(db: Database, operatorId: string): Promise<AdminPayouts> {
  const [open, ended, above, aboveCount] = await Promise.all([
    findOpenStops(db),
    findEndedStops(db, NAMED.past),
    findAboveLimit(db, { operatorId, take: NAMED.above }),
    countAboveLimit(db),
  ])
  const stops = open.map(showStop)
  return {
    ledgers: NETWORKS.map((network) => ({
      network,
      name: NETWORK_FACTS[network].name,
      stops: stops.filter((stop) => stop.network === network),
    })),
    past: ended.map(({ endedAt, endReason, endedBy, ...stop }) => ({
      ...showStop(stop),
      ended: { at: endedAt?.toISOString() ?? '', by: endedBy?.name ?? null, reason: endReason ?? '' },
    })),
    above: above.map(showAbove),
    aboveCount,
  }
}

function showStop({ id, network, cause, reason, beganAt, beganBy }: OpenStop): StopView {
  const mayEnd = isEndedByHand(cause)
  return { id, network, cause, reason, since: beganAt.toISOString(), by: beganBy?.name ?? null, mayEnd }
}

function showAbove({ escrowId, address, memo, aboveLimit, usdValue, since, ...row }: AboveRow): AboveLimitView {
  return {
    ...row,
    wallet: { address, memo },
    amount: plain(row.amount),
    since: since.toISOString(),
    limit: PAYOUT_LIMITS.find((known) => known === aboveLimit) ?? 'payout',
    usd: usdValue && plainUsd(usdValue),
  }
}
