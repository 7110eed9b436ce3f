/** Whether a transaction is the payment that its payer claims, judged by what arrived. */
import { type Asset, networkOf } from '#app/kernel/domain/assets.ts'
import type { Decimal } from '#app/kernel/domain/money.ts'
import type { RefusalCode } from '#app/kernel/domain/refusal.ts'
import { isCovered, sumOfPayments } from './deposit.ts'

/** The part of a ledger adapter's payment that this module needs. */
export type PaymentLike = {
  to: string
  asset: Asset | null
  amount: Decimal
  memo: string | null
  needsReview: boolean
}

/** The part of a ledger adapter's transaction that this module needs. */
export type LedgerTransactionLike<Payment extends PaymentLike = PaymentLike> = {
  successful: boolean
  memo: string | null
  payments: readonly Payment[]
}

export type PaymentDue = {
  asset: Asset
  account: string
  /** The reference, as digits. */
  memo: string
  amountDue: Decimal
}

/** A refused claim has the shape of a Refusal (refusal.ts): a workflow can return it unchanged. */
export type HashVerdict<Payment extends PaymentLike = PaymentLike> =
  | { ok: true; amount: Decimal; payments: Payment[] }
  | { ok: false; refused: RefusalCode }

/**
 * Judges a payer's hash in the order of product.md §5: used already, found, memo, then destination, asset and amount.
 * Several payments of one transaction add up. Refusals: hash_used; stellar_not_found, memo_mismatch, payment_mismatch;
 * xrp_not_found, xrp_mismatch (the XRP Ledger's one sentence covers the tag too, spec §8).
 */
export function judgeHashClaim<Payment extends PaymentLike>(
  due: PaymentDue,
  shown: { transaction: LedgerTransactionLike<Payment> | null; alreadyUsed: boolean },
): HashVerdict<Payment> {
  const onStellar = networkOf(due.asset) === 'stellar'
  if (shown.alreadyUsed) return { ok: false, refused: 'hash_used' }
  const { transaction } = shown
  if (!transaction) return { ok: false, refused: onStellar ? 'stellar_not_found' : 'xrp_not_found' }

  const memos = [transaction.memo, ...transaction.payments.map((payment) => payment.memo)]
  if (!memos.includes(due.memo)) return { ok: false, refused: onStellar ? 'memo_mismatch' : 'xrp_mismatch' }

  const payments = transaction.successful ? transaction.payments.filter((payment) => paysFor(due, payment)) : []
  const amount = sumOfPayments(payments)
  if (!isCovered({ due: due.amountDue, received: amount })) {
    return { ok: false, refused: onStellar ? 'payment_mismatch' : 'xrp_mismatch' }
  }
  return { ok: true, amount, payments }
}

/** Whether it is a payment of the asset to the account with the reference, and needs no review. */
function paysFor(due: Omit<PaymentDue, 'amountDue'>, payment: PaymentLike): boolean {
  return payment.to === due.account && payment.asset === due.asset && payment.memo === due.memo && !payment.needsReview
}
