import { findPaidWith, isUsedByOthers } from '#app/fees/db/fee-payments.server.ts'
import { findLatestFeeQuote, findPaidFeeQuote, type StoredFeeQuote } from '#app/fees/db/fee-quotes.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { isAsset, looksLikeHash, networkOf, normalizeHash } from '#app/kernel/domain/assets.ts'
import { isRefusal, type Refusal, type RefusalCode, refuse } from '#app/kernel/domain/refusal.ts'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import { judgeHashClaim } from '#app/ledgers/payments/domain/payment-match.ts'
import { findTransaction } from '#app/ledgers/payments/workflows/find-transaction.server.ts'
import { pollClaimable } from '#app/ledgers/payments/workflows/poll-claimable.server.ts'
import { recordLedgerPayments } from '#app/ledgers/payments/workflows/record-ledger-payments.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { noteFailedPayment } from './note-failed-payment.server.ts'
import { settleArrivedFee } from './settle-service-fee.server.ts'

export type FeeClaim = {
  userId: string
  /** As typed. */
  hash: string
  /** Null when the form names none. */
  currency?: string
}

/**
 * Confirms a fee by the hash that the buyer pasted (spec §5, Payment; the order of checks is product.md §5's). Every
 * refusal is stored in failedPayments. Refusals: currency_unsupported, amount_invalid (no quote yet), txid_required,
 * hash_malformed, hash_used, stellar_not_found, memo_mismatch, payment_mismatch, stellar_unavailable, xrp_not_found,
 * xrp_mismatch, xrp_unavailable.
 */
export async function payServiceFee(deps: Deps, claim: FeeClaim): Promise<StoredFeeQuote | Refusal> {
  const latest = await findLatestFeeQuote(deps.db, claim.userId)
  const paid = latest && (await findSettled(deps, latest))
  if (paid) return paid
  const quote = latest?.state === 'closed' ? null : latest
  const verdict = await judgeForm(deps, { claim, quote })
  if (!isRefusal(verdict)) return verdict
  const { userId, hash, currency = quote?.asset ?? '' } = claim
  await noteFailedPayment(deps, { userId, hash, currency, refusal: verdict })
  return verdict
}

async function judgeForm(
  deps: Deps,
  { claim, quote }: { claim: FeeClaim; quote: StoredFeeQuote | null },
): Promise<StoredFeeQuote | Refusal> {
  const typed = claim.hash.trim()
  if (claim.currency !== undefined && !isAsset(claim.currency)) return refuse('currency_unsupported')
  // Without a quote there is no amount to confirm; spec §5 has a sentence for it.
  if (!quote) return refuse('amount_invalid', { field: 'amountUsd' })
  if (typed === '') return refuse('txid_required', { field: 'hash' })
  if (!looksLikeHash(typed)) return refuse('hash_malformed', { field: 'hash' })
  return judgeClaim(deps, { quote, hash: normalizeHash(networkOf(quote.asset), typed) })
}

async function judgeClaim(
  deps: Deps,
  claim: { quote: StoredFeeQuote; hash: string },
): Promise<StoredFeeQuote | Refusal> {
  const { quote, hash } = claim
  const { userId } = quote
  const network = networkOf(quote.asset)
  if (await isUsedByOthers(deps.db, { hash, userId })) return refuse('hash_used', { field: 'hash' })
  if ((await findPaidWith(deps.db, { hashes: [hash], userId })).has(hash)) {
    // A concurrent confirmation by the same person has used the hash.
    return (await findSettled(deps, quote)) ?? refuse('hash_used', { field: 'hash' })
  }
  const transaction = await findTransaction(deps, { network, account: quote.account, hash }).catch((error: unknown) => {
    if (error instanceof LedgerUnavailable) return UNAVAILABLE[network]
    throw error
  })
  if (typeof transaction === 'string') return refuse(transaction, { field: 'hash' })
  // Checked before its payments are stored: others' payments among them may settle their fees by this hash.
  const alreadyUsed = transaction !== null && (await isUsedByOthers(deps.db, { hash: transaction.outerHash, userId }))
  if (transaction) {
    await inTransaction(deps.db, async (tx) => {
      // A partial payment is stored too: it counts towards the fee, and the page says what is still due.
      await recordLedgerPayments(deps, tx, transaction.payments)
      // A payment stored earlier, too late and while no price was known, may cover the fee now.
      await settleArrivedFee(deps, tx, { quoteId: quote.id })
    })
  }
  const paid = await findSettled(deps, quote)
  if (paid) return paid
  // It paid nothing, but may have made something for us to claim; the page says so.
  if (transaction?.successful && transaction.payments.length === 0) {
    await pollClaimable(deps, { network, account: quote.account })
  }
  const due = { asset: quote.asset, account: quote.account, memo: String(quote.reference), amountDue: quote.amountDue }
  const judged = judgeHashClaim(due, { transaction, alreadyUsed })
  return refuse(judged.ok ? MISMATCH[network] : judged.refused, { field: 'hash' })
}

/** Finds the paid quote that covers what this one is for. For the account it may be an earlier quote. */
async function findSettled(deps: Deps, { userId, covers, reference }: StoredFeeQuote): Promise<StoredFeeQuote | null> {
  return findPaidFeeQuote(deps.db, covers === 'account' ? { userId } : { userId, reference })
}

const UNAVAILABLE = { stellar: 'stellar_unavailable', xrpl: 'xrp_unavailable' } as const satisfies Record<
  string,
  RefusalCode
>
const MISMATCH = { stellar: 'payment_mismatch', xrpl: 'xrp_mismatch' } as const satisfies Record<string, RefusalCode>
