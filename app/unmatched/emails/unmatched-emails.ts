import { z } from 'zod'
import {
  aboutAccount,
  aboutEscrow,
  amount,
  asset,
  type EmailContext,
  emailOf,
  ofAccount,
  txid,
} from '#app/kernel/emails/email.ts'
import { amountFact, codeFact, money } from '#app/kernel/emails/facts.ts'
import { CLOSED_BY_HAND } from '#app/ledgers/payments/domain/unmatched-payment.ts'
import { buyersRemedy } from '#app/settlement/payouts/emails/remedies.ts'

export const UNMATCHED_EMAILS = {
  /**
   * To the account whose reference a payment had, when a person has closed it without a payout of ours: paid back by
   * hand, or kept. The operator's notes stay internal.
   */
  case_closed: ofAccount(
    {
      end: z.enum(CLOSED_BY_HAND),
      /** Left out for a foreign token, whose name its issuer chose. */
      amount: amount.optional(),
      asset: asset.optional(),
      /** Of the payment; left out for a fee's, which may be several. */
      hash: z.string().optional(),
      /** Of the transaction that paid the money back. */
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
   * To somebody who claimed an uncounted payment that a person has closed. Does not say where the money went: a hash is
   * public, and the reader may not be the payer. `txid`: of the escrow that it was claimed for; left out for a fee.
   */
  claim_closed: emailOf({ hash: z.string(), txid: txid.optional() }, ({ hash, txid }, context) => {
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

  /** To a fee's payer: money that came for it and is not the fee waits for a wallet (docs/decisions/111). */
  fee_owed_back: ofAccount(
    {
      amount,
      asset,
      /** Of the payment, or the last of several that came together; left out where it is no single payment's money. */
      hash: z.string().optional(),
      /** It came in another currency, the fee was paid without it, or the stated wallet cannot be paid. */
      why: z.enum(['wrong_asset', 'not_needed', 'blocked']),
      /** For `blocked`: the code of the payout. */
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

function writingAbout(hash: string | undefined, { t }: EmailContext) {
  const subject = hash && new URLSearchParams({ subject: t('common:arrival.subject', { hash }) })
  return { label: t('common:arrival.write'), path: subject ? `/contact?${subject}` : '/contact' }
}
