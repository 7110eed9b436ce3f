/** Letters about what each side gets, where both may agree to share. */
import { z } from 'zod'
import { quoteFact, shareFacts } from '#app/kernel/emails/facts.ts'
import { amount, asset, ofEscrow, reader, sayAll, toSign, txid } from '#app/kernel/emails/letter.ts'

const shares = {
  kind: z.enum(['offer', 'reduction']),
  txid,
  asset,
  /** The two sum to what the escrow holds. */
  toSeller: amount,
  toBuyer: amount,
}

export const DIVISION_LETTERS = {
  /** The other side proposes what each gets: in a dispute, or as a lower price for the documents. */
  division: ofEscrow(
    {
      ...shares,
      proposedBy: reader,
      /** In the words of whoever proposed it; may be empty. */
      words: z.string(),
      /** It is what the reader has offered. Letters of before do not say. */
      accepts: z.boolean().optional(),
    },
    (proposed, context) => {
      const { t, custody } = context
      const { kind, proposedBy, words } = proposed
      // The seller's, to the buyer: what the buyer accepts is carried out at once.
      const accepts = proposed.accepts === true && proposedBy === 'seller'
      const offered = accepts ? 'common:division.letter.accepts' : 'common:division.letter.offer'
      return {
        subject: t(kind === 'offer' ? offered : 'common:division.letter.reduction'),
        turn: t('frame.yourTurn'),
        paragraphs:
          kind === 'reduction'
            ? sayAll(custody.says.reduction, context)
            : [t(accepts ? 'common:division.letter.acceptsText' : 'common:division.text.offer')],
        facts: [...shareFacts(proposed, context), ...quoteFact(words, proposedBy, context)],
        actionAnchor: 'division',
        actionLabel: t('action.answer'),
      }
    },
  ),

  /** Declined, to whoever proposed it; agreed, to both. */
  division_answered: ofEscrow({ ...shares, answer: z.enum(['agreed', 'declined']) }, (answered, context) => {
    const { t, custody } = context
    const { kind, answer } = answered
    const isAgreed = answer === 'agreed'
    return {
      subject: t(`common:division.letter.${answer}.${kind}`),
      turn: t('frame.theirTurn'),
      paragraphs: isAgreed ? sayAll(custody.says.divided, context) : [t(`common:division.letter.declinedText.${kind}`)],
      facts: shareFacts(answered, context),
      ...(custody.settledBy === 'signatures' && isAgreed && toSign(answered, context)),
    }
  }),
}
