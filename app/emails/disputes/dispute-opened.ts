import { z } from 'zod'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import {
  aboutEscrow,
  amount,
  asset,
  type LetterContext,
  money,
  otherTold,
  reader,
  toldOther,
  txid,
} from '#app/emails/kernel/letter.ts'
import { quoteFact } from '#app/emails/kernel/quote.ts'
import { formatMoment } from '#app/i18n/kernel/format.ts'

/** To both sides: nothing moves until the operator has decided. */
export const disputeOpenedContent = z.object({
  letter: z.literal('dispute_opened'),
  reader,
  openedBy: reader,
  txid,
  amount,
  asset,
  /** In the words of whoever opened it. */
  reason: z.string(),
  /** The reader is the buyer, and has stated no wallet for a refund. Letters of before do not say. */
  lacksWallet: z.boolean().optional(),
  /** To whoever opened it. */
  otherTold: otherTold.optional(),
})

type Content = z.infer<typeof disputeOpenedContent>

export function disputeOpened(dispute: Content, context: LetterContext): LetterBody {
  const { t, held, language } = context
  const isOwn = dispute.reader === dispute.openedBy
  return aboutEscrow(
    {
      subject: t('disputeOpened.subject'),
      turn: isOwn ? t('frame.theirTurn') : t('frame.yourTurn'),
      heading: heading(dispute, context),
      paragraphs: [
        ...(held
          ? [t('held.dispute'), t('common:held.until', { time: formatMoment(held.until, language) })]
          : [t('disputeOpened.money')]),
        isOwn ? t('disputeOpened.own') : t('disputeOpened.other'),
        ...toldOther(dispute.otherTold, context),
        ...(dispute.lacksWallet && !held ? [t('disputeOpened.wallet')] : []),
      ],
      facts: [
        ...quoteFact(dispute.reason, dispute.openedBy, context),
        { label: t('facts.amount'), value: money(dispute, context) },
      ],
      actionLabel: t('action.openEscrow'),
    },
    dispute,
    context,
  )
}

function heading({ reader: side, openedBy }: Content, { t }: LetterContext): string {
  if (side === openedBy) return t('disputeOpened.headingOwn')
  return openedBy === 'buyer' ? t('disputeOpened.headingByBuyer') : t('disputeOpened.headingBySeller')
}
