import { z } from 'zod'
import type { LetterBody } from './layout.ts'
import { aboutEscrow, amount, amountFact, asset, type LetterContext, txid } from './letter.ts'

/** To the seller, with the buyer's reason in the buyer's own words. */
export const documentsRejectedContent = z.object({
  letter: z.literal('documents_rejected'),
  txid,
  amount: amount.optional(),
  asset: asset.optional(),
  reason: z.string(),
})

export function documentsRejected(
  escrow: z.infer<typeof documentsRejectedContent>,
  context: LetterContext,
): LetterBody {
  const { t } = context
  return aboutEscrow(
    {
      subject: t('documentsRejected.subject'),
      turn: t('frame.yourTurn'),
      heading: t('documentsRejected.heading'),
      paragraphs: [t('documentsRejected.body')],
      facts: [
        ...(escrow.reason ? [{ label: t('facts.reason'), value: escrow.reason }] : []),
        ...amountFact(escrow, context),
      ],
      actionLabel: t('action.present'),
    },
    escrow,
    context,
  )
}
