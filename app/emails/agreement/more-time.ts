import { z } from 'zod'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { aboutEscrow, amount, amountFact, asset, type LetterContext, txid } from '#app/emails/kernel/letter.ts'
import { formatMoment } from '#app/i18n/kernel/format.ts'

/** The other side asks for more time, or has answered. */
export const moreTimeContent = z.object({
  letter: z.literal('more_time'),
  moment: z.enum(['asked', 'agreed', 'declined']),
  until: z.string(),
  reason: z.string().optional(),
  txid,
  amount,
  asset,
})

export function moreTime(content: z.infer<typeof moreTimeContent>, context: LetterContext): LetterBody {
  const { t, language } = context
  const { moment, until, reason } = content
  const state = moment === 'asked' ? 'open' : moment
  const heading = t(`common:dates.request.${state}`, { time: formatMoment(until, language) })
  return aboutEscrow(
    {
      subject: heading,
      // Whoever is answered asked for time to act.
      turn: t('frame.yourTurn'),
      heading,
      paragraphs: moment === 'asked' ? [t('common:moreTime.text')] : [],
      facts: [
        ...amountFact(content, context),
        ...(reason ? [{ label: t('common:moreTime.reason'), value: reason }] : []),
      ],
      // On the page the question stands by itself while it can be answered.
      actionAnchor: moment === 'asked' ? 'time-request' : 'dates',
      actionLabel: t(moment === 'asked' ? 'action.answer' : 'action.openEscrow'),
    },
    content,
    context,
  )
}
