import { isHashUsed, recordFailedPayment } from '#app/db/fees/fee-payments.server.ts'
import { findLatestFeeQuote, findPaidFeeQuote, type StoredFeeQuote } from '#app/db/fees/fee-quotes.server.ts'
import { inTransaction } from '#app/db/kernel/client.server.ts'
import { looksLikeHash, networkOf, normalizeHash } from '#app/domain/kernel/assets.ts'
import { isRefusal, type Refusal, type RefusalCode, refuse } from '#app/domain/kernel/refusal.ts'
import { judgeHashClaim } from '#app/domain/ledger-payments/payment-match.ts'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import type { Deps } from '#app/workflows/deps.ts'
import { findTransaction } from '#app/workflows/ledger-payments/find-transaction.server.ts'
import { recordLedgerPayments } from '#app/workflows/ledger-payments/record-ledger-payments.server.ts'
import { settleArrivedFee } from './settle-service-fee.server.ts'

/**
 * Confirms a fee by the hash that the buyer pasted (spec §5, Payment; the order of checks is product.md §5's). Every
 * refusal is recorded in failedPayments. Refusals: quote_missing, hash_malformed, hash_used, stellar_not_found,
 * memo_mismatch, payment_mismatch, stellar_unavailable, xrp_not_found, xrp_mismatch, xrp_unavailable.
 */
export async function payServiceFee(
  deps: Deps,
  claim: { userId: string; hash: string },
): Promise<StoredFeeQuote | Refusal> {
  const paid = await findPaidFeeQuote(deps.db, claim.userId)
  if (paid) return paid
  const quote = await findLatestFeeQuote(deps.db, claim.userId)
  if (!quote) return refuse('quote_missing')
  const verdict = looksLikeHash(claim.hash.trim())
    ? await judgeClaim(deps, { quote, hash: normalizeHash(networkOf(quote.asset), claim.hash) })
    : refuse('hash_malformed', { field: 'hash' })
  if (!isRefusal(verdict)) return verdict
  await recordFailedPayment(deps.db, {
    uid: claim.userId,
    txid: claim.hash.trim().slice(0, 200),
    currency: quote.asset,
    reason: verdict.refused,
    timestamp: deps.clock.now(),
  })
  return verdict
}

async function judgeClaim(
  deps: Deps,
  claim: { quote: StoredFeeQuote; hash: string },
): Promise<StoredFeeQuote | Refusal> {
  const { quote, hash } = claim
  const network = networkOf(quote.asset)
  if (await isHashUsed(deps.db, hash)) return refuse('hash_used', { field: 'hash' })
  const transaction = await findTransaction(deps, { network, account: quote.account, hash }).catch((error: unknown) => {
    if (error instanceof LedgerUnavailable) return UNAVAILABLE[network]
    throw error
  })
  if (typeof transaction === 'string') return refuse(transaction, { field: 'hash' })
  const due = { asset: quote.asset, account: quote.account, memo: String(quote.reference), amountDue: quote.amountDue }
  const alreadyUsed = transaction !== null && (await isHashUsed(deps.db, transaction.outerHash))
  const judged = judgeHashClaim(due, { transaction, alreadyUsed })
  if (transaction) {
    await inTransaction(deps.db, async (tx) => {
      // A part payment is stored as well: it counts towards the fee, and the page says what is still due.
      await recordLedgerPayments(deps, tx, transaction.payments)
      // Stored before, too late for its price and while none was known: it may cover the fee now.
      await settleArrivedFee(deps, tx, quote.id)
    })
  }
  // Not always the latest quote: the payment may be one to an earlier quote of the same buyer.
  const paid = await findPaidFeeQuote(deps.db, quote.userId)
  if (paid) return paid
  return refuse(judged.ok ? MISMATCH[network] : judged.refused, { field: 'hash' })
}

const UNAVAILABLE = { stellar: 'stellar_unavailable', xrpl: 'xrp_unavailable' } as const satisfies Record<
  string,
  RefusalCode
>
const MISMATCH = { stellar: 'payment_mismatch', xrpl: 'xrp_mismatch' } as const satisfies Record<string, RefusalCode>
