import { z } from 'zod'
import { SUPPLEMENT_DAY } from '#app/domain/accounts/service-terms.ts'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { aboutAccount, type LetterContext, txid } from '#app/emails/kernel/letter.ts'
import { formatDay } from '#app/i18n/kernel/format.ts'

/** To somebody with escrows that are not over: what the supplement of the terms changes, and that it changes nothing of those. */
export const termsChangedContent = z.object({
  letter: z.literal('terms_changed'),
  /** Their IDs, as many as a letter names. */
  escrows: z.array(txid),
})

export function termsChanged({ escrows }: z.infer<typeof termsChangedContent>, context: LetterContext): LetterBody {
  const { t, language } = context
  const date = formatDay(SUPPLEMENT_DAY, language)
  return aboutAccount(
    {
      subject: t('termsChanged.subject', { date }),
      turn: t('frame.theirTurn'),
      heading: t('termsChanged.subject', { date }),
      paragraphs: [
        t('termsChanged.dates'),
        t('termsChanged.links'),
        t('termsChanged.open'),
        t('termsChanged.openDates'),
        t('termsChanged.from'),
      ],
      facts: escrows.map((value) => ({ label: t('facts.escrow'), value, isCode: true })),
      action: { label: t('termsChanged.action'), path: '/terms' },
    },
    context,
  )
}
