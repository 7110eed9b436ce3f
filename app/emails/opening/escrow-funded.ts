import { z } from 'zod'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import {
  aboutEscrow,
  amount,
  asset,
  type LetterContext,
  money,
  reader,
  sayAll,
  txid,
} from '#app/emails/kernel/letter.ts'

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
  const { t, custody } = context
  const value = money(escrow, context)
  const isBuyer = escrow.reader === 'buyer'
  return aboutEscrow(
    {
      subject: t('escrowFunded.subject', { amount: value }),
      turn: isBuyer ? t('frame.theirTurn') : t('frame.yourTurn'),
      heading: t(custody.says.fundedHeading, { amount: value }),
      paragraphs: sayAll(custody.says.funded[escrow.reader], context),
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
