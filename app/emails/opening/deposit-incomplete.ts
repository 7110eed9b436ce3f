import { z } from 'zod'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { aboutEscrow, amount, asset, type LetterContext, txid } from '#app/emails/kernel/letter.ts'
import { formatAmount } from '#app/i18n/kernel/format.ts'

/** To the buyer, when what has arrived does not fund the escrow: nobody need watch its page. */
export const depositIncompleteContent = z.object({
  letter: z.literal('deposit_incomplete'),
  txid,
  /** All that has arrived. */
  received: amount,
  stillDue: amount,
  asset,
  /** Of the payment that arrived last. */
  hash: z.string(),
})

export function depositIncomplete(
  deposit: z.infer<typeof depositIncompleteContent>,
  context: LetterContext,
): LetterBody {
  const { t, language } = context
  const received = formatAmount(deposit.received, deposit.asset, language)
  const stillDue = formatAmount(deposit.stillDue, deposit.asset, language)
  return aboutEscrow(
    {
      subject: t('depositIncomplete.subject', { stillDue }),
      turn: t('frame.yourTurn'),
      heading: t('depositIncomplete.subject', { stillDue }),
      paragraphs: [t('depositIncomplete.text')],
      facts: [
        { label: t('common:escrow.deposit.received'), value: received },
        { label: t('common:escrow.deposit.stillDue'), value: stillDue },
        { label: t('facts.hash'), value: deposit.hash, isCode: true },
      ],
      actionLabel: t('action.openEscrow'),
    },
    deposit,
    context,
  )
}
