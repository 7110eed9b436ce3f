import { z } from 'zod'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { aboutAccount, accountLink, type LetterContext, tokenId } from '#app/emails/kernel/letter.ts'

/** To the address that somebody wants for the account. */
export const emailChangeContent = z.object({ letter: z.literal('email_change'), name: z.string(), tokenId })

export function emailChange(content: z.infer<typeof emailChangeContent>, context: LetterContext): LetterBody {
  const { t } = context
  const row = { id: content.tokenId, purpose: 'change_email' } as const
  return aboutAccount(
    {
      subject: t('emailChange.subject'),
      turn: t('frame.yourTurn'),
      heading: t('emailChange.subject'),
      paragraphs: [t('emailChange.body', { name: content.name })],
      action: { label: t('action.confirmEmail'), path: accountLink('/change-email', row, context) },
      safety: t('confirmEmail.safety'),
    },
    context,
  )
}
