/**
 * Every letter that Quayside writes (product.md §6). An outbox row stores a letter's content as JSON; it becomes words
 * only when it is sent, in the reader's language.
 */
import { z } from 'zod'
import type { CalendarFile } from '#app/domain/letters/calendar-file.ts'
import { accountChecked, accountCheckedContent } from '#app/emails/accounts/account-checked.ts'
import { accountClosed, accountClosedContent } from '#app/emails/accounts/account-closed.ts'
import { accountExists, accountExistsContent } from '#app/emails/accounts/account-exists.ts'
import { accountSecured, accountSecuredContent } from '#app/emails/accounts/account-secured.ts'
import { accountStandsStill, accountStandsStillContent } from '#app/emails/accounts/account-stands-still.ts'
import { confirmEmail, confirmEmailContent } from '#app/emails/accounts/confirm-email.ts'
import { emailChange, emailChangeContent } from '#app/emails/accounts/email-change.ts'
import { emailChangeTold, emailChangeToldContent } from '#app/emails/accounts/email-change-told.ts'
import { passwordChanged, passwordChangedContent } from '#app/emails/accounts/password-changed.ts'
import { passwordReset, passwordResetContent } from '#app/emails/accounts/password-reset.ts'
import { termsChanged, termsChangedContent } from '#app/emails/accounts/terms-changed.ts'
import { welcome, welcomeContent } from '#app/emails/accounts/welcome.ts'
import { calendarOf, calendarSaid, datesSaid, sayDates } from '#app/emails/agreement/ahead.ts'
import { clock, clockContent } from '#app/emails/agreement/clock.ts'
import { moreTime, moreTimeContent } from '#app/emails/agreement/more-time.ts'
import { terms, termsContent } from '#app/emails/agreement/terms.ts'
import { caseClosed, caseClosedContent } from '#app/emails/cases/case-closed.ts'
import { claimClosed, claimClosedContent } from '#app/emails/cases/claim-closed.ts'
import { feeOwedBack, feeOwedBackContent } from '#app/emails/cases/fee-owed-back.ts'
import { custodyInLetter } from '#app/emails/custody/letter-custody.ts'
import { disputeDecided, disputeDecidedContent } from '#app/emails/disputes/dispute-decided.ts'
import { disputeOpened, disputeOpenedContent } from '#app/emails/disputes/dispute-opened.ts'
import { disputeStatement, disputeStatementContent } from '#app/emails/disputes/dispute-statement.ts'
import { division, divisionAnswered, divisionAnsweredContent, divisionContent } from '#app/emails/divisions/division.ts'
import { documentsApproved, documentsApprovedContent } from '#app/emails/documents/documents-approved.ts'
import { documentsRejected, documentsRejectedContent } from '#app/emails/documents/documents-rejected.ts'
import { sellerConfirmed, sellerConfirmedContent } from '#app/emails/documents/seller-confirmed.ts'
import { waiver, waiverContent } from '#app/emails/documents/waiver.ts'
import { feeIncomplete, feeIncompleteContent } from '#app/emails/fees/fee-incomplete.ts'
import { feeReceipt, feeReceiptContent } from '#app/emails/fees/fee-receipt.ts'
import {
  holdEnded,
  holdEndedContent,
  holdLapsed,
  holdLapsedContent,
  holdLate,
  holdLateContent,
  holdReady,
  holdReadyContent,
  holdSign,
  holdSignContent,
  holdTake,
  holdTakeContent,
} from '#app/emails/held/hold-letters.ts'
import { type LetterBody, layOut, type RenderedLetter } from '#app/emails/kernel/layout.ts'
import { type LetterContext, type MailWords, money, tokenId } from '#app/emails/kernel/letter.ts'
import { keptBy } from '#app/emails/kernel/letter-custody.ts'
import { depositIncomplete, depositIncompleteContent } from '#app/emails/opening/deposit-incomplete.ts'
import { escrowCancelled, escrowCancelledContent } from '#app/emails/opening/escrow-cancelled.ts'
import { escrowFunded, escrowFundedContent } from '#app/emails/opening/escrow-funded.ts'
import { escrowOpened, escrowOpenedContent } from '#app/emails/opening/escrow-opened.ts'
import { escrowToFund, escrowToFundContent } from '#app/emails/opening/escrow-to-fund.ts'
import { lettersCameBack, lettersCameBackContent } from '#app/emails/opening/letters-came-back.ts'
import { sellerReplaced, sellerReplacedContent } from '#app/emails/opening/seller-replaced.ts'
import { commissionPaid, commissionPaidContent } from '#app/emails/payouts/commission-paid.ts'
import { fundsRefunded, fundsRefundedContent } from '#app/emails/payouts/funds-refunded.ts'
import { fundsReleased, fundsReleasedContent } from '#app/emails/payouts/funds-released.ts'
import { paidBack, paidBackContent } from '#app/emails/payouts/paid-back.ts'
import { payoutBlocked, payoutBlockedContent } from '#app/emails/payouts/payout-blocked.ts'
import { payoutWalletAgreed, payoutWalletAgreedContent } from '#app/emails/payouts/payout-wallet-agreed.ts'
import { payoutWalletChanged, payoutWalletChangedContent } from '#app/emails/payouts/payout-wallet-changed.ts'
import { payoutWalletProposed, payoutWalletProposedContent } from '#app/emails/payouts/payout-wallet-proposed.ts'
import { resellerLink, resellerLinkContent } from '#app/emails/payouts/reseller-link.ts'
import { moneyOwedBack, moneyOwedBackContent } from '#app/emails/refunds/money-owed-back.ts'
import { refundAnswered, refundAnsweredContent } from '#app/emails/refunds/refund-answered.ts'
import { refundRequested, refundRequestedContent } from '#app/emails/refunds/refund-requested.ts'
import { reminder, reminderContent } from '#app/emails/reminders/reminder.ts'
import { contactMessage, contactMessageContent } from '#app/emails/site/contact-message.ts'
import { operatorAlert, operatorAlertContent } from '#app/emails/upkeep/operator-alert.ts'
import { directionOf, FALLBACK_LANGUAGE, isLanguage, type Language } from '#app/i18n/kernel/languages.ts'
import { datePlaceOf } from './date-letters.ts'

