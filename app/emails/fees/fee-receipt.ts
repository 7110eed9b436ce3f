import { z } from 'zod'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { aboutAccount, amount, asset, type LetterContext } from '#app/emails/kernel/letter.ts'
import { formatAmount, formatMoment, formatUsd } from '#app/i18n/kernel/format.ts'

export const feeReceiptContent = z.object({
  letter: z.literal('fee_receipt'),
  /** US dollars. */
  netUsd: amount,
  /** What arrived, in units of the asset. */
  amount,
  asset,
  /** US dollars for one unit, as locked in the quote. */
  priceUsd: amount,
  priceSource: z.string(),
  hash: z.string(),
  paidAt: z.iso.datetime(),
  /** The quote's reference, which is also the receipt's number. */
  number: z.string(),
  /** Left out in letters that were written when every fee was for the account. */
  covers: z.enum(['account', 'escrow']).optional(),
  /** More than was asked for, in units of the asset. */
  excess: amount.optional(),
})

type FeePaid = z.infer<typeof feeReceiptContent>

export function feeReceipt(paid: FeePaid, context: LetterContext): LetterBody {
  const { t, language } = context
  const price = { price: formatUsd(paid.priceUsd, language), asset: paid.asset, source: sourceOf(paid, context) }
  const excess =
    paid.excess === undefined
      ? []
      : [{ label: t('feeReceipt.excess'), value: formatAmount(paid.excess, paid.asset, language) }]
  return aboutAccount(
    {
      subject: t('feeReceipt.subject', { number: paid.number, netUsd: formatUsd(paid.netUsd, language) }),
      turn: t(excess.length > 0 ? 'frame.yourTurn' : 'frame.done'),
      heading: t('feeReceipt.heading'),
      paragraphs: [
        t(`feeReceipt.body.${paid.covers ?? 'account'}`),
        ...(excess.length > 0 ? [t('feeReceipt.excessText')] : []),
      ],
      facts: [
        { label: t('feeReceipt.net'), value: formatUsd(paid.netUsd, language) },
        { label: t('feeReceipt.paid'), value: formatAmount(paid.amount, paid.asset, language) },
        ...excess,
        { label: t('feeReceipt.price'), value: t('feeReceipt.priceValue', price) },
        { label: t('feeReceipt.paidAt'), value: formatMoment(paid.paidAt, language) },
        { label: t('feeReceipt.number'), value: paid.number, isCode: true },
        { label: t('facts.hash'), value: paid.hash, isCode: true },
      ],
      action: {
        label: t('action.receipt'),
        path: paid.covers === 'escrow' ? `/receipt?number=${paid.number}` : '/receipt',
      },
    },
    context,
  )
}

/** 'fixed' is the dollar that USDC counts as when a price service is silent (spec §7). */
function sourceOf({ priceSource }: FeePaid, { t }: LetterContext): string {
  return priceSource === 'fixed' ? t('feeReceipt.sourceFixed') : t('feeReceipt.sourceChecked', { source: priceSource })
}
