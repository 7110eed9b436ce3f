import { z } from 'zod'
import { amount, asset, ofEscrow, reader, sayAll, toSign, txid } from '#app/kernel/emails/email.ts'
import { quoteFact, shareFacts } from '#app/kernel/emails/facts.ts'

const shares = {
  kind: z.enum(['offer', 'reduction']),
  txid,
  asset,
  /** The two sum to the escrow's amount. */
  toSeller: amount,
  toBuyer: amount,
}

export const DIVISION_EMAILS = {
  /** To the other side: a proposal, in a dispute or as a lower price for the documents. */
  division: ofEscrow(
    {
      ...shares,
      proposedBy: reader,
      /** In the proposer's words; may be empty. */
      words: z.string(),
      /** It equals what the reader has offered. Left out in emails stored by earlier versions. */
      accepts: z.boolean().optional(),
    },
    (proposed, context) => {
      const { t, custody } = context
      const { kind, proposedBy, words } = proposed
      // Only for the seller's proposal to the buyer: when a buyer accepts, the split is carried out at once.
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

  /** Declined: to the proposer. Agreed: to both. */
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
