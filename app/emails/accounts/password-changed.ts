import { z } from 'zod'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { aboutAccount, type LetterContext } from '#app/emails/kernel/letter.ts'
import { formatMoment } from '#app/i18n/kernel/format.ts'

/** So that nobody loses an account without hearing of it. */
export const passwordChangedContent = z.object({ letter: z.literal('password_changed'), changedAt: z.iso.datetime() })

export function passwordChanged(
  { changedAt }: z.infer<typeof passwordChangedContent>,
  context: LetterContext,
): LetterBody {
  const { t, language } = context
  return aboutAccount(
    {
      subject: t('passwordChanged.subject'),
      turn: t('frame.done'),
      heading: t('passwordChanged.subject'),
      paragraphs: [t('passwordChanged.body')],
      facts: [{ label: t('passwordChanged.changedAt'), value: formatMoment(changedAt, language) }],
      warning: { title: t('passwordChanged.doubtTitle'), text: t('passwordChanged.doubt') },
      action: { label: t('action.notMe'), path: '/forgot-password' },
    },
    context,
  )
}
