/**
 * Every letter that Quayside writes (product.md §6). An outbox row stores a letter's content as JSON; it becomes words
 * only when it is sent, in the reader's language.
 */
import { z } from 'zod'
import { directionOf, FALLBACK_LANGUAGE, isLanguage } from '#app/i18n/languages.ts'
import { documentsApproved, documentsApprovedContent } from './documents-approved.ts'
import { documentsRejected, documentsRejectedContent } from './documents-rejected.ts'
import { escrowFunded, escrowFundedContent } from './escrow-funded.ts'
import { escrowOpened, escrowOpenedContent } from './escrow-opened.ts'
import { feeReceipt, feeReceiptContent } from './fee-receipt.ts'
import { fundsReleased, fundsReleasedContent } from './funds-released.ts'
import { type LetterBody, layOut, type RenderedLetter } from './layout.ts'
import type { LetterContext, MailWords } from './letter.ts'
import { payoutBlocked, payoutBlockedContent } from './payout-blocked.ts'
import { payoutWalletChanged, payoutWalletChangedContent } from './payout-wallet-changed.ts'
import { sellerConfirmed, sellerConfirmedContent } from './seller-confirmed.ts'
import { welcome, welcomeContent } from './welcome.ts'

/** What an outbox row may hold. */
export const letterContent = z.discriminatedUnion('letter', [
  welcomeContent,
  feeReceiptContent,
  escrowOpenedContent,
  escrowFundedContent,
  sellerConfirmedContent,
  documentsApprovedContent,
  documentsRejectedContent,
  fundsReleasedContent,
  payoutWalletChangedContent,
  payoutBlockedContent,
])

export type LetterContent = z.infer<typeof letterContent>

/** Words of the namespaces `mail` and `common` in one language. */
export type LetterTranslator = MailWords

type Reader = {
  t: LetterTranslator
  /** The address that people type, without a slash at the end. Never taken from a request. */
  origin: string
  /** For figures, dates and the direction of writing. */
  language?: string
}

/** A letter's subject, HTML and plain text. */
export function renderLetter(content: LetterContent, { t, origin, language }: Reader): RenderedLetter {
  const known = isLanguage(language) ? language : FALLBACK_LANGUAGE
  const body = write(content, { t, origin, language: known })
  return layOut(body, { language: known, direction: directionOf(known) })
}

function write(content: LetterContent, context: LetterContext): LetterBody {
  switch (content.letter) {
    case 'welcome':
      return welcome(content, context)
    case 'fee_receipt':
      return feeReceipt(content, context)
    case 'escrow_opened':
      return escrowOpened(content, context)
    case 'escrow_funded':
      return escrowFunded(content, context)
    case 'seller_confirmed':
      return sellerConfirmed(content, context)
    case 'documents_approved':
      return documentsApproved(content, context)
    case 'documents_rejected':
      return documentsRejected(content, context)
    case 'funds_released':
      return fundsReleased(content, context)
    case 'payout_wallet_changed':
      return payoutWalletChanged(content, context)
    case 'payout_blocked':
      return payoutBlocked(content, context)
  }
}
