import { z } from 'zod'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { aboutAccount, accountLink, type LetterContext, tokenId } from '#app/emails/kernel/letter.ts'

/** To whoever forgot the password of an account, or whose address somebody else typed. */
export const passwordResetContent = z.object({ letter: z.literal('password_reset'), tokenId })

export function passwordReset(content: z.infer<typeof passwordResetContent>, context: LetterContext): LetterBody {
  const { t } = context
  const row = { id: content.tokenId, purpose: 'reset_password' } as const
  return aboutAccount(
    {
      subject: t('passwordReset.subject'),
      heading: t('passwordReset.heading'),
      paragraphs: [t('passwordReset.body'), t('passwordReset.ignore')],
      action: { label: t('action.resetPassword'), path: accountLink('/reset-password', row, context) },
      safety: t('passwordReset.safety'),
    },
    context,
  )
}
