import { z } from 'zod'
import type { Fact, LetterBody } from '#app/emails/kernel/layout.ts'
import {
  aboutEscrow,
  amount,
  asset,
  howItMoves,
  type LetterContext,
  money,
  reader,
  toSign,
  txid,
} from '#app/emails/kernel/letter.ts'

/** To both sides, with the operator's note. */
export const disputeDecidedContent = z.object({
  letter: z.literal('dispute_decided'),
  reader,
  txid,
  asset,
  /** `dismissed`: nothing is paid by the decision, and the escrow goes on where it stood. */
  decision: z.enum(['release', 'refund', 'split', 'dismissed']),
  /** The two sum to what the escrow holds. Both 0 when the dispute is dismissed. */
  toSeller: amount,
  toBuyer: amount,
  /** The operator's reasons. */
  note: z.string(),
})

const IS_ZERO = /^0+(\.0*)?$/

type Content = z.infer<typeof disputeDecidedContent>

export function disputeDecided(dispute: Content, context: LetterContext): LetterBody {
  const { t, custody } = context
  return aboutEscrow(
    {
      subject: t('disputeDecided.subject'),
      turn: dispute.decision === 'dismissed' ? undefined : t('frame.theirTurn'),
      heading: t(dispute.decision === 'dismissed' ? 'disputeDecided.headingDismissed' : 'disputeDecided.subject'),
      paragraphs: paragraphs(dispute, context),
      facts: factsOf(dispute, context),
      actionLabel: t('action.openEscrow'),
      ...(custody.settledBy === 'signatures' && dispute.decision !== 'dismissed' && toSign(dispute, context)),
    },
    dispute,
    context,
  )
}

function paragraphs({ decision }: Content, context: LetterContext): string[] {
  const { t } = context
  if (decision === 'dismissed') return [t('disputeDecided.goesOn')]
  return [...howItMoves(context), t('held.final')]
}

function factsOf(dispute: Content, context: LetterContext): Fact[] {
  const { t } = context
  const share = (label: string, value: string) =>
    IS_ZERO.test(value) ? [] : [{ label, value: money({ amount: value, asset: dispute.asset }, context) }]
  return [
    ...share(t('disputeDecided.toSeller'), dispute.toSeller),
    ...share(t('disputeDecided.toBuyer'), dispute.toBuyer),
    ...(dispute.note ? [{ label: t('disputeDecided.note'), value: dispute.note }] : []),
  ]
}
