import { findFeeBacks, type StoredFeeBack } from '#app/fees/db/fee-backs.server.ts'
import { feeBackState, takesWallet } from '#app/fees/domain/fee-back.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import { factsOfNetwork, networkOf } from '#app/kernel/domain/assets.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { explorerLink, type LedgerNetworks } from '#app/ledgers/payments/domain/explorer.ts'
import { countBefore } from '#app/settlement/payouts/db/waiting-payouts.server.ts'
import { feeAskedOf } from '#app/settlement/payouts/domain/fee-asked.ts'
import { waitingForParties } from '#app/settlement/payouts/domain/waiting-payout.ts'
import type { FeeBackView } from '#app/unmatched/domain/fee-back-view.ts'

/** What these show already, so that the page does not show it twice. */
export function notifiedOf(backs: readonly FeeBackView[]): { quotes: string[]; payments: string[] } {
  return {
    quotes: backs.flatMap(({ quoteId, payment }) => (payment === null ? [quoteId] : [])),
    payments: backs.flatMap(({ payment }) => (payment === null ? [] : [payment.id])),
  }
}

type Ask = { userId: string; now: Date; networks: LedgerNetworks }

/** Those that wait for the person come first. */
export async function listFeeBacks(db: Database, { networks, ...ask }: Ask): Promise<FeeBackView[]> {
  const rows = await findFeeBacks(db, ask)
  const queued = rows.flatMap(({ payout }) => (payout?.state === 'queued' ? [payout.id] : []))
  const before = await countBefore(db, queued)
  return rows.flatMap((row) => showFeeBack(row, { networks, before }) ?? [])
}

function showFeeBack(
  row: StoredFeeBack,
  { networks, before }: { networks: LedgerNetworks; before: ReadonlyMap<string, number> },
): FeeBackView | null {
  const { id, kind, asset, payout, payment } = row
  const state = feeBackState({ isClosed: row.closedAt !== null, end: row.end, hasWallet: row.wallet !== null, payout })
  if (state === null) return null
  const waits = payout && waitingForParties(payout)
  return {
    id,
    why: kind === 'fee_over' ? 'over' : kind === 'wrong_asset' ? 'wrong_asset' : 'not_needed',
    state,
    takesWallet: takesWallet(state),
    amount: plain(row.amount),
    asset,
    networkName: factsOfNetwork(asset).name,
    reference: String(row.reference),
    quoteId: row.quoteId,
    payment: payment && { id: payment.id, hash: payment.hash },
    wallet: payout ? { address: payout.address, memo: payout.memo } : row.wallet,
    payout: payout && {
      state: payout.state,
      blockedReason: payout.blockedReason,
      waits: waits && { for: waits, before: before.get(payout.id) ?? 0, fee: feeAskedOf(payout) },
    },
    back: showBack(row, networks),
  }
}

function showBack({ asset, payout, endHash }: StoredFeeBack, networks: LedgerNetworks): FeeBackView['back'] {
  const hash = payout ? payout.settledHash : endHash
  if (hash === null) return null
  const explorer = explorerLink(networks, { network: networkOf(asset), hash })
  return { hash, explorer, at: payout?.settledAt?.toISOString() ?? null }
}
