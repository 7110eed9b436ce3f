import { z } from 'zod'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { aboutAccount, amount, asset, type LetterContext, money } from '#app/emails/kernel/letter.ts'
import { buyersRemedy } from '#app/emails/payouts/payout-blocked.ts'

/** To the payer of a fee: money that came for it and is not the fee waits for a wallet (docs/decisions/111). */
export const feeOwedBackContent = z.object({
  letter: z.literal('fee_owed_back'),
  amount,
  asset,
  /** Of the payment, or of the last of those that came together; left out where it is no single one's money. */
  hash: z.string().optional(),
  /** It came in another currency; or the fee was paid without it; or the wallet that was stated cannot be paid. */
  why: z.enum(['wrong_asset', 'not_needed', 'blocked']),
  /** Of `blocked`: the code that the payout holds. */
  reason: z.string().optional(),
})

export function feeOwedBack(owed: z.infer<typeof feeOwedBackContent>, context: LetterContext): LetterBody {
  const { t } = context
  const { why, hash, reason } = owed
  const value = money(owed, context)
  return aboutAccount(
    {
      subject: t(why === 'blocked' ? 'payoutBlocked.subject' : 'moneyOwedBack.subject', { amount: value }),
      turn: t('frame.yourTurn'),
      heading: t(`feeOwedBack.heading.${why}`, { amount: value }),
      paragraphs:
        why === 'blocked' ? [t('payoutBlocked.payee'), buyersRemedy(reason ?? '', context)] : [t('moneyOwedBack.text')],
      facts: [
        { label: t('feeReceipt.excess'), value },
        ...(hash ? [{ label: t('facts.hash'), value: hash, isCode: true }] : []),
      ],
      action: { label: t('feeOwedBack.action'), path: '/fee-back' },
    },
    context,
  )
}
