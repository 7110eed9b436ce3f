import { z } from 'zod'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { aboutAccount, amount, asset, type LetterContext, money } from '#app/emails/kernel/letter.ts'

/** To whoever sent what fitted nothing, when an operator's payback of it is final on the ledger. */
export const paidBackContent = z.object({
  letter: z.literal('paid_back'),
  amount,
  asset,
  address: z.string(),
  memo: z.string().nullable(),
  hash: z.string(),
})

export function paidBack(paid: z.infer<typeof paidBackContent>, context: LetterContext): LetterBody {
  const { t } = context
  const value = money(paid, context)
  return aboutAccount(
    {
      subject: t('paidBack.subject', { amount: value }),
      turn: t('frame.done'),
      heading: t('paidBack.subject', { amount: value }),
      paragraphs: [t('paidBack.text')],
      facts: [
        { label: t('facts.amount'), value },
        { label: t('paidBack.wallet'), value: paid.address, isCode: true },
        ...(paid.memo === null ? [] : [{ label: t('paidBack.memo'), value: paid.memo, isCode: true }]),
        { label: t('facts.hash'), value: paid.hash, isCode: true },
      ],
      action: { label: t('paidBack.action'), path: '/dashboard' },
    },
    context,
  )
}
