import { findAccountAt } from '#app/db/accounts/users.server.ts'
import type { Transaction } from '#app/db/kernel/client.server.ts'
import type { Asset } from '#app/domain/kernel/assets.ts'
import { type Decimal, plain } from '#app/domain/kernel/money.ts'
import { queueLetter } from '#app/workflows/letters/queue-letter.server.ts'

type Invitation = {
  /** Names the happening: the same one invites the same address once. */
  event: string
  /** Normalized. */
  email: string
  buyerId: string
  escrow: { transactionId: string; amount: Decimal; currency: Asset; terms: string; isFunded: boolean }
}

/** Writes to the seller whom the buyer named, who need not have an account yet. */
export async function inviteSeller(tx: Transaction, { event, email, buyerId, escrow }: Invitation): Promise<void> {
  const buyer = await tx.user.findUniqueOrThrow({
    where: { id: buyerId },
    select: { name: true, email: true, locale: true },
  })
  const seller = await findAccountAt(tx, email)
  await queueLetter(tx, {
    event,
    // Somebody without an account is written to in the buyer's language: the two of them understand each other.
    to: seller ? { userId: seller.id } : { email, locale: buyer.locale },
    content: {
      letter: 'escrow_opened',
      txid: escrow.transactionId,
      amount: plain(escrow.amount),
      asset: escrow.currency,
      buyerName: buyer.name,
      buyerEmail: buyer.email,
      terms: escrow.terms,
      ...(escrow.isFunded && { isFunded: true }),
    },
  })
}
