/** Stops of payouts, and what is above a limit, payouts and ways out of what the ledger holds, as the operator's page shows them. */
import { countExitsAboveLimit, type ExitAboveLimit, findExitsAboveLimit } from '#app/db/held/exit-limits.server.ts'
import type { Database } from '#app/db/kernel/client.server.ts'
import { findExitsOfOwnChange, findPayoutsOfOwnChange } from '#app/db/kernel/own-changes.server.ts'
import { countAboveLimit, findAboveLimit } from '#app/db/payouts/payout-limits.server.ts'
import { findEndedStops, findOpenStops, type OpenStop } from '#app/db/payouts/payout-stops.server.ts'
import { type Asset, NETWORK_FACTS, NETWORKS, type Network } from '#app/domain/kernel/assets.ts'
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
  /** Why somebody else has to approve it: this operator decided about the money, or changed the account of somebody whose it is. */
  own: 'decision' | 'change' | null
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
  const [changedPayouts, changedExits] = await Promise.all([
    findPayoutsOfOwnChange(db, { operatorId, payoutIds: payouts.map(({ id }) => id) }),
    findExitsOfOwnChange(db, { operatorId, exitIds: exits.map(({ id }) => id) }),
  ])
  const by = { operatorId, changed: new Set([...changedPayouts, ...changedExits]) }
  const above = [...payouts.map((row) => showPayout(row, by)), ...exits.map((row) => showWayOut(row, by))].toSorted(
    (one, other) => one.since.localeCompare(other.since),
  )
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
    above: above.slice(0, NAMED.above),
    aboveCount: payoutCount + exitCount,
  }
}

function showStop({ id, network, cause, reason, beganAt, beganBy }: OpenStop): ShownStop {
  const mayEnd = isEndedByHand(cause)
  return { id, network, cause, reason, since: beganAt.toISOString(), by: beganBy?.name ?? null, mayEnd }
}

type AboveRow = Awaited<ReturnType<typeof findAboveLimit>>[number]

/** Who reads the page, and what of it they changed the accounts of. */
type Reader = { operatorId: string; changed: ReadonlySet<string> }

function showPayout(row: AboveRow, by: Reader): AboveLimit {
  const { id, transactionId, reseller, purpose, asset, address, memo } = row
  const amount = plain(row.amount)
  return {
    ...{ id, isWayOut: false, transactionId, reseller, amount, asset },
    shares: [{ purpose, amount, wallet: { address, memo } }],
    ...weighed(row, by),
  }
}

function showWayOut(row: ExitAboveLimit, by: Reader): AboveLimit {
  const { id, transactionId, asset, shares, sellerWallet, buyerWallet } = row
  const each = [
    { purpose: 'release' as const, amount: shares.seller, wallet: sellerWallet },
    { purpose: 'refund' as const, amount: shares.buyer, wallet: buyerWallet },
  ]
  return {
    ...{ id, isWayOut: true, transactionId, reseller: null, asset },
    amount: plain(shares.seller.plus(shares.buyer)),
    shares: each.filter(({ amount }) => amount.gt(0)).map((share) => ({ ...share, amount: plain(share.amount) })),
    ...weighed(row, by),
  }
}

type Weighed = Pick<AboveRow | ExitAboveLimit, 'id' | 'createdAt' | 'aboveLimit' | 'usdValue' | 'decidedBy'>

function weighed({ id, createdAt, aboveLimit, usdValue, decidedBy }: Weighed, { operatorId, changed }: Reader) {
  const ownChange = changed.has(id) ? ('change' as const) : null
  return {
    since: createdAt.toISOString(),
    limit: LIMITS.find((known) => known === aboveLimit) ?? ('payout' as const),
    usd: usdValue && plainUsd(usdValue),
    own: decidedBy.includes(operatorId) ? ('decision' as const) : ownChange,
  }
}
