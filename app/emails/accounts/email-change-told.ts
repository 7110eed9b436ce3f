import { z } from 'zod'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { aboutAccount, accountLink, type LetterContext, tokenId } from '#app/emails/kernel/letter.ts'

/** To the address that the account has had, with a link that puts a stop to the change, before it is done and after. */
export const emailChangeToldContent = z.object({ letter: z.literal('email_change_told'), to: z.string(), tokenId })

export function emailChangeTold(content: z.infer<typeof emailChangeToldContent>, context: LetterContext): LetterBody {
  const { t } = context
  const row = { id: content.tokenId, purpose: 'keep_email' } as const
  return aboutAccount(
    {
      subject: t('emailChangeTold.subject'),
      turn: t('frame.theirTurn'),
      heading: t('emailChangeTold.subject'),
      paragraphs: [t('emailChangeTold.body', { email: content.to })],
      warning: { title: t('passwordChanged.doubtTitle'), text: t('emailChangeTold.doubt') },
      action: { label: t('emailChangeTold.keep'), path: accountLink('/keep-email', row, context) },
      safety: t('emailChangeTold.safety'),
    },
    context,
  )
}
