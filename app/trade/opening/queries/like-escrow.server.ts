/** What the form of /submit begins with when a buyer opens another escrow like an earlier one. */
import { findSomebody } from '#app/escrow/db/escrow-people.server.ts'
import { findEscrowByEitherId } from '#app/escrow/db/escrows.server.ts'
import { normalizeEscrowId } from '#app/escrow/domain/escrow-id.ts'
import { type EscrowTexts, textsOf } from '#app/escrow/domain/escrow-terms.ts'
import { sideFor } from '#app/escrow/domain/permissions.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { plain } from '#app/kernel/domain/money.ts'

/**
 * No wallet: one seller's is never offered for another, and whose address is typed in the end nobody knows yet. `amount`: a
 * plain decimal, in whole units of the currency.
 */
export type LikeEscrow = EscrowTexts & {
  transactionId: string
  openedAt: string
  currency: Asset
  amount: string
  sellerEmail: string
  /** Empty: not known. */
  sellerLanguage: string
}

/** An earlier escrow of this buyer; null for every other, and for what is no escrow ID. */
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
