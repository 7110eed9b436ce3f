import { z } from 'zod'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { aboutEscrow, type LetterContext, otherTold, reader, toldOther, txid } from '#app/emails/kernel/letter.ts'

/** To both sides. No address: whoever can forge a letter could forge that too; the page shows both wallets. */
export const payoutWalletChangedContent = z.object({
  letter: z.literal('payout_wallet_changed'),
  /** Left out in letters that were written when both sides read the same. */
  reader: reader.optional(),
  /** A first wallet that is not the expected one, to the seller; or another one than before. Left out in letters of before. */
  moment: z.enum(['stated', 'changed']).optional(),
  txid,
  /** Where the money goes was decided before the letter went. */
  isDecided: z.boolean().optional(),
  /** To the seller. */
  otherTold: otherTold.optional(),
})

export function payoutWalletChanged(
  escrow: z.infer<typeof payoutWalletChangedContent>,
  context: LetterContext,
): LetterBody {
  const { t } = context
  const words = escrow.reader === 'seller' ? ownWords(escrow, context) : buyersWords(escrow, context)
  return aboutEscrow({ ...words, actionLabel: t('action.openEscrow') }, escrow, context)
}

type Content = z.infer<typeof payoutWalletChangedContent>

function ownWords(escrow: Content, context: LetterContext) {
  const { t } = context
  const said = t(escrow.moment === 'stated' ? 'payoutWalletChanged.ownDiffers' : 'payoutWalletChanged.own')
  return {
    subject: said,
    turn: t('frame.theirTurn'),
    heading: said,
    paragraphs: [
      t(escrow.isDecided ? 'payoutWalletChanged.decided' : 'payoutWalletChanged.ownText'),
      ...toldOther(escrow.otherTold, context),
    ],
    warning: { title: t('passwordChanged.doubtTitle'), text: t('payoutWalletAgreed.doubt') },
  }
}

function buyersWords(escrow: Content, { t }: LetterContext) {
  const about = { subject: t('payoutWalletChanged.subject'), heading: t('payoutWalletChanged.heading') }
  if (escrow.isDecided) return { ...about, paragraphs: [t('payoutWalletChanged.decided')] }
  return {
    ...about,
    paragraphs: [t('payoutWalletChanged.body')],
    warning: { title: t('payoutWalletChanged.doubtTitle'), text: t('payoutWalletChanged.doubt') },
  }
}
