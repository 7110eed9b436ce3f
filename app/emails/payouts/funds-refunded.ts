import { z } from 'zod'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import {
  aboutEscrow,
  amount,
  asset,
  type LetterContext,
  money,
  reader,
  txid,
  withoutDate,
} from '#app/emails/kernel/letter.ts'

/** To both sides, when the money that goes back to the buyer is final on the ledger. */
export const fundsRefundedContent = z.object({
  letter: z.literal('funds_refunded'),
  reader,
  txid,
  amount,
  asset,
  /** Of the payment to the buyer. */
  hash: z.string(),
  /** `refund` ends the escrow; `return` gives back an excess, or what a cancelled escrow had received. */
  purpose: z.enum(['refund', 'return']),
})

export function fundsRefunded(escrow: z.infer<typeof fundsRefundedContent>, context: LetterContext): LetterBody {
  const { t } = context
  const value = money(escrow, context)
  const kind = escrow.purpose === 'refund' ? 'fundsRefunded' : 'fundsReturned'
  return aboutEscrow(
    {
      subject: t(`${kind}.subject`, { amount: value }),
      turn: t('frame.done'),
      heading: t(`${kind}.subject`, { amount: value }),
      paragraphs: [t(`${kind}.text`)],
      facts: [
        { label: t('facts.amount'), value },
        { label: t('facts.hash'), value: escrow.hash, isCode: true },
      ],
      actionLabel: t('action.openEscrow'),
    },
    escrow,
    withoutDate(context),
  )
}
