import { findEscrow } from '#app/escrow/db/escrows.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { plain, plainUsd } from '#app/kernel/domain/money.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import type { EmailContent } from '#app/notices/emails/emails.ts'
import { queueEmail, queueToBoth } from '#app/notices/workflows/queue-email.server.ts'
import { findFeePayerOfUnmatched, findPayerOfUnmatched } from '#app/settlement/payouts/db/paybacks.server.ts'
import type { StoredPayout } from '#app/settlement/payouts/db/payouts.server.ts'
import { findPaidReseller } from '#app/settlement/payouts/db/reseller-payouts.server.ts'
import { hasRemedy } from '#app/settlement/payouts/emails/remedies.ts'

export const PAYOUT_EVENTS = {
  release: { settled: 'funds_released', blocked: 'release_blocked', resumed: 'release_resumed' },
  refund: { settled: 'funds_refunded', blocked: 'refund_blocked', resumed: 'refund_resumed' },
  return: { settled: 'funds_returned', blocked: 'refund_blocked', resumed: 'refund_resumed' },
  payback: { settled: 'case_paid_back', blocked: 'payback_blocked', resumed: 'payback_resumed' },
  commission: { settled: 'commission_paid', blocked: 'commission_blocked', resumed: 'commission_resumed' },
} as const

/** Writes into the escrow's history; for an unmatched payment or earnings, the event has their id instead. */
export async function writePayoutEvent(
  tx: Transaction,
  event: {
    payout: Pick<StoredPayout, 'purpose' | 'escrowId' | 'caseId' | 'resellerPayoutId'>
    what: 'settled' | 'blocked' | 'resumed'
    at: Date
    userId?: string | undefined
    detail?: Record<string, string>
  },
): Promise<void> {
  const { payout, what, at, userId, detail } = event
  const { escrowId, caseId, resellerPayoutId } = payout
  await writeEvent(tx, {
    kind: PAYOUT_EVENTS[payout.purpose][what],
    at,
    ...(escrowId !== null && { escrowId }),
    ...(userId !== undefined && { userId }),
    detail: {
      ...detail,
      ...(caseId !== null && { caseId }),
      ...(resellerPayoutId !== null && { resellerPayoutId }),
    },
  })
}

type EmailFor = (reader: Reader, txid: string) => EmailContent

/** Emails the owner of an unmatched payment, if known. */
export async function notifyPayer(
  tx: Transaction,
  { payout, hash }: { payout: StoredPayout & { caseId: string }; hash: string },
): Promise<void> {
  const userId = await findPayerOfUnmatched(tx, payout.caseId)
  if (userId === null) return
  const { asset, address, memo } = payout
  const content = { letter: 'paid_back' as const, amount: plain(payout.amount), asset, address, memo, hash }
  await queueEmail(tx, { event: `paid_back:${payout.id}`, to: { userId }, content })
}

/**
 * Emails the fee's payer that a payback's wallet cannot be paid: they state another one, or fix it. At most once an
 * hour for each cause and wallet. Without a fee's payer, only the admin panel shows it.
 */
export async function notifyPayerOfProblem(
  tx: Transaction,
  { payout, reason, now }: { payout: StoredPayout; reason: string; now: Date },
): Promise<void> {
  if (payout.caseId === null || !hasRemedy(reason)) return
  const userId = await findFeePayerOfUnmatched(tx, payout.caseId)
  if (userId === null) return
  const { id, address, memo, amount, asset } = payout
  await queueEmail(tx, {
    event: `payout_blocked:${id}:${reason}:${address}:${memo ?? ''}:${now.toISOString().slice(0, 13)}`,
    to: { userId },
    content: { letter: 'fee_owed_back', amount: plain(amount), asset, why: 'blocked', reason },
  })
}

/** Emails the reseller, with the link to their page if there is one. */
export async function notifyReseller(
  tx: Transaction,
  { payout, hash }: { payout: StoredPayout & { resellerPayoutId: string }; hash: string },
): Promise<void> {
  const paid = await findPaidReseller(tx, payout.resellerPayoutId)
  if (paid.email === null) return
  const { asset, address, memo } = payout
  await queueEmail(tx, {
    event: `commission_paid:${payout.id}`,
    to: { email: paid.email, locale: paid.locale },
    content: {
      letter: 'commission_paid',
      usd: plainUsd(paid.amountUsd),
      amount: plain(payout.amount),
      asset,
      address,
      memo,
      hash,
      linkId: paid.linkId,
    },
  })
}

type Told = {
  payout: Pick<StoredPayout, 'id' | 'escrowId' | 'purpose'>
  now: Date
  event: string
  letterFor: EmailFor
}

/**
 * Emails buyer and seller, each in their own words. A `return` (an excess, or what a cancelled escrow received) is told
 * to the buyer alone, because it is private.
 */
export async function notifySides(tx: Transaction, { payout, now, event, letterFor }: Told): Promise<void> {
  const escrow = payout.escrowId === null ? null : await findEscrow(tx, payout.escrowId)
  if (!escrow) throw new Error(`the escrow of payout ${payout.id} is gone`)
  const contentFor = (reader: Reader) => letterFor(reader, escrow.transactionId)
  if (payout.purpose !== 'return') return queueToBoth(tx, { event, escrow, now, contentFor })
  await queueEmail(tx, { event, to: { userId: escrow.buyerId }, content: contentFor('buyer') })
}
