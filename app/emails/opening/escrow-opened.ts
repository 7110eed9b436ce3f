import { z } from 'zod'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { aboutEscrow, amount, asset, type LetterContext, money, txid } from '#app/emails/kernel/letter.ts'

/** To the seller that the buyer named. The fields are those of the specification's seller template (spec §7). */
export const escrowOpenedContent = z.object({
  letter: z.literal('escrow_opened'),
  txid,
  amount,
  asset,
  buyerName: z.string(),
  buyerEmail: z.string(),
  terms: z.string().nullish(),
  /** The seller is named when the money is here already. */
  isFunded: z.boolean().optional(),
})

export function escrowOpened(escrow: z.infer<typeof escrowOpenedContent>, context: LetterContext): LetterBody {
  const { t } = context
  const values = { buyerName: escrow.buyerName, amount: money(escrow, context) }
  return aboutEscrow(
    {
      subject: t('escrowOpened.subject', values),
      turn: t('frame.yourTurn'),
      heading: t('escrowOpened.heading', values),
      paragraphs: [t('escrowOpened.body'), ...(escrow.isFunded ? [t('escrowFunded.headingSeller', values)] : [])],
      facts: [
        { label: t('facts.amount'), value: values.amount },
        { label: t('facts.buyer'), value: `${escrow.buyerName}, ${escrow.buyerEmail}` },
        ...(escrow.terms ? [{ label: t('facts.terms'), value: escrow.terms }] : []),
      ],
      ...(!escrow.isFunded && {
        warning: { title: t('escrowOpened.notFundedTitle'), text: t('escrowOpened.notFunded') },
      }),
      actionLabel: t('action.openEscrow'),
    },
    escrow,
    context,
  )
}
