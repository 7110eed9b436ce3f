import { z } from 'zod'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { aboutAccount, type LetterContext } from '#app/emails/kernel/letter.ts'
import { formatMoment } from '#app/i18n/kernel/format.ts'

/** What was done with the second step of signing in, so that nobody loses it without hearing of it. */
export const accountSecuredContent = z.object({
  letter: z.literal('account_secured'),
  what: z.enum(['second_factor_set', 'second_factor_off', 'second_factor_reset', 'recovery_code_used']),
  at: z.iso.datetime(),
  /** An operator did it: until then nothing is done with money. */
  stillUntil: z.iso.datetime().optional(),
})

export function accountSecured(
  { what, at, stillUntil }: z.infer<typeof accountSecuredContent>,
  context: LetterContext,
): LetterBody {
  const { t, language } = context
  return aboutAccount(
    {
      subject: t(`accountSecured.${what}.subject`),
      turn: t('frame.done'),
      heading: t(`accountSecured.${what}.subject`),
      paragraphs: [
        t(`accountSecured.${what}.body`),
        ...(stillUntil ? [t('common:standsStill.until', { time: formatMoment(stillUntil, language) })] : []),
      ],
      facts: [{ label: t('passwordChanged.changedAt'), value: formatMoment(at, language) }],
      warning: { title: t('passwordChanged.doubtTitle'), text: t('passwordChanged.doubt') },
      action: { label: t('action.notMe'), path: '/forgot-password' },
    },
    context,
  )
}
