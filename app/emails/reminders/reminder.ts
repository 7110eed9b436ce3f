import { z } from 'zod'
import { plainName } from '#app/domain/kernel/words/person-name.ts'
import { REMINDER_KINDS } from '#app/domain/letters/reminder-kinds.ts'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import {
  aboutAccount,
  aboutEscrow,
  amount,
  amountFact,
  asset,
  type LetterContext,
  money,
  sayAll,
  txid,
} from '#app/emails/kernel/letter.ts'
import { formatUsd } from '#app/i18n/kernel/format.ts'

/** To whoever's turn it is, of what waits. Its reader can switch off each kind. */
export const reminderContent = z.object({
  letter: z.literal('reminder'),
  kind: z.enum(REMINDER_KINDS),
  /** Nothing more is written about this turn. */
  isLast: z.boolean(),
  /** Of an escrow; left out of a fee's. */
  txid: txid.optional(),
  amount: amount.optional(),
  asset: asset.optional(),
  /** To the seller's side. */
  buyerName: z.string().optional(),
  /** Of a fee's quote, in US dollars. */
  netUsd: z.string().optional(),
})

type Content = z.infer<typeof reminderContent>

export function reminder(content: Content, context: LetterContext): LetterBody {
  const { t, language } = context
  const { kind, txid, netUsd, buyerName } = content
  const heading = `reminder.${kind}.heading` as const
  const value = content.amount && content.asset ? money({ amount: content.amount, asset: content.asset }, context) : ''
  const values = {
    amount: netUsd ? formatUsd(netUsd, language) : value,
    buyerName: buyerName === undefined ? '' : plainName(buyerName),
  }
  const letter = {
    subject: t(heading, values),
    turn: t('frame.yourTurn'),
    heading: t(heading, values),
    paragraphs: [
      ...(kind === 'invitation_unanswered'
        ? sayAll(context.custody.says.unanswered, context, values)
        : [t(`reminder.${kind}.text`, values)]),
      ...(content.isLast ? [t('reminder.last')] : []),
    ],
    off: { label: t('reminder.off') },
  }
  if (txid === undefined) {
    return aboutAccount({ ...letter, action: { label: t('action.pay'), path: '/payment' } }, context)
  }
  const facts = amountFact(content, context)
  return aboutEscrow({ ...letter, facts, actionLabel: actionOf(kind, context) }, { txid }, context)
}

function actionOf(kind: Content['kind'], { t }: LetterContext): string {
  if (kind === 'documents_unexamined') return t('action.examine')
  if (kind === 'documents_rejected') return t('action.present')
  return kind === 'refund_unanswered' ? t('action.answer') : t('action.openEscrow')
}
