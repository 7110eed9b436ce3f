import { z } from 'zod'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { aboutEscrow, type LetterContext, txid } from '#app/emails/kernel/letter.ts'

/** To both sides. No address: whoever can forge a letter could forge that too; the page shows both wallets. */
export const payoutWalletChangedContent = z.object({ letter: z.literal('payout_wallet_changed'), txid })

export function payoutWalletChanged(
  escrow: z.infer<typeof payoutWalletChangedContent>,
  context: LetterContext,
): LetterBody {
  const { t } = context
  return aboutEscrow(
    {
      subject: t('payoutWalletChanged.subject'),
      heading: t('payoutWalletChanged.heading'),
      paragraphs: [t('payoutWalletChanged.body')],
      warning: { title: t('payoutWalletChanged.doubtTitle'), text: t('payoutWalletChanged.doubt') },
      actionLabel: t('action.openEscrow'),
    },
    escrow,
    context,
  )
}
