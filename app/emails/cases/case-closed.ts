import { z } from 'zod'
import { CLOSED_BY_HAND } from '#app/domain/ledger-payments/payment-case.ts'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { aboutAccount, amount, amountFact, asset, type LetterContext } from '#app/emails/kernel/letter.ts'

/**
 * To the account whose reference a payment came with, when a person has closed its case without a payout of ours: given back
 * by hand, or kept. What an operator noted of it is not for others.
 */
export const caseClosedContent = z.object({
  letter: z.literal('case_closed'),
  end: z.enum(CLOSED_BY_HAND),
  /** Left out of a token that is none of ours: its name is its issuer's words. */
  amount: amount.optional(),
  asset: asset.optional(),
  /** Of the payment; left out of a fee's, to which several may have come. */
  hash: z.string().optional(),
  /** Of the transaction that gave the money back. */
  backHash: z.string().optional(),
})

export function caseClosed(closed: z.infer<typeof caseClosedContent>, context: LetterContext): LetterBody {
  const { t } = context
  const { end, hash, backHash } = closed
  const about = hash ?? backHash
  const subject = about && new URLSearchParams({ subject: t('common:arrival.subject', { hash: about }) })
  return aboutAccount(
    {
      subject: t('caseClosed.subject'),
      turn: t('frame.done'),
      heading: t('caseClosed.subject'),
      paragraphs: [t(`caseClosed.${end}`)],
      facts: [
        ...amountFact(closed, context),
        ...(hash ? [{ label: t('facts.hash'), value: hash, isCode: true }] : []),
        ...(backHash ? [{ label: t('caseClosed.backHash'), value: backHash, isCode: true }] : []),
      ],
      action: { label: t('common:arrival.write'), path: subject ? `/contact?${subject}` : '/contact' },
    },
    context,
  )
}
