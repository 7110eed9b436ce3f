import { z } from 'zod'
import { STAGES } from '#app/domain/escrow/escrow.ts'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import {
  aboutEscrow,
  amount,
  asset,
  type LetterContext,
  money,
  reader,
  sayAll,
  txid,
} from '#app/emails/kernel/letter.ts'
import type { LetterCustody, Sayings } from '#app/emails/kernel/letter-custody.ts'

export const escrowFundedContent = z.object({
  letter: z.literal('escrow_funded'),
  reader,
  txid,
  amount,
  asset,
  /** Of the payment that completed the amount. */
  hash: z.string(),
  /**
   * How the trade stood when the letter was first tried, and whether it was the reader's turn: sellers confirm, and buyers approve, before
   * the money as well. Letters of before do not say.
   */
  stage: z.enum(STAGES).optional(),
  isYours: z.boolean().optional(),
  /** Where the money goes was decided before the letter went. */
  isDecided: z.boolean().optional(),
})

type Content = z.infer<typeof escrowFundedContent>

export function escrowFunded(escrow: Content, context: LetterContext): LetterBody {
  const { t, custody } = context
  const { reader: side, stage, isYours = side === 'seller' } = escrow
  const value = money(escrow, context)
  const examines = isYours && side === 'buyer' && stage === 'awaiting_examination'
  return aboutEscrow(
    {
      subject: t('escrowFunded.subject', { amount: value }),
      turn: t(isYours ? 'frame.yourTurn' : 'frame.theirTurn'),
      heading: t(custody.says.fundedHeading, { amount: value }),
      paragraphs: sayAll([...custody.says.funded[side], ...nextFor(escrow, custody)], context),
      facts: [
        { label: t('facts.amount'), value },
        { label: t('facts.hash'), value: escrow.hash, isCode: true },
      ],
      actionLabel: t(examines ? 'action.examine' : 'action.openEscrow'),
      ...(examines && { actionAnchor: 'decision' }),
    },
    escrow,
    context,
  )
}

/** What this side does or waits for now. Where the money goes elsewhere meanwhile, other letters say it. */
function nextFor({ reader: side, stage = 'awaiting_confirmation' }: Content, { says }: LetterCustody): Sayings {
  const isBuyer = side === 'buyer'
  switch (stage) {
    case 'awaiting_confirmation':
      return says.fundedFirst[side]
    case 'awaiting_examination':
      return isBuyer ? ['sellerConfirmed.heading', ...says.confirmed] : ['common:seller.doneText']
    case 'rejected':
      return isBuyer ? [] : ['documentsRejected.subject']
    case 'releasing':
      return isBuyer ? [] : says.approved
    default:
      return []
  }
}
