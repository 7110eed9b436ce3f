/** A reseller for the admin panel and for the reseller, without anything about those who paid the fees. */

import { ASSIGNED } from '#app/fees/domain/coupon.ts'
import { findEarnings, type StoredEarning, sumUnpaid } from '#app/fees/resellers/db/earnings.server.ts'
import { findCodesOf, type StoredReseller } from '#app/fees/resellers/db/resellers.server.ts'
import { type EarningStateView, REVERSALS, type Reversal, shownState } from '#app/fees/resellers/domain/earning.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import { type Asset, networkOf } from '#app/kernel/domain/assets.ts'
import { Decimal, plain, plainUsd } from '#app/kernel/domain/money.ts'
import { type ListPage, type ListPlace, readPage } from '#app/kernel/domain/paging/list-place.ts'
import type { Wallet } from '#app/kernel/domain/wallet.ts'
import { explorerLink, type LedgerNetworks } from '#app/ledgers/payments/domain/explorer.ts'
import { sumPaid } from '#app/settlement/payouts/db/reseller-payouts.server.ts'

const EARNINGS_PER_PAGE = 25

export type CodeView = {
  id: string
  code: string
  counts: boolean
  active: boolean
  /** Shares of 1, plain decimals. */
  discountRate: string
  payoutRate: string
  isAssigned: boolean
  /** US dollars, plain: commissions, and the net fees that they are a share of. */
  earned: string
  netFees: string
  fees: number
  lastUpdated: string
}

export type EarningView = {
  id: string
  at: string
  code: string
  /** US dollars, plain. */
  usd: string
  feeUsd: string
  state: EarningStateView
  payableFrom: string | null
  /** `explorer`: null on a network without one. */
  paid: { at: string; hash: string; explorer: string | null } | null
  reversedFor: Reversal | null
}

export type Totals = Record<'earned' | 'accrued' | 'payable' | 'on_its_way' | 'paid', string>

export type ResellerView = {
  name: string
  paidWith: { asset: Asset; wallet: Wallet } | null
  totals: Totals
  codes: CodeView[]
  earnings: ListPage<EarningView>
}

export async function loadResellerView(
  db: Database,
  { reseller, place, networks }: { reseller: StoredReseller; place: ListPlace | null; networks: LedgerNetworks },
): Promise<ResellerView> {
  const { resellerId, name, paidWith } = reseller
  const [codes, unpaid, paid, earnings] = await Promise.all([
    findCodesOf(db, resellerId),
    sumUnpaid(db, [resellerId]),
    sumPaid(db, [resellerId]),
    readPage({
      place,
      size: EARNINGS_PER_PAGE,
      find: (slice) => findEarnings(db, { resellerId, ...slice }),
      placeOf: ({ createdAt, id }) => ({ at: createdAt, id }),
    }),
  ])
  return {
    name,
    paidWith,
    totals: totalsOf({ unpaid: unpaid[0], paid: paid.get(resellerId) }),
    codes: codes.map(({ id, code, active, status, totalEarned, totalNetFees, totalTxCount, ...rates }) => ({
      id,
      code: code.toUpperCase(),
      counts: active && status === ASSIGNED,
      active,
      discountRate: plain(rates.discountRate),
      payoutRate: plain(rates.payoutRate),
      isAssigned: status === ASSIGNED,
      earned: plainUsd(totalEarned),
      netFees: plainUsd(totalNetFees),
      fees: totalTxCount,
      lastUpdated: rates.lastUpdated.toISOString(),
    })),
    earnings: { ...earnings, rows: earnings.rows.map((earning) => showEarning(earning, networks)) },
  }
}

type Sums = { accrued: Decimal; payable: Decimal; onItsWay: Decimal }

/** Every commission that was not reversed is in exactly one of the four. */
export function totalsOf({ unpaid, paid }: { unpaid: Sums | undefined; paid: Decimal | undefined }): Totals {
  const none = new Decimal(0)
  const { accrued, payable, onItsWay } = unpaid ?? { accrued: none, payable: none, onItsWay: none }
  const done = paid ?? none
  return {
    earned: plainUsd(accrued.plus(payable).plus(onItsWay).plus(done)),
    accrued: plainUsd(accrued),
    payable: plainUsd(payable),
    on_its_way: plainUsd(onItsWay),
    paid: plainUsd(done),
  }
}

function showEarning(earning: StoredEarning, networks: LedgerNetworks): EarningView {
  const { id, createdAt, code, commissionUSD, feeNetUSD, payableFrom, paidHash, paidAt, reversedFor } = earning
  // Null: the commission was paid before payouts of commissions existed, so its ledger is unknown.
  const asset = earning.resellerPayout?.asset ?? null
  return {
    id,
    at: createdAt.toISOString(),
    code,
    usd: plainUsd(commissionUSD),
    feeUsd: plainUsd(feeNetUSD),
    state: shownState(earning),
    payableFrom: payableFrom?.toISOString() ?? null,
    paid:
      paidHash !== null && paidAt !== null
        ? {
            at: paidAt.toISOString(),
            hash: paidHash,
            explorer: asset ? explorerLink(networks, { network: networkOf(asset), hash: paidHash }) : null,
          }
        : null,
    reversedFor: REVERSALS.find((known) => known === reversedFor) ?? null,
  }
}
