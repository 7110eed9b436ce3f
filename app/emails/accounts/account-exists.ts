import { z } from 'zod'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { aboutAccount, type LetterContext } from '#app/emails/kernel/letter.ts'

/** To the owner of an account, with whose address somebody wanted to have another one. */
export const accountExistsContent = z.object({ letter: z.literal('account_exists') })

export function accountExists(_: z.infer<typeof accountExistsContent>, context: LetterContext): LetterBody {
  const { t } = context
  return aboutAccount(
    {
      subject: t('accountExists.subject'),
      turn: t('frame.theirTurn'),
      heading: t('accountExists.subject'),
      paragraphs: [t('accountExists.body'), t('accountExists.ignore')],
      action: { label: t('common:nav.login'), path: '/login' },
    },
    context,
  )
}
