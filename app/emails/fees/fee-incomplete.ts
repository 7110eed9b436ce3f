import { z } from 'zod'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { aboutAccount, amount, asset, type LetterContext } from '#app/emails/kernel/letter.ts'
import { formatAmount } from '#app/i18n/kernel/format.ts'

/** To the payer, when what arrived does not cover the fee: the payment page says what is due, and nobody need watch it. */
export const feeIncompleteContent = z.object({
  letter: z.literal('fee_incomplete'),
  /** All that has arrived for the fee. */
  received: amount,
  asset,
  /** Of the payment that arrived last. */
  hash: z.string(),
  /** It came after the price had expired, and is worth less than the fee now. */
  isLate: z.boolean(),
})

export function feeIncomplete(fee: z.infer<typeof feeIncompleteContent>, context: LetterContext): LetterBody {
  const { t, language } = context
  return aboutAccount(
    {
      subject: t('feeIncomplete.subject'),
      turn: t('frame.yourTurn'),
      heading: t('feeIncomplete.subject'),
      paragraphs: [t(fee.isLate ? 'feeIncomplete.late' : 'depositIncomplete.text')],
      facts: [
        { label: t('feeReceipt.paid'), value: formatAmount(fee.received, fee.asset, language) },
        { label: t('facts.hash'), value: fee.hash, isCode: true },
      ],
      action: { label: t('action.rest'), path: '/payment' },
    },
    context,
  )
}
