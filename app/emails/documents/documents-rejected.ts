import { z } from 'zod'
import { PRESENTED_TYPES, type PresentedType } from '#app/domain/documents/documents.ts'
import { DISCREPANCIES } from '#app/domain/documents/notice.ts'
import { quoteForLetter } from '#app/domain/kernel/words/quoted.ts'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { aboutEscrow, amount, amountFact, asset, type LetterContext, txid } from '#app/emails/kernel/letter.ts'
import { quoteFact } from '#app/emails/kernel/quote.ts'

/** To the seller, with the buyer's reason in the buyer's own words. */
export const documentsRejectedContent = z.object({
  letter: z.literal('documents_rejected'),
  txid,
  amount: amount.optional(),
  asset: asset.optional(),
  reason: z.string(),
  /** The documents that the rejection means; none means all of it. */
  documents: z.array(z.enum(PRESENTED_TYPES)).optional(),
  /** What is wrong with each of them. */
  marks: z
    .array(z.object({ type: z.enum(PRESENTED_TYPES), reasons: z.array(z.enum(DISCREPANCIES)), words: z.string() }))
    .optional(),
  /** How often the seller can still present; left out where there is no limit. */
  roundsLeft: z.number().int().optional(),
})

export function documentsRejected(
  escrow: z.infer<typeof documentsRejectedContent>,
  context: LetterContext,
): LetterBody {
  const { t, custody, isDated } = context
  const moves = custody.until !== null || isDated
  return aboutEscrow(
    {
      subject: t('documentsRejected.subject'),
      turn: t('frame.yourTurn'),
      heading: t('documentsRejected.subject'),
      paragraphs: [
        t(escrow.roundsLeft === 0 ? 'common:examination.noneLeftSeller' : 'documentsRejected.body'),
        ...(escrow.roundsLeft === 0 && !moves ? [t('common:examination.letter.moneyStays')] : []),
        ...(escrow.roundsLeft ? [t('common:examination.left', { count: escrow.roundsLeft })] : []),
      ],
      facts: [
        ...(escrow.marks
          ? escrow.marks.map((mark) => markFact(mark, context))
          : documentsFact(escrow.documents ?? [], context)),
        ...quoteFact(escrow.reason, 'buyer', context),
        ...amountFact(escrow, context),
      ],
      actionLabel: t(escrow.roundsLeft === 0 ? 'action.openEscrow' : 'action.present'),
    },
    escrow,
    context,
  )
}

type Marked = NonNullable<z.infer<typeof documentsRejectedContent>['marks']>[number]

/** "Packing List: Conflicts with another document. Short quantity.", and the buyer's words, marked as such. */
function markFact({ type, reasons, words }: Marked, { t, language }: LetterContext) {
  const named = reasons.map((reason) => t(`common:examination.discrepancy.${reason}`))
  const { text } = quoteForLetter(words)
  return {
    label: t(`common:documentType.${type}`),
    value:
      [new Intl.ListFormat(language).format(named), ...(words ? [`“${text}”`] : [])].filter(Boolean).join('\n') ||
      t('common:escrow.documents.rejected'),
  }
}

function documentsFact(documents: readonly PresentedType[], { t, language }: LetterContext) {
  if (documents.length === 0) return []
  const names = documents.map((type) => t(`common:documentType.${type}`))
  return [{ label: t('facts.documents'), value: new Intl.ListFormat(language).format(names) }]
}
