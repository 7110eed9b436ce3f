import { z } from 'zod'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { aboutTypedAddress, accountLink, type LetterContext, linkSafety, tokenId } from '#app/emails/kernel/letter.ts'

/** To the address that somebody wants for an account. It may be mistyped: whoever reads it learns nothing of the account. */
export const emailChangeContent = z.object({ letter: z.literal('email_change'), tokenId })

export function emailChange(content: z.infer<typeof emailChangeContent>, context: LetterContext): LetterBody {
  const { t } = context
  const row = { id: content.tokenId, purpose: 'change_email' } as const
  return aboutTypedAddress(
    {
      subject: t('emailChange.subject'),
      turn: t('frame.yourTurn'),
      heading: t('emailChange.subject'),
      paragraphs: [t('emailChange.body')],
      action: { label: t('action.confirmEmail'), path: accountLink('/change-email', row, context) },
      safety: linkSafety(t('confirmEmail.safety'), context),
    },
    context,
  )
}
