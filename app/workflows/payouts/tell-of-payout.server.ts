import { findEscrow } from '#app/db/escrow/escrows.server.ts'
import type { Transaction } from '#app/db/kernel/client.server.ts'
import type { StoredPayout } from '#app/db/payouts/payouts.server.ts'
import type { Reader } from '#app/domain/kernel/reader.ts'
import type { LetterContent } from '#app/emails/letters/letters.ts'
import { queueToBoth } from '#app/workflows/letters/queue-letter.server.ts'

/** What an escrow's history says of each kind of payout. */
export const PAYOUT_EVENTS = {
  release: { settled: 'funds_released', blocked: 'release_blocked', resumed: 'release_resumed' },
  refund: { settled: 'funds_refunded', blocked: 'refund_blocked', resumed: 'refund_resumed' },
  return: { settled: 'funds_returned', blocked: 'refund_blocked', resumed: 'refund_resumed' },
} as const

type LetterFor = (reader: Reader, txid: string) => LetterContent

/** Writes to buyer and seller, to each in their own words. */
export async function tellBoth(
  tx: Transaction,
  { payout, event, letterFor }: { payout: StoredPayout; event: string; letterFor: LetterFor },
): Promise<void> {
  const escrow = await findEscrow(tx, payout.escrowId)
  if (!escrow) throw new Error(`the escrow of payout ${payout.id} is gone`)
  const contentFor = (reader: Reader) => letterFor(reader, escrow.transactionId)
  await queueToBoth(tx, { event, escrow, contentFor })
}
