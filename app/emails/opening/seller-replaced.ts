import { z } from 'zod'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { aboutEscrow, amount, asset, type LetterContext, money, txid } from '#app/emails/kernel/letter.ts'

/** To the address that the buyer had named as the seller's, perhaps a stranger's by mistake: it is not any more. */
export const sellerReplacedContent = z.object({ letter: z.literal('seller_replaced'), txid, amount, asset })

export function sellerReplaced(escrow: z.infer<typeof sellerReplacedContent>, context: LetterContext): LetterBody {
  const { t } = context
  const value = money(escrow, context)
  return aboutEscrow(
    {
      subject: t('sellerReplaced.heading', { amount: value }),
      turn: t('frame.theirTurn'),
      heading: t('sellerReplaced.heading', { amount: value }),
      paragraphs: [t('sellerReplaced.body')],
      facts: [{ label: t('facts.amount'), value }],
      warning: { title: t('escrowCancelled.shipTitle'), text: t('sellerReplaced.ship') },
      actionLabel: t('frame.support'),
      actionPath: '/contact',
      why: t('sellerReplaced.why', { txid: escrow.txid }),
    },
    escrow,
    context,
  )
}
