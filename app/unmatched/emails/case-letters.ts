/** Letters about payments that fitted nothing. */
import { z } from 'zod'
import { amountFact, codeFact, money } from '#app/kernel/emails/facts.ts'
import {
  aboutAccount,
  aboutEscrow,
  amount,
  asset,
  type LetterContext,
  letter,
  ofAccount,
  txid,
} from '#app/kernel/emails/letter.ts'
import { CLOSED_BY_HAND } from '#app/ledgers/payments/domain/payment-case.ts'
import { buyersRemedy } from '#app/settlement/payouts/emails/remedies.ts'

export const CASE_LETTERS = {
  /**
   * To the account whose reference a payment came with, when a person has closed its case without a payout of ours: given back
   * by hand, or kept. What an operator noted of it is not for others.
   */
  case_closed: ofAccount(
    {
      end: z.enum(CLOSED_BY_HAND),
      /** Left out of a token that is none of ours: its name is its issuer's words. */
      amount: amount.optional(),
      asset: asset.optional(),
      /** Of the payment; left out of a fee's, to which several may have come. */
      hash: z.string().optional(),
      /** Of the transaction that gave the money back. */
      backHash: z.string().optional(),
    },
    (closed, context) => {
      const { t } = context
      const { end, hash, backHash } = closed
      return {
        subject: t('caseClosed.subject'),
        turn: t('frame.done'),
        paragraphs: [t(`caseClosed.${end}`)],
        facts: [
          ...amountFact(closed, context),
          ...codeFact(t('facts.hash'), hash),
          ...codeFact(t('caseClosed.backHash'), backHash),
        ],
        action: writingAbout(hash ?? backHash, context),
      }
    },
  ),

  /**
   * To whoever had stated a payment that did not count, when a person has closed its case. It says nothing of where the money
   * went: a hash can be read by everybody, and the reader need not be its payer. `txid`: of the escrow that it was stated for; left out
   * for a service fee.
   */
  claim_closed: letter({ hash: z.string(), txid: txid.optional() }, ({ hash, txid }, context) => {
    const { t } = context
    const text = {
      subject: t('claimClosed.subject'),
      turn: t('frame.done'),
      paragraphs: [t('claimClosed.next')],
      facts: codeFact(t('facts.hash'), hash),
    }
    const action = writingAbout(hash, context)
    if (txid === undefined) return aboutAccount({ ...text, action }, context)
    return aboutEscrow({ ...text, actionLabel: action.label, actionPath: action.path }, { txid }, context)
  }),

  /** To the payer of a fee: money that came for it and is not the fee waits for a wallet (docs/decisions/111). */
  fee_owed_back: ofAccount(
    {
      amount,
      asset,
      /** Of the payment, or of the last of those that came together; left out where it is no single one's money. */
      hash: z.string().optional(),
      /** It came in another currency; or the fee was paid without it; or the wallet that was stated cannot be paid. */
      why: z.enum(['wrong_asset', 'not_needed', 'blocked']),
      /** Of `blocked`: the code that the payout holds. */
      reason: z.string().optional(),
    },
    (owed, context) => {
      const { t } = context
      const { why, hash, reason = '' } = owed
      const isBlocked = why === 'blocked'
      const value = money(owed, context)
      return {
        subject: t(isBlocked ? 'payoutBlocked.subject' : 'moneyOwedBack.subject', { amount: value }),
        turn: t('frame.yourTurn'),
        heading: t(`feeOwedBack.heading.${why}`, { amount: value }),
        paragraphs: isBlocked ? [t('payoutBlocked.payee'), buyersRemedy(reason, context)] : [t('moneyOwedBack.text')],
        facts: [{ label: t('feeReceipt.excess'), value }, ...codeFact(t('facts.hash'), hash)],
        action: { label: t('feeOwedBack.action'), path: '/fee-back' },
      }
    },
  ),
}

/** To the support, about this transaction. */
function writingAbout(hash: string | undefined, { t }: LetterContext) {
  const subject = hash && new URLSearchParams({ subject: t('common:arrival.subject', { hash }) })
  return { label: t('common:arrival.write'), path: subject ? `/contact?${subject}` : '/contact' }
}
