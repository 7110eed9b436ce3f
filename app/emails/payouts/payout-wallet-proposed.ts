import { z } from 'zod'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { aboutEscrow, amount, amountFact, asset, type LetterContext, txid } from '#app/emails/kernel/letter.ts'

/** To the buyer. No address: whoever can forge a letter could forge that too; the page shows both wallets. */
export const payoutWalletProposedContent = z.object({
  letter: z.literal('payout_wallet_proposed'),
  txid,
  amount,
  asset,
})

export function payoutWalletProposed(
  escrow: z.infer<typeof payoutWalletProposedContent>,
  context: LetterContext,
): LetterBody {
  const { t } = context
  return aboutEscrow(
    {
      subject: t('payoutWalletProposed.subject'),
      turn: t('frame.yourTurn'),
      heading: t('payoutWalletProposed.subject'),
      paragraphs: [t('payoutWalletProposed.body')],
      warning: { title: t('payoutWalletProposed.firstTitle'), text: t('sellerConfirmed.wallet') },
      facts: amountFact(escrow, context),
      actionLabel: t('action.openEscrow'),
    },
    escrow,
    context,
  )
}
