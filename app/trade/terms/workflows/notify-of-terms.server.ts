import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { writeToOther } from '#app/notices/workflows/write-to-other.server.ts'

type Told = {
  escrow: StoredEscrow
  moment: 'accepted' | 'proposed' | 'agreed' | 'declined' | 'withdrawn'
  from: string
  /** The buyer, or the seller, bound or proposing. */
  to: 'buyer' | { sellerId: string }
  words: string
  /** Unique among the events of this escrow. */
  event: string
  now: Date
}

/** To the other side: the terms are accepted, or what became of an amendment. */
export async function notifyOfTerms(tx: Transaction, told: Told): Promise<void> {
  const { escrow, moment, from, to, words, event, now } = told
  await writeToOther(tx, {
    event: `terms_${moment}:${escrow.id}:${event}`,
    escrowId: escrow.id,
    from,
    to: { userId: to === 'buyer' ? escrow.buyerId : to.sellerId },
    now,
    content: {
      letter: 'terms',
      moment,
      ...(words && { words }),
      txid: escrow.transactionId,
      amount: plain(escrow.amount),
      asset: escrow.currency,
    },
  })
}
