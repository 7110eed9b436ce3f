import { z } from 'zod'
import type { Fact, LetterBody } from '#app/emails/kernel/layout.ts'
import {
  aboutEscrow,
  amount,
  asset,
  type LetterContext,
  money,
  reader,
  sayAll,
  toSign,
  txid,
} from '#app/emails/kernel/letter.ts'
import { quoteFact } from '#app/emails/kernel/quote.ts'

const shares = {
  kind: z.enum(['offer', 'reduction']),
  txid,
  asset,
  /** The two sum to what the escrow holds. */
  toSeller: amount,
  toBuyer: amount,
}

/** The other side proposes what each gets: in a dispute, or as a lower price for the documents. */
export const divisionContent = z.object({
  letter: z.literal('division'),
  ...shares,
  proposedBy: reader,
  /** In the words of whoever proposed it; may be empty. */
  words: z.string(),
  /** It is what the reader has offered. Letters of before do not say. */
  accepts: z.boolean().optional(),
})

/** Declined, to whoever proposed it; agreed, to both. */
export const divisionAnsweredContent = z.object({
  letter: z.literal('division_answered'),
  ...shares,
  answer: z.enum(['agreed', 'declined']),
})

type Proposed = z.infer<typeof divisionContent>
type Answered = z.infer<typeof divisionAnsweredContent>

export function division(proposed: Proposed, context: LetterContext): LetterBody {
  const { t, custody } = context
  const { kind, proposedBy, words } = proposed
  // The seller's, to the buyer: what the buyer accepts is carried out at once.
  const accepts = proposed.accepts === true && proposedBy === 'seller'
  const offered = accepts ? 'common:division.letter.accepts' : 'common:division.letter.offer'
  const heading = t(kind === 'offer' ? offered : 'common:division.letter.reduction')
  return aboutEscrow(
    {
      subject: heading,
      turn: t('frame.yourTurn'),
      heading,
      paragraphs:
        kind === 'reduction'
          ? sayAll(custody.says.reduction, context)
          : [t(accepts ? 'common:division.letter.acceptsText' : 'common:division.text.offer')],
      facts: [...sharesOf(proposed, context), ...quoteFact(words, proposedBy, context)],
      actionAnchor: 'division',
      actionLabel: t('action.answer'),
    },
    proposed,
    context,
  )
}

export function divisionAnswered(answered: Answered, context: LetterContext): LetterBody {
  const { t, custody } = context
  const { kind, answer } = answered
  const heading = t(`common:division.letter.${answer}.${kind}`)
  return aboutEscrow(
    {
      subject: heading,
      turn: t('frame.theirTurn'),
      heading,
      paragraphs:
        answer === 'agreed'
          ? sayAll(custody.says.divided, context)
          : [t(`common:division.letter.declinedText.${kind}`)],
      facts: sharesOf(answered, context),
      actionLabel: t('action.openEscrow'),
      ...(custody.settledBy === 'signatures' && answer === 'agreed' && toSign(answered, context)),
    },
    answered,
    context,
  )
}

function sharesOf({ toSeller, toBuyer, asset: currency }: Proposed | Answered, context: LetterContext): Fact[] {
  const { t } = context
  return [
    { label: t('disputeDecided.toSeller'), value: money({ amount: toSeller, asset: currency }, context) },
    { label: t('disputeDecided.toBuyer'), value: money({ amount: toBuyer, asset: currency }, context) },
  ]
}
