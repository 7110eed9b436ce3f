import { z } from 'zod'
import { plainName } from '#app/kernel/domain/words/person-name.ts'
import {
  aboutAccount,
  aboutEscrow,
  amount,
  asset,
  type EmailContext,
  emailOf,
  sayAll,
  txid,
} from '#app/kernel/emails/email.ts'
import { amountFact, money } from '#app/kernel/emails/facts.ts'
import { formatUsd } from '#app/kernel/i18n/format.ts'
import { REMINDER_KINDS, type ReminderKind } from '#app/notices/domain/reminder-kinds.ts'

/** To the side whose turn it is. The reader can switch off each kind. */
export const reminder = emailOf(
  {
    kind: z.enum(REMINDER_KINDS),
    /** No more reminders follow in this turn. */
    isLast: z.boolean(),
    /** Missing in the reminder of a fee. */
    txid: txid.optional(),
    amount: amount.optional(),
    asset: asset.optional(),
    /** Only to the seller's side. */
    buyerName: z.string().optional(),
    /** Only in the reminder of a fee: the quote in US dollars. */
    netUsd: z.string().optional(),
  },
  (content, context) => {
    const { t, language } = context
    const { kind, txid, netUsd, amount, asset, buyerName } = content
    const value = amount && asset ? money({ amount, asset }, context) : ''
    const values = {
      amount: netUsd ? formatUsd(netUsd, language) : value,
      buyerName: buyerName === undefined ? '' : plainName(buyerName),
    }
    const text = {
      subject: t(`reminder.${kind}.heading`, values),
      turn: t('frame.yourTurn'),
      paragraphs: [
        ...(kind === 'invitation_unanswered'
          ? sayAll(context.custody.says.unanswered, context, values)
          : [t(`reminder.${kind}.text`, values)]),
        ...(content.isLast ? [t('reminder.last')] : []),
      ],
      off: { label: t('reminder.off') },
    }
    if (txid === undefined) {
      return aboutAccount({ ...text, action: { label: t('action.pay'), path: '/payment' } }, context)
    }
    const facts = amountFact(content, context)
    return aboutEscrow({ ...text, facts, actionLabel: actionOf(kind, context) }, { txid }, context)
  },
)

function actionOf(kind: ReminderKind, { t }: EmailContext): string {
  if (kind === 'documents_unexamined') return t('action.examine')
  if (kind === 'documents_rejected') return t('action.present')
  return kind === 'refund_unanswered' ? t('action.answer') : t('action.openEscrow')
}
