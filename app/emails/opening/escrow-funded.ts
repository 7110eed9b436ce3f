import { z } from 'zod'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { aboutEscrow, amount, asset, type LetterContext, money, reader, txid } from '#app/emails/kernel/letter.ts'

export const escrowFundedContent = z.object({
  letter: z.literal('escrow_funded'),
  reader,
  txid,
  amount,
  asset,
  /** Of the payment that completed the amount. */
  hash: z.string(),
})

export function escrowFunded(escrow: z.infer<typeof escrowFundedContent>, context: LetterContext): LetterBody {
  const { t, held } = context
  const value = money(escrow, context)
  const isBuyer = escrow.reader === 'buyer'
  return aboutEscrow(
    {
      subject: t('escrowFunded.subject', { amount: value }),
      turn: isBuyer ? t('frame.theirTurn') : t('frame.yourTurn'),
      heading: t(held ? 'held.funded.heading' : 'escrowFunded.subject', { amount: value }),
      paragraphs: held
        ? [t(`common:held.what.${held.on}`), t(isBuyer ? 'held.funded.buyer' : 'held.funded.seller')]
        : [t(`escrowFunded.${escrow.reader}`)],
      facts: [
        { label: t('facts.amount'), value },
        { label: t('facts.hash'), value: escrow.hash, isCode: true },
      ],
      actionLabel: t('action.openEscrow'),
    },
    escrow,
    context,
  )
}
