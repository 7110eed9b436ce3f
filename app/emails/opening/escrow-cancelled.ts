import { z } from 'zod'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { aboutEscrow, amount, asset, type LetterContext, money, txid } from '#app/emails/kernel/letter.ts'

/** To the seller: the buyer gave up an escrow that was not funded. */
export const escrowCancelledContent = z.object({ letter: z.literal('escrow_cancelled'), txid, amount, asset })

export function escrowCancelled(escrow: z.infer<typeof escrowCancelledContent>, context: LetterContext): LetterBody {
  const { t } = context
  const value = money(escrow, context)
  return aboutEscrow(
    {
      subject: t('escrowCancelled.subject', { amount: value }),
      turn: t('frame.theirTurn'),
      heading: t('escrowCancelled.subject', { amount: value }),
      paragraphs: [t('escrowCancelled.body')],
      facts: [{ label: t('facts.amount'), value }],
      warning: { title: t('escrowCancelled.shipTitle'), text: t('escrowCancelled.ship') },
      actionLabel: t('action.openEscrow'),
    },
    escrow,
    context,
  )
}
