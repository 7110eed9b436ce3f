import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { networkOf } from '#app/kernel/domain/assets.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { explorerLink, type LedgerNetworks } from '#app/ledgers/payments/domain/explorer.ts'
import type { Statement, StatementPayment, StatementPayout } from '#app/records/statement/domain/statement.ts'
import { findCountingDeposit } from '#app/trade/onchain/db/deposits.server.ts'
import { findAgreement } from '#app/trade/onchain/db/onchain-escrows.server.ts'

export type OnchainMoney = { hold: Statement['hold']; payments: StatementPayment[]; payouts: StatementPayout[] }

const PURPOSES = { funds_released: 'release', funds_refunded: 'refund' } as const

/**
 * An on-chain escrow: the on-chain deposit that counts is what came in, and what its settlement paid to each party is
 * what went out. None of it was in an account of ours. When Quayside holds the money: null `hold` and empty lists.
 */
export async function findOnchainMoney(
  tx: Transaction,
  { escrow, networks }: { escrow: StoredEscrow; networks: LedgerNetworks },
): Promise<OnchainMoney> {
  const { id: escrowId, held, currency: asset } = escrow
  if (!held) return { hold: null, payments: [], payouts: [] }
  const [agreement, lock] = [await findAgreement(tx, escrowId), await findCountingDeposit(tx, escrowId)]
  const network = networkOf(asset)
  const seen = (hash: string, at: Date) => ({
    hash,
    at: at.toISOString(),
    explorer: explorerLink(networks, { network, hash }),
  })
  const amount = plain(escrow.amount)
  const locked = lock && { asset, assetLabel: asset, amount, problem: null, ...seen(lock.hash, lock.lockedAt) }
  const { endHash, endedAt } = lock ?? {}
  const payouts =
    endHash && endedAt
      ? (await findPaid(tx, escrowId)).map(({ purpose, ...paid }) => ({
          purpose,
          state: 'confirmed' as const,
          blockedReason: null,
          waits: null,
          networkFee: null,
          ...paid,
          ...seen(endHash, endedAt),
        }))
      : []
  return {
    hold: {
      until: held.deadline.toISOString(),
      buyerWallet: held.buyerWallet,
      sellerWallet: agreement && { address: agreement.sellerWallet, memo: agreement.sellerTag },
    },
    payments: locked ? [locked] : [],
    payouts,
  }
}

/** From the history, which read it from the ledger: to the seller first. */
async function findPaid(tx: Transaction, escrowId: string) {
  const kind = { in: Object.keys(PURPOSES) as (keyof typeof PURPOSES)[] }
  const events = await tx.auditEvent.findMany({
    where: { escrowId, kind },
    orderBy: { id: 'asc' },
    select: { kind: true, detail: true },
  })
  return events.map(({ kind: of, detail }) => {
    const { amount, address } = detail as { amount: string; address: string }
    return { purpose: PURPOSES[of as keyof typeof PURPOSES], amount, wallet: { address, memo: null } }
  })
}
