import { z } from 'zod'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { amount, asset, type LetterContext, money, tokenId } from '#app/emails/kernel/letter.ts'
import { aboutReseller } from '#app/emails/payouts/reseller-link.ts'
import { formatUsd } from '#app/i18n/kernel/format.ts'

/** To a reseller, when the payout of their commissions is final on the ledger. Nothing of those who paid the fees. */
export const commissionPaidContent = z.object({
  letter: z.literal('commission_paid'),
  usd: amount,
  amount,
  asset,
  address: z.string(),
  memo: z.string().nullable(),
  hash: z.string(),
  /** Of the reseller's link; null: there is none. */
  linkId: tokenId.nullable(),
})

export function commissionPaid(paid: z.infer<typeof commissionPaidContent>, context: LetterContext): LetterBody {
  const { t, language } = context
  const value = money(paid, context)
  return aboutReseller(
    {
      subject: t('commissionPaid.subject', { amount: value }),
      turn: t('frame.done'),
      heading: t('commissionPaid.subject', { amount: value }),
      paragraphs: [t('commissionPaid.text', { usd: formatUsd(paid.usd, language) })],
      facts: [
        { label: t('facts.amount'), value },
        { label: t('paidBack.wallet'), value: paid.address, isCode: true },
        ...(paid.memo === null ? [] : [{ label: t('paidBack.memo'), value: paid.memo, isCode: true }]),
        { label: t('facts.hash'), value: paid.hash, isCode: true },
      ],
    },
    paid.linkId,
    context,
  )
}
