import { z } from 'zod'
import type { Fact, LetterBody } from '#app/emails/kernel/layout.ts'
import {
  aboutEscrow,
  amount,
  amountFact,
  asset,
  type LetterContext,
  partyName,
  sayAll,
  txid,
} from '#app/emails/kernel/letter.ts'
import { formatList, formatMoment } from '#app/i18n/kernel/format.ts'

/** To the buyer. What is left out is not shown. */
export const sellerConfirmedContent = z.object({
  letter: z.literal('seller_confirmed'),
  txid,
  amount: amount.optional(),
  asset: asset.optional(),
  sellerName: z.string().optional(),
  sellerHasConfirmedEmail: z.boolean().optional(),
  /** How many of each were presented. */
  documents: z.string().optional(),
  images: z.string().optional(),
  confirmedAt: z.iso.datetime().optional(),
  /** The payout wallet is not the one that the buyer expected. */
  walletDiffers: z.boolean().optional(),
  /** It is not the one of the seller's confirmation before. Letters of before said so; now that has a letter of its own. */
  walletChanged: z.boolean().optional(),
})

type Content = z.infer<typeof sellerConfirmedContent>

export function sellerConfirmed(escrow: Content, context: LetterContext): LetterBody {
  const { t, custody } = context
  const sellerName = escrow.sellerName && partyName(escrow.sellerName, escrow.sellerHasConfirmedEmail, context)
  return aboutEscrow(
    {
      subject: t('sellerConfirmed.subject'),
      turn: t('frame.yourTurn'),
      heading: sellerName ? t('sellerConfirmed.headingNamed', { sellerName }) : t('sellerConfirmed.heading'),
      paragraphs: sayAll(custody.says.confirmed, context),
      facts: factsOf(escrow, context),
      ...warningOf(escrow, context),
      actionLabel: t('action.examine'),
      actionAnchor: 'decision',
    },
    escrow,
    context,
  )
}

function warningOf({ walletDiffers, walletChanged }: Content, { t }: LetterContext) {
  if (!walletDiffers && !walletChanged) return {}
  return { warning: { title: t('payoutWalletChanged.heading'), text: t('sellerConfirmed.wallet') } }
}

function factsOf(escrow: Content, context: LetterContext): Fact[] {
  const { t, language } = context
  const facts = amountFact(escrow, context)
  if (escrow.documents) {
    const counts = [
      t('sellerConfirmed.documents', { count: Number(escrow.documents) }),
      t('sellerConfirmed.images', { count: Number(escrow.images ?? '0') }),
    ]
    facts.push({ label: t('facts.documents'), value: formatList(counts, language) })
  }
  if (escrow.confirmedAt) {
    facts.push({ label: t('facts.confirmed'), value: formatMoment(escrow.confirmedAt, language) })
  }
  return facts
}
