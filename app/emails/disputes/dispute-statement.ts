import { z } from 'zod'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { aboutEscrow, type LetterContext, reader, txid } from '#app/emails/kernel/letter.ts'
import { quoteFact } from '#app/emails/kernel/quote.ts'
import { formatMoment } from '#app/i18n/kernel/format.ts'

/** To the other side: what was said in the dispute that is open. Of several in a row it carries the newest. */
export const disputeStatementContent = z.object({
  letter: z.literal('dispute_statement'),
  txid,
  by: reader,
  /** Which dispute it is. */
  openedBy: reader,
  /** In the words of that side; may be empty. */
  words: z.string(),
  /** How many files came with it. */
  files: z.string().regex(/^\d+$/),
  /** By when Quayside means to decide. */
  decideBy: z.iso.datetime(),
})

export function disputeStatement(said: z.infer<typeof disputeStatementContent>, context: LetterContext): LetterBody {
  const { t, language } = context
  const heading = t('disputeStatement.heading')
  return aboutEscrow(
    {
      subject: heading,
      turn: t('frame.mayAnswer'),
      heading,
      paragraphs: [
        t('disputeOpened.say'),
        t('common:lookup.settle.dispute.decideBy', { time: formatMoment(said.decideBy, language) }),
      ],
      facts: [
        ...quoteFact(said.words, said.by, context),
        ...(said.files === '0' ? [] : [{ label: t('disputeStatement.files'), value: said.files }]),
      ],
      actionLabel: t('action.openEscrow'),
      actionAnchor: 'dispute',
    },
    said,
    context,
  )
}
