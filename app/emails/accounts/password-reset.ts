import { z } from 'zod'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import {
  aboutAccount,
  accountLink,
  goOn,
  type LetterContext,
  linkSafety,
  thenTo,
  tokenId,
} from '#app/emails/kernel/letter.ts'

/** To whoever forgot the password of an account, or whose address somebody else typed. */
export const passwordResetContent = z.object({
  letter: z.literal('password_reset'),
  tokenId,
  goOn,
})

export function passwordReset(content: z.infer<typeof passwordResetContent>, context: LetterContext): LetterBody {
  const { t } = context
  const { tokenId: id } = content
  const link = accountLink('/reset-password', { id, purpose: 'reset_password' }, context)
  return aboutAccount(
    {
      subject: t('passwordReset.subject'),
      heading: t('passwordReset.subject'),
      paragraphs: [t('passwordReset.body'), t('passwordReset.ignore')],
      action: {
        label: t('action.resetPassword'),
        path: thenTo(content.goOn, link),
      },
      safety: linkSafety(t('passwordReset.safety'), context),
    },
    context,
  )
}
