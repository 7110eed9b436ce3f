import { z } from 'zod'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { aboutEscrow, amount, asset, type LetterContext, money, txid } from '#app/emails/kernel/letter.ts'

/** To the buyer, when more has arrived for an escrow than it needs: nothing is sent back before a wallet is named. */
export const moneyOwedBackContent = z.object({
  letter: z.literal('money_owed_back'),
  txid,
  /** All that is owed back now. */
  amount,
  asset,
  /** Of the payment that made it so. */
  hash: z.string(),
})

export function moneyOwedBack(owed: z.infer<typeof moneyOwedBackContent>, context: LetterContext): LetterBody {
  const { t } = context
  const value = money(owed, context)
  return aboutEscrow(
    {
      subject: t('moneyOwedBack.subject', { amount: value }),
      turn: t('frame.yourTurn'),
      heading: t('moneyOwedBack.heading', { amount: value }),
      paragraphs: [t('moneyOwedBack.text')],
      facts: [
        { label: t('feeReceipt.excess'), value },
        { label: t('facts.hash'), value: owed.hash, isCode: true },
      ],
      actionLabel: t('action.openEscrow'),
    },
    owed,
    context,
  )
}