const ofAnyKind = z.discriminatedUnion('letter', [
  welcomeContent,
  confirmEmailContent,
  passwordResetContent,
  passwordChangedContent,
  accountSecuredContent,
  emailChangeContent,
  emailChangeToldContent,
  accountExistsContent,
  accountClosedContent,
  accountCheckedContent,
  accountStandsStillContent,
  termsChangedContent,
  feeReceiptContent,
  feeIncompleteContent,
  feeOwedBackContent,
  escrowToFundContent,
  escrowOpenedContent,
  sellerReplacedContent,
  lettersCameBackContent,
  escrowFundedContent,
  depositIncompleteContent,
  sellerConfirmedContent,
  documentsApprovedContent,
  documentsRejectedContent,
  waiverContent,
  fundsReleasedContent,
  payoutWalletChangedContent,
  payoutWalletProposedContent,
  payoutWalletAgreedContent,
  payoutBlockedContent,
  refundRequestedContent,
  refundAnsweredContent,
  fundsRefundedContent,
  moneyOwedBackContent,
  paidBackContent,
  commissionPaidContent,
  resellerLinkContent,
  escrowCancelledContent,
  disputeOpenedContent,
  disputeStatementContent,
  disputeDecidedContent,
  divisionContent,
  divisionAnsweredContent,
  reminderContent,
  clockContent,
  moreTimeContent,
  termsContent,
  operatorAlertContent,
  claimClosedContent,
  caseClosedContent,
  contactMessageContent,
  holdReadyContent,
  holdSignContent,
  holdLapsedContent,
  holdLateContent,
  holdTakeContent,
  holdEndedContent,
])

/**
 * `invitationId`: to an address that a buyer named as the seller's, whose link is that of the invitation, whatever the letter is
 * about; `lng`: the language in which its page opens, where the buyer has said which one the seller reads. `held`: the ledger itself
 * holds the money of the letter's escrow; left out where Quayside does. `dates`: how the dates of the trade stand, and `calendar`: the
 * file that is sent along, both as its first try found them (decision 112).
 */
const ofAnyLetter = z.object({
  invitationId: tokenId.optional(),
  lng: z.custom<Language>(isLanguage).optional(),
  held: keptBy.optional(),
  dates: datesSaid.optional(),
  calendar: calendarSaid.optional(),
})

/** What an outbox row may hold. */
export const letterContent = z.intersection(ofAnyKind, ofAnyLetter)

export type LetterContent = z.infer<typeof letterContent>

/** Words of the namespaces `mail` and `common` in one language. */
export type LetterTranslator = MailWords

type Reader = Omit<LetterContext, 'language' | 'invitationId' | 'lng' | 'custody' | 'isDated'> & {
  /** For figures, dates and the direction of writing. */
  language?: string
  /** The words of another language, for a letter that is written in two. */
  wordsOf?: (language: Language) => LetterTranslator
}

/** A letter's subject, HTML and plain text, and the date that it brings along. */
export function renderLetter(
  content: LetterContent,
  { language, wordsOf, ...reader }: Reader,
): RenderedLetter & { calendar?: CalendarFile } {
  const known = isLanguage(language) ? language : FALLBACK_LANGUAGE
  const { invitationId = null, lng = null, held, dates, calendar } = content
  const custody = custodyInLetter(held)
  const isDated = Boolean(dates?.ahead)
  const contextIn = (language: Language, t: LetterTranslator): LetterContext => ({
    ...reader,
    ...{ t, language, invitationId, lng, custody, isDated },
  })
  const part = (language: Language, t: LetterTranslator) => ({
    body: dated(content, contextIn(language, t)),
    reader: { language, direction: directionOf(language) },
  })
  const first = part(known, reader.t)
  const also = wordsOf && secondLanguage(content, known)
  const second = also && part(also, wordsOf(also))
  const written = layOut(second ? [first, { ...second, body: { ...second.body, languages: undefined } }] : [first])
  const file = calendar && calendarOf({ calendar, dates }, contextIn(known, reader.t))
  return { ...written, ...(file && { calendar: file }) }
}

