import { z } from 'zod'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { aboutAccount, accountLink, type LetterContext, tokenId } from '#app/emails/kernel/letter.ts'
import { formatMoment } from '#app/i18n/kernel/format.ts'

/**
 * To the address that the account has had, with a link that puts a stop to the change, before it is done and after. `stillUntil`: an
 * operator has changed it, and until then nothing is done with money.
 */
export const emailChangeToldContent = z.object({
  letter: z.literal('email_change_told'),
  to: z.string(),
  tokenId,
  stillUntil: z.iso.datetime().optional(),
})

export function emailChangeTold(content: z.infer<typeof emailChangeToldContent>, context: LetterContext): LetterBody {
  const { t, language } = context
  const { to: email, stillUntil } = content
  const body = stillUntil
    ? t('emailChangeTold.byOperator', { email, time: formatMoment(stillUntil, language) })
    : t('emailChangeTold.body', { email })
  const row = { id: content.tokenId, purpose: 'keep_email' } as const
  return aboutAccount(
    {
      subject: t('emailChangeTold.subject'),
      turn: t('frame.theirTurn'),
      heading: t('emailChangeTold.subject'),
      paragraphs: [body],
      warning: { title: t('passwordChanged.doubtTitle'), text: t('emailChangeTold.doubt') },
      action: { label: t('emailChangeTold.keep'), path: accountLink('/keep-email', row, context) },
      safety: `${t('passwordReset.safety')} ${t('emailChangeTold.safety')}`,
    },
    context,
  )
}
