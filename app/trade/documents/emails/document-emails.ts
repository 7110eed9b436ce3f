/** Emails about the documents of a trade. */
import { z } from 'zod'
import { DOCUMENT_TYPES } from '#app/escrow/domain/document-types.ts'
import { FILE_DEFECTS } from '#app/kernel/domain/file-kind.ts'
import { quoteForEmail } from '#app/kernel/domain/words/quoted.ts'
import { amount, asset, type EmailContext, ofEscrow, sayAll, toSign, txid } from '#app/kernel/emails/email.ts'
import { amountFact, partyName, quoteFact } from '#app/kernel/emails/facts.ts'
import { formatList, formatMoment } from '#app/kernel/i18n/format.ts'
import { DISCREPANCIES, type Discrepancy } from '#app/trade/documents/domain/discrepancy-notice.ts'
import { PRESENTED_TYPES, type PresentedType } from '#app/trade/documents/domain/documents.ts'

const WAIVER_ACTIONS = {
  asked: 'action.answer',
  declined: 'action.present',
  round: 'action.present',
  unreadable: 'action.openEscrow',
  taken_as_is: 'action.openEscrow',
} as const

export const DOCUMENT_EMAILS = {
  /** To the buyer. Missing values are not shown. */
  seller_confirmed: ofEscrow(
    {
      txid,
      amount: amount.optional(),
      asset: asset.optional(),
      sellerName: z.string().optional(),
      sellerHasConfirmedEmail: z.boolean().optional(),
      /** Number of documents and of images. */
      documents: z.string().optional(),
      images: z.string().optional(),
      confirmedAt: z.iso.datetime().optional(),
      /** The payout wallet is not the one that the buyer expected. */
      walletDiffers: z.boolean().optional(),
      /** The wallet changed since the last confirmation. Set by older versions only: this has its own email now. */
      walletChanged: z.boolean().optional(),
    },
    (escrow, context) => {
      const { t, language } = context
      const { documents, images = '0', confirmedAt } = escrow
      const sellerName = escrow.sellerName && partyName(escrow.sellerName, escrow.sellerHasConfirmedEmail, context)
      const facts = amountFact(escrow, context)
      if (documents) {
        const counts = [
          t('sellerConfirmed.documents', { count: Number(documents) }),
          t('sellerConfirmed.images', { count: Number(images) }),
        ]
        facts.push({ label: t('facts.documents'), value: formatList(counts, language) })
      }
      if (confirmedAt) facts.push({ label: t('facts.confirmed'), value: formatMoment(confirmedAt, language) })
      return {
        subject: t('sellerConfirmed.subject'),
        turn: t('frame.yourTurn'),
        heading: sellerName ? t('sellerConfirmed.headingNamed', { sellerName }) : t('sellerConfirmed.heading'),
        paragraphs: sayAll(context.custody.says.confirmed, context),
        facts,
        ...((escrow.walletDiffers || escrow.walletChanged) && {
          warning: { title: t('payoutWalletChanged.heading'), text: t('sellerConfirmed.wallet') },
        }),
        actionLabel: t('action.examine'),
        actionAnchor: 'decision',
      }
    },
  ),

  /** To the seller. */
  documents_approved: ofEscrow(
    {
      txid,
      amount,
      asset,
      /** Approval may come before the money (product.md §3). */
      isFunded: z.boolean().optional(),
      /** In spite of a standing notice. */
      waived: z.boolean().optional(),
      /** The buyer's wallet has signed the release: the seller has nothing to do. */
      isSigned: z.boolean().optional(),
    },
    (escrow, context) => {
      const { t, custody } = context
      const { isFunded, isSigned, waived } = escrow
      const { approved, approvedUnfunded } = custody.says
      const next = isSigned
        ? [t('held.how.signed'), t('held.again')]
        : sayAll(isFunded ? approved : approvedUnfunded, context)
      return {
        subject: t('documentsApproved.subject'),
        turn: t('frame.theirTurn'),
        paragraphs: [...(waived ? [t('common:examination.letter.waived')] : []), ...next],
        facts: amountFact(escrow, context),
        ...(custody.settledBy === 'signatures' && isFunded && !isSigned && toSign(escrow, context)),
      }
    },
  ),

  /** To the seller; `reason` is the buyer's own text. */
  documents_rejected: ofEscrow(
    {
      txid,
      amount: amount.optional(),
      asset: asset.optional(),
      reason: z.string(),
      /** The documents that the rejection names. Empty: all of them. */
      documents: z.array(z.enum(PRESENTED_TYPES)).optional(),
      marks: z
        .array(z.object({ type: z.enum(PRESENTED_TYPES), reasons: z.array(z.enum(DISCREPANCIES)), words: z.string() }))
        .optional(),
      /** How many presentations the seller has left. Missing: no limit. */
      roundsLeft: z.number().int().optional(),
    },
    (escrow, context) => {
      const { t, custody, isDated } = context
      const { roundsLeft, marks, documents = [] } = escrow
      const moves = custody.until !== null || isDated
      return {
        subject: t('documentsRejected.subject'),
        turn: t('frame.yourTurn'),
        paragraphs: [
          t(roundsLeft === 0 ? 'common:examination.noneLeftSeller' : 'documentsRejected.body'),
          ...(roundsLeft === 0 && !moves ? [t('common:examination.letter.moneyStays')] : []),
          ...(roundsLeft ? [t('common:examination.left', { count: roundsLeft })] : []),
        ],
        facts: [
          ...(marks ? marks.map((mark) => markFact(mark, context)) : documentsFact(documents, context)),
          ...quoteFact(escrow.reason, 'buyer', context),
          ...amountFact(escrow, context),
        ],
        ...(roundsLeft !== 0 && { actionLabel: t('action.present') }),
      }
    },
  ),

  /**
   * A waiver is requested or declined, or one more presentation is allowed. Also, before any notice: unreadable
   * documents were presented, or the buyer accepted them as they are.
   */
  waiver: ofEscrow(
    {
      moment: z.enum(['asked', 'declined', 'round', 'unreadable', 'taken_as_is']),
      words: z.string().optional(),
      papers: z
        .array(z.object({ type: z.enum([...DOCUMENT_TYPES, 'ShipmentImage']), trouble: z.enum(FILE_DEFECTS) }))
        .optional(),
      txid,
      amount,
      asset,
    },
    (content, context) => {
      const { t } = context
      const { moment, words, papers = [] } = content
      return {
        subject: t(`common:examination.letter.${moment}.title`),
        // A buyer who accepted unreadable documents examines them next.
        turn: t(moment === 'taken_as_is' ? 'frame.theirTurn' : 'frame.yourTurn'),
        paragraphs: [t(`common:examination.letter.${moment}.text`)],
        facts: [
          ...amountFact(content, context),
          ...papers.map(({ type, trouble }) => ({
            label: t(`common:documentType.${type}`),
            value: t(`common:ui.document.trouble.${trouble}`),
          })),
          ...quoteFact(words, moment === 'asked' ? 'seller' : 'buyer', context),
        ],
        ...(moment === 'asked' && { actionAnchor: 'waiver' }),
        ...(moment === 'unreadable' && { actionAnchor: 'unreadable' }),
        actionLabel: t(WAIVER_ACTIONS[moment]),
      }
    },
  ),
}

type Mark = { type: PresentedType; reasons: readonly Discrepancy[]; words: string }

/** "Packing List: Conflicts with another document. Short quantity.", then the buyer's words in quotation marks. */
function markFact({ type, reasons, words }: Mark, { t, language }: EmailContext) {
  const named = reasons.map((reason) => t(`common:examination.discrepancy.${reason}`))
  const { text } = quoteForEmail(words)
  const lines = [new Intl.ListFormat(language).format(named), ...(words ? [`“${text}”`] : [])].filter(Boolean)
  return {
    label: t(`common:documentType.${type}`),
    value: lines.join('\n') || t('common:escrow.documents.rejected'),
  }
}

function documentsFact(documents: readonly PresentedType[], { t, language }: EmailContext) {
  if (documents.length === 0) return []
  const names = documents.map((type) => t(`common:documentType.${type}`))
  return [{ label: t('facts.documents'), value: new Intl.ListFormat(language).format(names) }]
}
