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

export const fundsReleasedContent = z.object({
  letter: z.literal('funds_released'),
  reader,
  txid,
  amount,
  asset,
  /** Of the payout. */
  hash: z.string(),
})

export function fundsReleased(escrow: z.infer<typeof fundsReleasedContent>, context: LetterContext): LetterBody {
  const { t } = context
  const value = money(escrow, context)
  return aboutEscrow(
    {
      subject: t('fundsReleased.subject', { amount: value }),
      turn: t('frame.done'),
      heading: t('fundsReleased.subject', { amount: value }),
      paragraphs: [t('fundsRefunded.text')],
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
