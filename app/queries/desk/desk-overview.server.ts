/** What waits for the operator, and how the machine is. */

import { countOpenDisputes } from '#app/db/disputes/disputes.server.ts'
import type { Database } from '#app/db/kernel/client.server.ts'
import { countOpenCases } from '#app/db/ledger-payments/payment-cases.server.ts'
import { countWaitingPayouts, findWaitingPayouts } from '#app/db/payouts/waiting-payouts.server.ts'
import type { Asset } from '#app/domain/kernel/assets.ts'
import { plain } from '#app/domain/kernel/money.ts'
import type { PayoutPurpose } from '#app/domain/kernel/payout-state.ts'
import type { PriceDoubt } from '#app/domain/prices/price.ts'
import { loadMarketHealth } from '#app/queries/prices/market-health.server.ts'
import { lastWorkerBeat } from '#app/queries/upkeep/worker-health.server.ts'

/** So many are named on the overview; the count tells of all. */
const NAMED_PAYOUTS = 25
/** Most payouts are final within a minute. */
const LATE_AFTER_MS = 15 * 60_000
/** A worker writes down every few seconds that it is alive (worker/heartbeat.ts). */
const SILENT_AFTER_MS = 60_000

export type WaitingPayout = {
  id: string
  purpose: PayoutPurpose
  amount: string
  asset: Asset
  /** Nothing is in its way, and yet it is not final; else `reason` says what it waits for. */
  isLate: boolean
  reason: string | null
  since: string
  transactionId: string
}

export type DeskOverview = {
  openCases: number
  openDisputes: number
  waitingPayouts: number
  payouts: WaitingPayout[]
  worker: { beatAt: string | null; isSilent: boolean }
  services: { name: string; goodAt: string | null; failures: number }[]
  /** 'market', 'fixed' for the dollar of USDC, or why an asset is not quoted just now. */
  quotes: { asset: Asset; by: 'market' | 'fixed' | PriceDoubt }[]
}

export async function loadDeskOverview(db: Database, now: Date): Promise<DeskOverview> {
  const lateSince = new Date(now.getTime() - LATE_AFTER_MS)
  const [openCases, openDisputes, waitingPayouts, payouts, beatAt, market] = await Promise.all([
    countOpenCases(db),
    countOpenDisputes(db),
    countWaitingPayouts(db, { lateSince }),
    findWaitingPayouts(db, { lateSince, take: NAMED_PAYOUTS }),
    lastWorkerBeat(db),
    loadMarketHealth(db, now),
  ])
  return {
    openCases,
    openDisputes,
    waitingPayouts,
    payouts: payouts.map(({ id, purpose, asset, amount, state, blockedReason, createdAt, escrow }) => ({
      id,
      purpose,
      asset,
      amount: plain(amount),
      isLate: state !== 'blocked',
      reason: blockedReason,
      since: createdAt.toISOString(),
      transactionId: escrow.transactionId,
    })),
    worker: {
      beatAt: beatAt?.toISOString() ?? null,
      isSilent: beatAt === null || now.getTime() - beatAt.getTime() > SILENT_AFTER_MS,
    },
    services: Object.entries(market.services).map(([name, { goodSecondsAgo, failures }]) => ({
      name,
      goodAt: goodSecondsAgo === null ? null : new Date(now.getTime() - goodSecondsAgo * 1000).toISOString(),
      failures,
    })),
    quotes: Object.entries(market.quotes).map(([asset, by]) => ({ asset: asset as Asset, by })),
  }
}
