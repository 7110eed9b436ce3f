import { z } from 'zod'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { aboutEscrow, amount, asset, howItMoves, type LetterContext, money, txid } from '#app/emails/kernel/letter.ts'
import { quoteFact } from '#app/emails/kernel/quote.ts'

/** To the seller, with the buyer's reason in the buyer's own words. */
export const refundRequestedContent = z.object({
  letter: z.literal('refund_requested'),
  txid,
  amount,
  asset,
  reason: z.string(),
})

export function refundRequested(escrow: z.infer<typeof refundRequestedContent>, context: LetterContext): LetterBody {
  const { t } = context
  const value = money(escrow, context)
  return aboutEscrow(
    {
      subject: t('refundRequested.subject', { amount: value }),
      turn: t('frame.yourTurn'),
      heading: t('refundRequested.subject', { amount: value }),
      paragraphs: [t('refundRequested.body'), ...howItMoves(context)],
      facts: [...quoteFact(escrow.reason, 'buyer', context), { label: t('facts.amount'), value }],
      actionLabel: t('action.answer'),
      actionAnchor: 'refund',
    },
    escrow,
    context,
  )
}
