/** Initial values of /submit when a buyer opens an escrow like an earlier one. */
import { findSomebody } from '#app/escrow/db/escrow-people.server.ts'
import { findEscrowByEitherId } from '#app/escrow/db/escrows.server.ts'
import { normalizeEscrowId } from '#app/escrow/domain/escrow-id.ts'
import { type EscrowTexts, textsOf } from '#app/escrow/domain/escrow-terms.ts'
import { sideFor } from '#app/escrow/domain/permissions.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { plain } from '#app/kernel/domain/money.ts'

/**
 * Without a wallet: one seller's wallet is never offered for another, and the form can still name another seller.
 * `amount`: a plain decimal in whole units of the currency.
 */
export type LikeEscrow = EscrowTexts & {
  transactionId: string
  openedAt: string
  currency: Asset
  amount: string
  sellerEmail: string
  /** Empty: unknown. */
  sellerLanguage: string
}

/** Returns an earlier escrow of this buyer. Null: not this buyer's, or no valid escrow ID. */
export async function findLike(
  db: Database,
  ask: { buyerId: string; typed: string | null },
): Promise<LikeEscrow | null> {
  const transactionId = normalizeEscrowId(ask.typed ?? '')
  const escrow = transactionId && (await findEscrowByEitherId(db, { transactionId }))
  if (!escrow || !sideFor(escrow, await findSomebody(db, ask.buyerId), 'openLike')) return null
  return {
    transactionId,
    openedAt: escrow.createdAt.toISOString(),
    currency: escrow.currency,
    amount: plain(escrow.amount),
    ...textsOf(escrow),
    sellerEmail: escrow.sellerEmail ?? '',
    sellerLanguage: escrow.sellerLanguage ?? '',
  }
}
