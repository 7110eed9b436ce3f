import { z } from 'zod'
import { PRESENTED_TYPES, type PresentedType } from '#app/domain/documents/documents.ts'
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
})

export function documentsRejected(
  escrow: z.infer<typeof documentsRejectedContent>,
  context: LetterContext,
): LetterBody {
  const { t } = context
  return aboutEscrow(
    {
      subject: t('documentsRejected.subject'),
      turn: t('frame.yourTurn'),
      heading: t('documentsRejected.heading'),
      paragraphs: [t('documentsRejected.body')],
      facts: [
        ...documentsFact(escrow.documents ?? [], context),
        ...quoteFact(escrow.reason, 'buyer', context),
        ...amountFact(escrow, context),
      ],
      actionLabel: t('action.present'),
    },
    escrow,
    context,
  )
}

function documentsFact(documents: readonly PresentedType[], { t, language }: LetterContext) {
  if (documents.length === 0) return []
  const names = documents.map((type) => t(`common:documentType.${type}`))
  return [{ label: t('facts.documents'), value: new Intl.ListFormat(language).format(names) }]
}
