import { z } from 'zod'
import { ASKED_DETAILS, type AskedDetail } from '#app/domain/screening/review.ts'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { aboutAccount, type LetterContext } from '#app/emails/kernel/letter.ts'
import { formatList } from '#app/i18n/kernel/format.ts'

/**
 * To somebody whose account is being checked: that it has begun, what is missing, that it is over. It says nothing of what was found,
 * of lists, or of why (decision 110).
 */
export const accountCheckedContent = z.object({
  letter: z.literal('account_checked'),
  what: z.enum(['begun', 'asked', 'done']),
  /** With 'asked' alone. */
  asked: z.array(z.enum(ASKED_DETAILS)).optional(),
})

export function accountChecked(
  { what, asked = [] }: z.infer<typeof accountCheckedContent>,
  context: LetterContext,
): LetterBody {
  const { t } = context
  const heading = t(
    what === 'begun' ? 'common:checked.title' : what === 'asked' ? 'common:checked.missing' : 'accountChecked.done',
  )
  return aboutAccount(
    {
      subject: heading,
      turn: t(what === 'asked' ? 'frame.yourTurn' : 'frame.theirTurn'),
      heading,
      paragraphs: paragraphsOf(what, asked, context),
      action: actionOf(what, asked, context),
    },
    context,
  )
}

function paragraphsOf(what: 'begun' | 'asked' | 'done', asked: readonly AskedDetail[], { t, language }: LetterContext) {
  if (what === 'done') return [t('accountChecked.doneBody')]
  if (what === 'begun') return [t('common:checked.account'), t('accountChecked.howLong')]
  const details = formatList(
    asked.map((detail) => t(`common:checked.asked.${detail}`)),
    language,
  )
  return [t('common:checked.what', { details }), t('accountChecked.give'), t('common:checked.account')]
}

function actionOf(what: 'begun' | 'asked' | 'done', asked: readonly AskedDetail[], { t }: LetterContext) {
  if (what !== 'asked') return { label: t('common:nav.dashboard'), path: '/dashboard' }
  if (asked.every((detail) => detail === 'contact')) return { label: t('common:nav.contact'), path: '/contact' }
  return { label: t('common:pages.about'), path: '/settings/about' }
}
