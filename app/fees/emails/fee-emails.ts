import { z } from 'zod'
import { amount, asset, ofAccount } from '#app/kernel/emails/email.ts'
import { codeFact, money } from '#app/kernel/emails/facts.ts'
import { formatMoment, formatUsd } from '#app/kernel/i18n/format.ts'

export const FEE_EMAILS = {
  fee_receipt: ofAccount(
    {
      /** US dollars. */
      netUsd: amount,
      /** What arrived, in units of the asset. */
      amount,
      asset,
      /** US dollars for one unit, as fixed by the quote. */
      priceUsd: amount,
      /** 'fixed': USDC counts as one dollar when no price service answers (spec §7). */
      priceSource: z.string(),
      hash: z.string(),
      paidAt: z.iso.datetime(),
      /** The quote's reference, which is also the receipt's number. */
      number: z.string(),
      /** Missing in emails written when every fee was for the account. */
      covers: z.enum(['account', 'escrow']).optional(),
      /** More than was asked for, in units of the asset. */
      excess: amount.optional(),
    },
    (paid, context) => {
      const { t, language } = context
      const { asset, number, excess, priceSource, covers = 'account' } = paid
      const source =
        priceSource === 'fixed' ? t('feeReceipt.sourceFixed') : t('feeReceipt.sourceChecked', { source: priceSource })
      const price = { price: formatUsd(paid.priceUsd, language), asset, source }
      const excessFact =
        excess === undefined
          ? []
          : [{ label: t('feeReceipt.excess'), value: money({ amount: excess, asset }, context) }]
      return {
        subject: t('feeReceipt.subject', { number, netUsd: formatUsd(paid.netUsd, language) }),
        turn: t(excess === undefined ? 'frame.done' : 'frame.yourTurn'),
        heading: t('feeReceipt.heading'),
        paragraphs: [t(`feeReceipt.body.${covers}`), ...(excess === undefined ? [] : [t('feeReceipt.excessText')])],
        facts: [
          { label: t('feeReceipt.net'), value: formatUsd(paid.netUsd, language) },
          { label: t('feeReceipt.paid'), value: money(paid, context) },
          ...excessFact,
          { label: t('feeReceipt.price'), value: t('feeReceipt.priceValue', price) },
          { label: t('feeReceipt.paidAt'), value: formatMoment(paid.paidAt, language) },
          ...codeFact(t('feeReceipt.number'), number),
          ...codeFact(t('facts.hash'), paid.hash),
        ],
        action: { label: t('action.receipt'), path: covers === 'escrow' ? `/receipt?number=${number}` : '/receipt' },
      }
    },
  ),

  /** Sent when what arrived does not cover the fee, so that the payer need not watch the payment page. */
  fee_incomplete: ofAccount(
    {
      received: amount,
      asset,
      /** Of the latest payment. */
      hash: z.string(),
      /** It arrived after the price had expired, and is worth less than the fee now. */
      isLate: z.boolean(),
    },
    ({ received, asset, hash, isLate }, context) => {
      const { t } = context
      return {
        subject: t('feeIncomplete.subject'),
        turn: t('frame.yourTurn'),
        paragraphs: [t(isLate ? 'feeIncomplete.late' : 'depositIncomplete.text')],
        facts: [
          { label: t('feeReceipt.paid'), value: money({ amount: received, asset }, context) },
          ...codeFact(t('facts.hash'), hash),
        ],
        action: { label: t('action.rest'), path: '/payment' },
      }
    },
  ),
}
