import { findReseller } from '#app/fees/resellers/db/resellers.server.ts'
import { loadResellerView, type ResellerView } from '#app/fees/resellers/queries/reseller-view.server.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import { type Asset, networkOf } from '#app/kernel/domain/assets.ts'
import { plain, plainUsd } from '#app/kernel/domain/money.ts'
import type { ListPlace } from '#app/kernel/domain/paging/list-place.ts'
import type { PayoutState, WaitsFor } from '#app/kernel/domain/payout-state.ts'
import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'
import type { Wallet } from '#app/kernel/domain/wallet.ts'
import { explorerLink, type LedgerNetworks } from '#app/ledgers/payments/domain/explorer.ts'
import { findResellerPayouts } from '#app/settlement/payouts/db/reseller-payouts.server.ts'
import { waitingFor } from '#app/settlement/payouts/domain/waiting-payout.ts'

const MOST_PAYOUTS = 50

export type CommissionPayoutView = {
  /** Of the payout that transfers it. */
  id: string
  usd: string
  amount: string
  asset: Asset
  /** The price that was applied, and when it was read. */
  price: { usd: string; source: string; at: string }
  wallet: Wallet
  at: string
  by: string
  reason: string
  state: PayoutState
  blockedReason: string | null
  waits: WaitsFor | null
  hash: string | null
  /** Null: no hash yet, or a network without an explorer. */
  explorer: string | null
}

export type AdminReseller = ResellerView & {
  id: string
  email: string | null
  locale: string
  /** When the row last changed. A form sends it back, so that an action on an outdated state is refused. */
  seen: string
  linkMadeAt: string | null
  payouts: CommissionPayoutView[]
}

/** Null: not found. */
export async function loadAdminReseller(
  db: Database,
  { id, place, networks }: { id: string; place: ListPlace | null; networks: LedgerNetworks },
): Promise<AdminReseller | null> {
  const reseller = looksLikeRowId(id) ? await findReseller(db, id) : null
  if (!reseller) return null
  const [view, payouts] = await Promise.all([
    loadResellerView(db, { reseller, place, networks }),
    findResellerPayouts(db, { resellerId: reseller.resellerId, take: MOST_PAYOUTS }),
  ])
  return {
    ...view,
    id,
    email: reseller.email,
    locale: reseller.locale,
    seen: reseller.updatedAt.toISOString(),
    linkMadeAt: reseller.linkMadeAt?.toISOString() ?? null,
    payouts: payouts.flatMap(({ payout, ...row }) =>
      payout
        ? [
            {
              id: payout.id,
              usd: plainUsd(row.amountUsd),
              amount: plain(row.amount),
              asset: row.asset,
              price: { usd: plain(row.priceUsd), source: row.priceSource, at: row.priceAt.toISOString() },
              wallet: { address: row.address, memo: row.memo },
              at: row.madeAt.toISOString(),
              by: row.madeBy.name,
              reason: row.reason,
              state: payout.state,
              blockedReason: payout.blockedReason,
              waits: waitingFor(payout),
              hash: payout.settledHash,
              explorer:
                payout.settledHash &&
                explorerLink(networks, { network: networkOf(row.asset), hash: payout.settledHash }),
            },
          ]
        : [],
    ),
  }
}

/** The `resellerId` that codes and earnings use, for this row. Null: not found. */
export async function findResellerId(db: Database, id: string): Promise<string | null> {
  return looksLikeRowId(id) ? ((await findReseller(db, id))?.resellerId ?? null) : null
}
