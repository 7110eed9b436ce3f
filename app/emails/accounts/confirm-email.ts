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

/** The link of the welcome letter again, for whoever asks for it. */
export const confirmEmailContent = z.object({ letter: z.literal('confirm_email'), name: z.string(), tokenId, goOn })

export function confirmEmail(content: z.infer<typeof confirmEmailContent>, context: LetterContext): LetterBody {
  const { t } = context
  const row = { id: content.tokenId, purpose: 'confirm_email' } as const
  return aboutAccount(
    {
      subject: t('confirmEmail.subject'),
      turn: t('frame.yourTurn'),
      heading: t('confirmEmail.subject'),
      paragraphs: [t('welcome.confirm'), t('confirmEmail.older')],
      action: {
        label: t('action.confirmEmail'),
        path: thenTo(content.goOn, accountLink('/confirm-email', row, context)),
      },
      safety: linkSafety(t('confirmEmail.safety'), context),
    },
    context,
  )
}
