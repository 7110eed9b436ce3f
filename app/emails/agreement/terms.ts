import { z } from 'zod'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { aboutEscrow, amount, amountFact, asset, type LetterContext, txid } from '#app/emails/kernel/letter.ts'

/** The other side has accepted the terms, or what became of an amendment. */
export const termsContent = z.object({
  letter: z.literal('terms'),
  moment: z.enum(['accepted', 'proposed', 'agreed', 'declined', 'withdrawn']),
  words: z.string().optional(),
  txid,
  amount,
  asset,
})

const TEXTS = {
  accepted: 'common:terms.bound',
  proposed: 'common:terms.letter.proposed.text',
  agreed: 'common:terms.letter.agreed.text',
  declined: 'common:terms.letter.unchanged',
  withdrawn: 'common:terms.letter.unchanged',
} as const

export function terms(content: z.infer<typeof termsContent>, context: LetterContext): LetterBody {
  const { t } = context
  const { moment, words } = content
  const heading = t(`common:terms.letter.${moment}.title`)
  const isAsked = moment === 'proposed'
  return aboutEscrow(
    {
      subject: heading,
      turn: t(isAsked ? 'frame.yourTurn' : 'frame.theirTurn'),
      heading,
      paragraphs: [t(TEXTS[moment])],
      facts: [
        ...amountFact(content, context),
        ...(words ? [{ label: t('common:moreTime.reason'), value: words }] : []),
      ],
      actionAnchor: 'terms',
      actionLabel: t(isAsked ? 'action.answer' : 'action.openEscrow'),
    },
    content,
    context,
  )
}
