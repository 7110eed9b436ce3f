import { z } from 'zod'
import { DOCUMENT_TYPES } from '#app/domain/escrow/document-types.ts'
import { FILE_TROUBLES } from '#app/domain/kernel/file-kind.ts'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { aboutEscrow, amount, amountFact, asset, type LetterContext, txid } from '#app/emails/kernel/letter.ts'
import { quoteFact } from '#app/emails/kernel/quote.ts'

/**
 * The seller asks the buyer to accept documents in spite of a notice; the buyer declines; the buyer gives one more round. And before any
 * notice: papers that cannot be read came, the buyer takes them as they are.
 */
export const waiverContent = z.object({
  letter: z.literal('waiver'),
  moment: z.enum(['asked', 'declined', 'round', 'unreadable', 'taken_as_is']),
  words: z.string().optional(),
  papers: z
    .array(z.object({ type: z.enum([...DOCUMENT_TYPES, 'ShipmentImage']), trouble: z.enum(FILE_TROUBLES) }))
    .optional(),
  txid,
  amount,
  asset,
})

const ACTIONS = {
  asked: 'action.answer',
  declined: 'action.present',
  round: 'action.present',
  unreadable: 'action.openEscrow',
  taken_as_is: 'action.openEscrow',
} as const

export function waiver(content: z.infer<typeof waiverContent>, context: LetterContext): LetterBody {
  const { t } = context
  const { moment, words, papers = [] } = content
  const heading = t(`common:examination.letter.${moment}.title`)
  return aboutEscrow(
    {
      subject: heading,
      // The buyer who has taken them as they are examines them.
      turn: t(moment === 'taken_as_is' ? 'frame.theirTurn' : 'frame.yourTurn'),
      heading,
      paragraphs: [t(`common:examination.letter.${moment}.text`)],
      facts: [
        ...amountFact(content, context),
        ...papers.map(({ type, trouble }) => ({
          label: t(`common:documentType.${type}`),
          value: t(`common:ui.document.trouble.${trouble}`),
        })),
        ...quoteFact(words, moment === 'asked' ? 'seller' : 'buyer', context),
      ],
      ...(moment === 'asked' && { actionAnchor: 'waiver' }),
      ...(moment === 'unreadable' && { actionAnchor: 'unreadable' }),
      actionLabel: t(ACTIONS[moment]),
    },
    content,
    context,
  )
}
