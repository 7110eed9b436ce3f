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
  sayAll,
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
  /** By when Quayside means to decide. Letters of before do not say. */
  decideBy: z.iso.datetime().optional(),
})

type Content = z.infer<typeof disputeOpenedContent>

export function disputeOpened(dispute: Content, context: LetterContext): LetterBody {
  const { t, custody, language } = context
  const isOwn = dispute.reader === dispute.openedBy
  const lacksWallet = dispute.lacksWallet === true && custody.wallets === 'stated'
  const time = dispute.decideBy ? formatMoment(dispute.decideBy, language) : null
  const subject = lacksWallet ? 'subjectWallet' : isOwn ? 'subject' : 'subjectSay'
  return aboutEscrow(
    {
      subject: time ? t(`disputeOpened.${subject}`, { time }) : heading(dispute, context),
      // Whoever opened it has said why; the other side has something to say to it.
      turn: t(lacksWallet || !isOwn ? 'frame.yourTurn' : 'frame.theirTurn'),
      heading: heading(dispute, context),
      paragraphs: [
        ...(lacksWallet ? [t('disputeOpened.wallet')] : []),
        t('disputeOpened.say'),
        ...(time ? [t('common:lookup.settle.dispute.decideBy', { time })] : []),
        ...sayAll(custody.says.disputed, context),
        ...toldOther(dispute.otherTold, context),
      ],
      facts: [
        ...quoteFact(dispute.reason, dispute.openedBy, context),
        { label: t('facts.amount'), value: money(dispute, context) },
      ],
      actionLabel: t(lacksWallet ? 'action.refundWallet' : isOwn ? 'action.openEscrow' : 'action.say'),
      actionAnchor: lacksWallet ? 'refund-wallet' : 'dispute',
    },
    dispute,
    context,
  )
}

function heading({ reader: side, openedBy }: Content, { t }: LetterContext): string {
  return t(side === openedBy ? 'disputeOpened.headingOwn' : 'disputeOpened.headingOther')
}
