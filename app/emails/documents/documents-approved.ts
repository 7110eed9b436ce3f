import { z } from 'zod'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import {
  aboutEscrow,
  amount,
  asset,
  type LetterContext,
  money,
  sayAll,
  toSign,
  txid,
} from '#app/emails/kernel/letter.ts'

/** To the seller. */
export const documentsApprovedContent = z.object({
  letter: z.literal('documents_approved'),
  txid,
  amount,
  asset,
  /** Approval may come before the money (product.md §3). */
  isFunded: z.boolean().optional(),
  /** In spite of a notice. */
  waived: z.boolean().optional(),
  /** The buyer's wallet has signed its release: nothing waits for the seller. */
  isSigned: z.boolean().optional(),
})

export function documentsApproved(
  escrow: z.infer<typeof documentsApprovedContent>,
  context: LetterContext,
): LetterBody {
  const { t, custody } = context
  return aboutEscrow(
    {
      subject: t('documentsApproved.subject'),
      turn: t('frame.theirTurn'),
      heading: t('documentsApproved.subject'),
      paragraphs: [...(escrow.waived ? [t('common:examination.letter.waived')] : []), ...nextSteps(escrow, context)],
      facts: [{ label: t('facts.amount'), value: money(escrow, context) }],
      actionLabel: t('action.openEscrow'),
      ...(custody.settledBy === 'signatures' && escrow.isFunded && !escrow.isSigned && toSign(escrow, context)),
    },
    escrow,
    context,
  )
}

type Steps = Pick<z.infer<typeof documentsApprovedContent>, 'isFunded' | 'isSigned'>

function nextSteps({ isFunded, isSigned }: Steps, context: LetterContext): string[] {
  const { t, custody } = context
  if (isSigned) return [t('held.how.signed'), t('held.again')]
  return sayAll(isFunded ? custody.says.approved : custody.says.approvedUnfunded, context)
}
