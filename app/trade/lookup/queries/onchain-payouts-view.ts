/** The payments out of an on-chain escrow, in the form of payouts. */
import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { leavingOf } from '#app/escrow/domain/onchain-state.ts'
import type { Permissions } from '#app/escrow/domain/permissions.ts'
import type { StoredEvent } from '#app/kernel/db/audit.server.ts'
import { networkOf } from '#app/kernel/domain/assets.ts'
import { plain } from '#app/kernel/domain/money.ts'
import type { Wallet } from '#app/kernel/domain/wallet.ts'
import { explorerLink, type LedgerNetworks } from '#app/ledgers/payments/domain/explorer.ts'
import type { PayoutView } from '#app/settlement/payouts/domain/payout-view.ts'

type Known = { events: readonly StoredEvent[]; sees: Permissions['sees']; networks: LedgerNetworks }

const PAID = { release: 'funds_released', refund: 'funds_refunded' } as const
const SIDE = { release: 'seller', refund: 'buyer' } as const

/** Once the ledger has paid, its amounts count, whoever sent the transaction; before that, those of the settlement. */
export function showOnchainPayouts(escrow: StoredEscrow, { events, sees, networks }: Known): PayoutView[] {
  const { held, currency } = escrow
  if (!held) return []
  const { exit, lock } = held
  const hash = lock?.endHash ?? null
  return leavingOf({ exit, end: lock?.end ?? null }).map(({ purpose, ...leaving }) => {
    const paid = lock?.end ? events.find(({ kind }) => kind === PAID[purpose])?.detail : undefined
    const isTaken = events.some(({ kind, detail }) => kind === 'share_taken' && detail.side === SIDE[purpose])
    const wallet = purpose === 'refund' ? { address: held.buyerWallet, memo: null } : sellersWallet(escrow, paid)
    return {
      ...leaving,
      id: `${escrow.id}:${purpose}`,
      purpose,
      amount: paid ? String(paid.amount) : plain(exit?.shares[SIDE[purpose]] ?? escrow.amount),
      wallet: purpose === 'release' || sees.buyersMoney ? wallet : null,
      waits: null,
      isToTake: paid?.isSetAside === true && !isTaken,
      hash,
      explorer: hash && explorerLink(networks, { network: networkOf(currency), hash }),
      at: lock?.endedAt?.toISOString() ?? null,
    }
  })
}

/** With the recovery file both sides can release without a confirmation here, so the ledger's address comes first. */
function sellersWallet({ payoutAddress, payoutMemo: memo }: StoredEscrow, paid: StoredEvent['detail'] | undefined) {
  const address = typeof paid?.address === 'string' ? paid.address : payoutAddress
  return address === null ? null : ({ address, memo } satisfies Wallet)
}
