import { z } from 'zod'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { aboutAccount, accountLink, type LetterContext, tokenId } from '#app/emails/kernel/letter.ts'

/** To whoever forgot the password of an account, or whose address somebody else typed. */
export const passwordResetContent = z.object({
  letter: z.literal('password_reset'),
  tokenId,
  /** A path of ours: where the person was asked to log in. */
  goOn: z.string().optional(),
})

export function passwordReset(content: z.infer<typeof passwordResetContent>, context: LetterContext): LetterBody {
  const { t } = context
  const { tokenId: id, goOn } = content
  const link = accountLink('/reset-password', { id, purpose: 'reset_password' }, context)
  return aboutAccount(
    {
      subject: t('passwordReset.subject'),
      heading: t('passwordReset.heading'),
      paragraphs: [t('passwordReset.body'), t('passwordReset.ignore')],
      action: {
        label: t('action.resetPassword'),
        path: goOn ? `${link}&redirectTo=${encodeURIComponent(goOn)}` : link,
      },
      safety: t('passwordReset.safety'),
    },
    context,
  )
}
