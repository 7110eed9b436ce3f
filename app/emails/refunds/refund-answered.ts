import { z } from 'zod'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { aboutEscrow, amount, asset, howItMoves, type LetterContext, money, txid } from '#app/emails/kernel/letter.ts'
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
})

export function refundAnswered(escrow: z.infer<typeof refundAnsweredContent>, context: LetterContext): LetterBody {
  const { t } = context
  const value = money(escrow, context)
  const answer = escrow.isAgreed ? 'refundAgreed' : 'refundDeclined'
  return aboutEscrow(
    {
      subject: t(`${answer}.subject`, { amount: value }),
      turn: escrow.isAgreed ? t('frame.theirTurn') : t('frame.yourTurn'),
      heading: t(`${answer}.heading`, { amount: value }),
      paragraphs: context.held ? ofHeld(escrow, context) : [t(`${answer}.body`)],
      facts: [...quoteFact(escrow.reason, 'seller', context), { label: t('facts.amount'), value }],
      actionLabel: t('action.openEscrow'),
    },
    escrow,
    context,
  )
}

function ofHeld({ isAgreed }: { isAgreed: boolean }, context: LetterContext): string[] {
  const { t } = context
  return isAgreed ? [...howItMoves(context), t('held.again')] : [t('held.refundDeclined')]
}