function dated(content: LetterContent, context: LetterContext): LetterBody {
  const place = datePlaceOf(content)
  const body = write(content, context)
  if (!content.dates || !place) return body
  const opens = content.letter === 'escrow_opened' ? money(content, context) : null
  return sayDates(body, { dates: content.dates, place, opens }, context)
}

/** English beside the buyer's own language, for a seller of whom nobody has said what they read (decision 110). */
function secondLanguage(content: LetterContent, first: Language): Language | null {
  if (content.letter !== 'escrow_opened' || !content.isLanguageUnknown) return null
  return first === FALLBACK_LANGUAGE ? null : FALLBACK_LANGUAGE
}

function write(content: LetterContent, context: LetterContext): LetterBody {
  switch (content.letter) {
    case 'welcome':
      return welcome(content, context)
    case 'confirm_email':
      return confirmEmail(content, context)
    case 'password_reset':
      return passwordReset(content, context)
    case 'password_changed':
      return passwordChanged(content, context)
    case 'account_secured':
      return accountSecured(content, context)
    case 'email_change':
      return emailChange(content, context)
    case 'email_change_told':
      return emailChangeTold(content, context)
    case 'account_exists':
      return accountExists(content, context)
    case 'account_closed':
      return accountClosed(content, context)
    case 'account_checked':
      return accountChecked(content, context)
    case 'account_stands_still':
      return accountStandsStill(content, context)
    case 'terms_changed':
      return termsChanged(content, context)
    case 'fee_receipt':
      return feeReceipt(content, context)
    case 'fee_incomplete':
      return feeIncomplete(content, context)
    case 'escrow_to_fund':
      return escrowToFund(content, context)
    case 'escrow_opened':
      return escrowOpened(content, context)
    case 'seller_replaced':
      return sellerReplaced(content, context)
    case 'letters_came_back':
      return lettersCameBack(content, context)
    case 'escrow_funded':
      return escrowFunded(content, context)
    case 'deposit_incomplete':
      return depositIncomplete(content, context)
    case 'seller_confirmed':
      return sellerConfirmed(content, context)
    case 'documents_approved':
      return documentsApproved(content, context)
    case 'documents_rejected':
      return documentsRejected(content, context)
    case 'waiver':
      return waiver(content, context)
    case 'funds_released':
      return fundsReleased(content, context)
    case 'payout_wallet_changed':
      return payoutWalletChanged(content, context)
    case 'payout_wallet_proposed':
      return payoutWalletProposed(content, context)
    case 'payout_wallet_agreed':
      return payoutWalletAgreed(content, context)
    case 'payout_blocked':
      return payoutBlocked(content, context)
    case 'refund_requested':
      return refundRequested(content, context)
    case 'refund_answered':
      return refundAnswered(content, context)
    case 'funds_refunded':
      return fundsRefunded(content, context)
    case 'fee_owed_back':
      return feeOwedBack(content, context)
    case 'money_owed_back':
      return moneyOwedBack(content, context)
    case 'paid_back':
      return paidBack(content, context)
    case 'commission_paid':
      return commissionPaid(content, context)
    case 'reseller_link':
      return resellerLink(content, context)
    case 'escrow_cancelled':
      return escrowCancelled(content, context)
    case 'dispute_opened':
      return disputeOpened(content, context)
    case 'dispute_statement':
      return disputeStatement(content, context)
    case 'dispute_decided':
      return disputeDecided(content, context)
    case 'division':
      return division(content, context)
    case 'division_answered':
      return divisionAnswered(content, context)
    case 'reminder':
      return reminder(content, context)
    case 'clock':
      return clock(content, context)
    case 'more_time':
      return moreTime(content, context)
    case 'terms':
      return terms(content, context)
    case 'operator_alert':
      return operatorAlert(content, context)
    case 'claim_closed':
      return claimClosed(content, context)
    case 'case_closed':
      return caseClosed(content, context)
    case 'contact_message':
      return contactMessage(content, context)
    case 'hold_ready':
      return holdReady(content, context)
    case 'hold_sign':
      return holdSign(content, context)
    case 'hold_lapsed':
      return holdLapsed(content, context)
    case 'hold_late':
      return holdLate(content, context)
    case 'hold_take':
      return holdTake(content, context)
    case 'hold_ended':
      return holdEnded(content, context)
  }
}
