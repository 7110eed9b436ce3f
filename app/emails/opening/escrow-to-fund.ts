import { z } from 'zod'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { aboutEscrow, amount, asset, type LetterContext, money, txid } from '#app/emails/kernel/letter.ts'

/** To the buyer who has opened an escrow: what to send, and what follows. No wallet address: the page has it. */
export const escrowToFundContent = z.object({
  letter: z.literal('escrow_to_fund'),
  txid,
  amount,
  asset,
  /** What became of the seller's invitation; `nobody`: no seller was named. */
  invited: z.enum(['nobody', 'goes', 'joined', 'written', 'limit', 'unconfirmed']),
})

type Content = z.infer<typeof escrowToFundContent>

export function escrowToFund(escrow: Content, context: LetterContext): LetterBody {
  const { t } = context
  const value = money(escrow, context)
  return aboutEscrow(
    {
      subject: t('escrowToFund.subject', { amount: value }),
      turn: t('frame.yourTurn'),
      heading: t('escrowToFund.subject', { amount: value }),
      paragraphs: [t('escrowToFund.send'), ofSeller(escrow, context)],
      facts: [{ label: t('facts.amount'), value }],
      actionLabel: t('action.openEscrow'),
    },
    escrow,
    context,
  )
}

function ofSeller({ invited }: Content, { t }: LetterContext): string {
  if (invited === 'unconfirmed') return t('escrowToFund.waits')
  return invited === 'nobody' || invited === 'limit' ? t('escrowToFund.handOn') : t('escrowToFund.invited')
}
