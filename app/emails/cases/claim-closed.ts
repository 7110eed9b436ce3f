import { z } from 'zod'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { aboutAccount, aboutEscrow, type LetterContext, txid } from '#app/emails/kernel/letter.ts'

/**
 * To whoever had stated a payment that did not count, when a person has closed its case. It says nothing of where the money
 * went: a hash can be read by everybody, and the reader need not be its payer.
 */
export const claimClosedContent = z.object({
  letter: z.literal('claim_closed'),
  hash: z.string(),
  /** Of the escrow that it was stated for; left out for a service fee. */
  txid: txid.optional(),
})

export function claimClosed(claim: z.infer<typeof claimClosedContent>, context: LetterContext): LetterBody {
  const { t } = context
  const { hash, txid } = claim
  const path = `/contact?${new URLSearchParams({ subject: t('common:arrival.subject', { hash }) })}`
  const text = {
    subject: t('claimClosed.subject'),
    turn: t('frame.done'),
    heading: t('claimClosed.subject'),
    paragraphs: [t('claimClosed.next')],
    facts: [{ label: t('facts.hash'), value: hash, isCode: true }],
  }
  const label = t('common:arrival.write')
  if (txid === undefined) return aboutAccount({ ...text, action: { label, path } }, context)
  return aboutEscrow({ ...text, actionLabel: label, actionPath: path }, { txid }, context)
}
