/** Stops of payouts, and what is above a limit, payouts and what a ledger is to hold, as the operator's page shows them. */
import {
  type ClearanceAboveLimit,
  countClearancesAboveLimit,
  findClearancesAboveLimit,
} from '#app/db/held/clearances.server.ts'
import type { Database } from '#app/db/kernel/client.server.ts'
import { findClearancesOfOwnChange, findPayoutsOfOwnChange } from '#app/db/kernel/own-changes.server.ts'
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
  /** It is to be locked on a ledger, and is no payout. */
  isLock: boolean
  /** Null: of no escrow. */
  transactionId: string | null
  /** Of whose earnings it is; null: of nobody's. */
  reseller: string | null
  /** Whom it is for. */
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
  const [open, ended, payouts, payoutCount, locks, lockCount] = await Promise.all([
    findOpenStops(db),
    findEndedStops(db, NAMED.past),
    findAboveLimit(db, NAMED.above),
    countAboveLimit(db),
    findClearancesAboveLimit(db, NAMED.above),
    countClearancesAboveLimit(db),
  ])
  const [changedPayouts, changedLocks] = await Promise.all([
    findPayoutsOfOwnChange(db, { operatorId, payoutIds: payouts.map(({ id }) => id) }),
    findClearancesOfOwnChange(db, { operatorId, clearanceIds: locks.map(({ id }) => id) }),
  ])
  const by = { operatorId, changed: new Set([...changedPayouts, ...changedLocks]) }
  const above = [...payouts.map((row) => showPayout(row, by)), ...locks.map((row) => showLock(row, by))].toSorted(
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
    aboveCount: payoutCount + lockCount,
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
    ...{ id, isLock: false, transactionId, reseller, amount, asset },
    shares: [{ purpose, amount, wallet: { address, memo } }],
    ...weighed(row, by),
  }
}

function showLock(row: ClearanceAboveLimit, by: Reader): AboveLimit {
  const { id, transactionId, asset, sellerWallet: wallet } = row
  const amount = plain(row.amount)
  return {
    ...{ id, isLock: true, transactionId, reseller: null, amount, asset },
    shares: [{ purpose: 'release', amount, wallet }],
    ...weighed(row, by),
  }
}

type Weighed = Pick<AboveRow | ClearanceAboveLimit, 'id' | 'createdAt' | 'aboveLimit' | 'usdValue' | 'decidedBy'>

function weighed({ id, createdAt, aboveLimit, usdValue, decidedBy }: Weighed, { operatorId, changed }: Reader) {
  const ownChange = changed.has(id) ? ('change' as const) : null
  return {
    since: createdAt.toISOString(),
    limit: LIMITS.find((known) => known === aboveLimit) ?? ('payout' as const),
    usd: usdValue && plainUsd(usdValue),
    own: decidedBy.includes(operatorId) ? ('decision' as const) : ownChange,
  }
}
