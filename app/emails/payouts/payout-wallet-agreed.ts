import { z } from 'zod'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { aboutEscrow, amount, amountFact, asset, type LetterContext, txid } from '#app/emails/kernel/letter.ts'

/** To both sides, without the address, as every letter about a wallet. */
export const payoutWalletAgreedContent = z.object({ letter: z.literal('payout_wallet_agreed'), txid, amount, asset })

export function payoutWalletAgreed(
  escrow: z.infer<typeof payoutWalletAgreedContent>,
  context: LetterContext,
): LetterBody {
  const { t } = context
  return aboutEscrow(
    {
      subject: t('payoutWalletAgreed.subject'),
      heading: t('payoutWalletAgreed.subject'),
      paragraphs: [t('payoutWalletAgreed.body')],
      warning: { title: t('payoutWalletChanged.doubtTitle'), text: t('payoutWalletAgreed.doubt') },
      facts: amountFact(escrow, context),
      actionLabel: t('action.openEscrow'),
    },
    escrow,
    context,
  )
}
