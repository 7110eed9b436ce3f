/** Emails about refunds: asked for, answered, owed. */
import { z } from 'zod'
import { amount, asset, howItMoves, ofEscrow, sayAll, txid } from '#app/kernel/emails/email.ts'
import { amountFact, codeFact, money, quoteFact } from '#app/kernel/emails/facts.ts'

export const REFUND_EMAILS = {
  /** To the seller, with the buyer's reason. */
  refund_requested: ofEscrow({ txid, amount, asset, reason: z.string() }, (escrow, context) => {
    const { t } = context
    return {
      subject: t('refundRequested.subject', { amount: money(escrow, context) }),
      turn: t('frame.yourTurn'),
      paragraphs: [t('refundRequested.body'), ...howItMoves(context)],
      facts: [...quoteFact(escrow.reason, 'buyer', context), ...amountFact(escrow, context)],
      actionLabel: t('action.answer'),
      actionAnchor: 'refund',
    }
  }),

  /** To the buyer who asked for the money back. */
  refund_answered: ofEscrow(
    {
      txid,
      amount,
      asset,
      isAgreed: z.boolean(),
      /** The seller's reason, where one was given. */
      reason: z.string().optional(),
      /** Declined, and the buyer has to act, when the email was first tried. Left out in emails of earlier versions. */
      isYours: z.boolean().optional(),
    },
    (escrow, context) => {
      const { t, custody } = context
      const { isAgreed, isYours = !isAgreed } = escrow
      const answer = isAgreed ? 'refundAgreed' : 'refundDeclined'
      return {
        subject: t(`${answer}.subject`, { amount: money(escrow, context) }),
        turn: t(isYours ? 'frame.yourTurn' : 'frame.theirTurn'),
        paragraphs: isAgreed ? sayAll(custody.says.refundAgreed, context) : [t('refundDeclined.body')],
        facts: [...quoteFact(escrow.reason, 'seller', context), ...amountFact(escrow, context)],
      }
    },
  ),

  /** To the buyer: more has arrived than the escrow needs. It is sent back once a wallet is named. */
  money_owed_back: ofEscrow(
    {
      txid,
      /** All that is owed back now. */
      amount,
      asset,
      /** Of the payment that caused it. */
      hash: z.string(),
    },
    (owed, context) => {
      const { t } = context
      const value = money(owed, context)
      return {
        subject: t('moneyOwedBack.subject', { amount: value }),
        turn: t('frame.yourTurn'),
        heading: t('moneyOwedBack.heading', { amount: value }),
        paragraphs: [t('moneyOwedBack.text')],
        facts: [{ label: t('feeReceipt.excess'), value }, ...codeFact(t('facts.hash'), owed.hash)],
      }
    },
  ),
}
