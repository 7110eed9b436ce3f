import { findViewer } from '#app/accounts/db/users.server.ts'
import { canSubmit } from '#app/accounts/domain/access.ts'
import { normalizeEmail } from '#app/accounts/domain/email-address.ts'
import { refuseUnread } from '#app/accounts/workflows/terms/refuse-unread.server.ts'
import { looksLikeHash, networkOf, normalizeHash } from '#app/kernel/domain/assets.ts'
import { type Decimal, parseAmount } from '#app/kernel/domain/money.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import type { Wallet } from '#app/kernel/domain/wallet.ts'
import { isUnderReview } from '#app/screening/db/screenings.server.ts'
import { readDates, type TradeDates } from '#app/trade/terms/domain/trade-dates.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { checkOnchain, type NewOnchainEscrow } from './check-onchain.server.ts'
import { checkSellerAddress } from './invitation/seller-address.server.ts'
import type { EscrowSubmission } from './submission.ts'
import { checkExpectedWallet, checkPayingWallet, findExpectedWallet } from './wallets/expected-wallet.server.ts'

export type CheckedSubmission = EscrowSubmission & {
  amountDecimal: Decimal
  /** Null: left to the seller. */
  receiving: Wallet | null
  statedTxId: string | null
  agreed: TradeDates | null
  /** Null: Quayside holds the money. */
  hold: NewOnchainEscrow | null
}

/**
 * Checks a submission without changes. Refusals: must_pay_first, account_being_checked, terms_supplement_unread,
 * escrow_amount_invalid, txid_required, hash_malformed, those of checkOnchain, findExpectedWallet, checkPayingWallet and
 * checkExpectedWallet, xlm_balance_low, xlm_balance_unreadable, xlm_balance_query_failed, the other wallet_… codes,
 * email_invalid, email_not_ascii, seller_is_buyer, seller_cannot_sell.
 */
export async function checkSubmission(deps: Deps, submission: EscrowSubmission): Promise<CheckedSubmission | Refusal> {
  const { currency } = submission
  const { serviceFee } = deps.settings
  const viewer = await findViewer(deps.db, { userId: submission.buyerId, serviceFee })
  if (!canSubmit(viewer)) return refuse('must_pay_first')
  if (await isUnderReview(deps.db, submission.buyerId)) return refuse('account_being_checked')
  const unread = await refuseUnread(deps.db, { userId: submission.buyerId, seenSupplement: submission.seenSupplement })
  if (unread) return unread
  const amountDecimal = parseAmount(submission.amount, currency)
  if (!amountDecimal) return refuse('escrow_amount_invalid', { field: 'amount' })
  const statedTxId = submission.type === 'manual' ? submission.txid : ''
  if (submission.type === 'manual' && statedTxId === '') return refuse('txid_required', { field: 'txid' })
  if (statedTxId !== '' && !looksLikeHash(statedTxId)) return refuse('hash_malformed', { field: 'txid' })
  const receiving = await findExpectedWallet(deps, submission)
  if (isRefusal(receiving)) return receiving
  const agreed = submission.dates ? readDates(submission.dates, deps.clock.now()) : null
  const [wrongDate] = agreed && 'wrong' in agreed ? agreed.wrong : []
  if (wrongDate) return wrongDate
  const dates = agreed && !('wrong' in agreed) ? agreed : null
  const paying = await checkPayingWallet(deps, submission)
  if (paying) return paying
  const hold = await checkOnchain(deps, { submission, amount: amountDecimal, agreed: dates })
  if (isRefusal(hold)) return hold
  const obstacle = receiving && (await checkExpectedWallet(deps, { submission, amount: amountDecimal, receiving }))
  if (obstacle) return obstacle
  // Last: see checkSellerAddress.
  const sellerEmail = normalizeEmail(submission.sellerEmail)
  const stranger =
    sellerEmail && (await checkSellerAddress(deps.db, { buyerId: submission.buyerId, email: sellerEmail }))
  if (stranger) return stranger
  return {
    ...submission,
    sellerEmail,
    amountDecimal,
    receiving,
    agreed: dates,
    hold,
    statedTxId: statedTxId === '' ? null : normalizeHash(networkOf(currency), statedTxId),
  }
}
