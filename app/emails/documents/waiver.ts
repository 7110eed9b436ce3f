import { z } from 'zod'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { aboutEscrow, amount, amountFact, asset, type LetterContext, txid } from '#app/emails/kernel/letter.ts'
import { quoteFact } from '#app/emails/kernel/quote.ts'

/** The seller asks the buyer to accept documents in spite of a notice; the buyer declines; the buyer gives one more round. */
export const waiverContent = z.object({
  letter: z.literal('waiver'),
  moment: z.enum(['asked', 'declined', 'round']),
  words: z.string().optional(),
  txid,
  amount,
  asset,
})

export function waiver(content: z.infer<typeof waiverContent>, context: LetterContext): LetterBody {
  const { t } = context
  const { moment, words } = content
  const heading = t(`common:examination.letter.${moment}.title`)
  return aboutEscrow(
    {
      subject: heading,
      turn: t('frame.yourTurn'),
      heading,
      paragraphs: [t(`common:examination.letter.${moment}.text`)],
      facts: [...amountFact(content, context), ...quoteFact(words, moment === 'asked' ? 'seller' : 'buyer', context)],
      ...(moment === 'asked' && { actionAnchor: 'waiver' }),
      actionLabel: t(moment === 'asked' ? 'action.answer' : 'action.present'),
    },
    content,
    context,
  )
}
