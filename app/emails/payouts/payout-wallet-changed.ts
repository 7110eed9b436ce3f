import { z } from 'zod'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { aboutEscrow, type LetterContext, reader, txid } from '#app/emails/kernel/letter.ts'

/** To both sides. No address: whoever can forge a letter could forge that too; the page shows both wallets. */
export const payoutWalletChangedContent = z.object({
  letter: z.literal('payout_wallet_changed'),
  /** Left out in letters that were written when both sides read the same. */
  reader: reader.optional(),
  txid,
})

export function payoutWalletChanged(
  escrow: z.infer<typeof payoutWalletChangedContent>,
  context: LetterContext,
): LetterBody {
  const { t } = context
  const isOwn = escrow.reader === 'seller'
  const words = isOwn
    ? {
        subject: t('payoutWalletChanged.own'),
        turn: t('frame.theirTurn'),
        heading: t('payoutWalletChanged.own'),
        paragraphs: [t('payoutWalletChanged.ownText')],
        warning: { title: t('passwordChanged.doubtTitle'), text: t('payoutWalletAgreed.doubt') },
      }
    : {
        subject: t('payoutWalletChanged.subject'),
        heading: t('payoutWalletChanged.heading'),
        paragraphs: [t('payoutWalletChanged.body')],
        warning: { title: t('payoutWalletChanged.doubtTitle'), text: t('payoutWalletChanged.doubt') },
      }
  return aboutEscrow({ ...words, actionLabel: t('action.openEscrow') }, escrow, context)
}
