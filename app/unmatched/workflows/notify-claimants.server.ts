import { findUnansweredClaimants } from '#app/escrow/db/payment-claims.server.ts'
import { findFeeClaimants } from '#app/fees/db/payment-claims.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { queueEmail } from '#app/notices/workflows/queue-email.server.ts'

/**
 * Notifies those who claimed a payment's hash, once, that a person has closed it, without revealing anything about the
 * money. Not `knownTo`, who gets an email of their own.
 */
export async function notifyClaimants(
  tx: Transaction,
  closed: { caseId: string; hash: string; knownTo: string | null },
): Promise<void> {
  const { caseId, hash, knownTo } = closed
  const event = `claim_closed:${caseId}`
  for (const { buyerId, transactionId: txid } of await findUnansweredClaimants(tx, hash)) {
    if (buyerId === knownTo) continue
    await queueEmail(tx, { event, to: { userId: buyerId }, content: { letter: 'claim_closed', hash, txid } })
  }
  for (const userId of await findFeeClaimants(tx, hash)) {
    if (userId === knownTo) continue
    await queueEmail(tx, { event, to: { userId }, content: { letter: 'claim_closed', hash } })
  }
}
