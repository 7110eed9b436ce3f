import { z } from 'zod'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { aboutEscrow, amount, asset, type LetterContext, money, sayAll, txid } from '#app/emails/kernel/letter.ts'
import { quoteFact } from '#app/emails/kernel/quote.ts'

/** To the buyer who asked for the money back. */
export const refundAnsweredContent = z.object({
  letter: z.literal('refund_answered'),
  txid,
  amount,
  asset,
  isAgreed: z.boolean(),
  /** The seller's, where one was given. */
  reason: z.string().optional(),
  /** Declined, and the buyer has something else to do, as the letter was first tried. Letters of before do not say. */
  isYours: z.boolean().optional(),
})

export function refundAnswered(escrow: z.infer<typeof refundAnsweredContent>, context: LetterContext): LetterBody {
  const { t } = context
  const value = money(escrow, context)
  const { isYours = !escrow.isAgreed } = escrow
  const answer = escrow.isAgreed ? 'refundAgreed' : 'refundDeclined'
  return aboutEscrow(
    {
      subject: t(`${answer}.subject`, { amount: value }),
      turn: t(isYours ? 'frame.yourTurn' : 'frame.theirTurn'),
      heading: t(`${answer}.subject`, { amount: value }),
      paragraphs: paragraphs(escrow, context),
      facts: [...quoteFact(escrow.reason, 'seller', context), { label: t('facts.amount'), value }],
      actionLabel: t('action.openEscrow'),
    },
    escrow,
    context,
  )
}

function paragraphs({ isAgreed }: { isAgreed: boolean }, context: LetterContext): string[] {
  return isAgreed ? sayAll(context.custody.says.refundAgreed, context) : [context.t('refundDeclined.body')]
}
