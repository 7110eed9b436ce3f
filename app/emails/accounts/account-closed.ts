import { z } from 'zod'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { aboutAccount, type LetterContext } from '#app/emails/kernel/letter.ts'
import { formatDay, formatMoment } from '#app/i18n/kernel/format.ts'

/** The last letter of an account: what is kept of it, and until when. */
export const accountClosedContent = z.object({
  letter: z.literal('account_closed'),
  closedAt: z.iso.datetime(),
  /** Null: nothing was to be kept. */
  keptUntil: z.iso.datetime().nullable(),
  /** What was compared with sanctions lists; unset in letters of before. */
  comparedUntil: z.iso.datetime().optional(),
})

export function accountClosed(
  { closedAt, keptUntil, comparedUntil }: z.infer<typeof accountClosedContent>,
  context: LetterContext,
): LetterBody {
  const { t, language } = context
  const kept =
    keptUntil === null
      ? t('accountClosed.keptNothing')
      : t('accountClosed.kept', { day: formatDay(keptUntil, language) })
  const compared = comparedUntil ? [t('accountClosed.compared', { day: formatDay(comparedUntil, language) })] : []
  return aboutAccount(
    {
      subject: t('accountClosed.subject'),
      turn: t('frame.done'),
      heading: t('accountClosed.subject'),
      paragraphs: [t('accountClosed.body'), kept, ...compared],
      facts: [{ label: t('accountClosed.closedAt'), value: formatMoment(closedAt, language) }],
      warning: { title: t('passwordChanged.doubtTitle'), text: t('payoutWalletAgreed.doubt') },
      action: { label: t('action.notMe'), path: '/contact' },
    },
    context,
  )
}
