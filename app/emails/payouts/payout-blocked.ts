import { z } from 'zod'
import { mendableObstacle } from '#app/domain/payouts/payout-obstacle.ts'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import {
  aboutEscrow,
  amount,
  amountFact,
  asset,
  type LetterContext,
  otherTold,
  reader,
  toldOther,
  txid,
} from '#app/emails/kernel/letter.ts'

/** By the code that a blocked payout holds (OBSTACLE_REFUSALS): what a buyer can do, who may state another wallet. */
const BUYERS_REMEDIES = {
  wallet_invalid: 'address_invalid',
  wallet_account_missing: 'account_missing',
  wallet_trustline_missing: 'trustline_missing',
  wallet_trustline_full: 'trustline_full',
  wallet_not_authorized: 'not_authorized',
  wallet_memo_required: 'memo_required',
  wallet_memo_invalid: 'memo_invalid',
  wallet_tag_required: 'tag_required',
  wallet_deposit_auth: 'deposit_auth',
  wallet_below_reserve: 'below_reserve',
  wallet_is_ours: 'own_account',
} as const

/** To both sides. A reason that is not listed is told as "other": the page says more. */
export const payoutBlockedContent = z.object({
  letter: z.literal('payout_blocked'),
  reader,
  txid,
  amount: amount.optional(),
  asset: asset.optional(),
  reason: z.string(),
  /** Who is to be paid: the seller by a release, the buyer by a refund or a return. The seller where nothing is said. */
  payee: reader.optional(),
  /** To the other side than the payee. */
  otherTold: otherTold.optional(),
})

type Content = z.infer<typeof payoutBlockedContent>

export function payoutBlocked(payout: Content, context: LetterContext): LetterBody {
  const about = { subject: context.t('payoutBlocked.subject'), facts: amountFact(payout, context) }
  return aboutEscrow({ ...about, ...wordsOf(payout, context) }, payout, context)
}

function wordsOf(payout: Content, context: LetterContext) {
  const { t } = context
  const { reader, reason, payee = 'seller' } = payout
  const openEscrow = t('action.openEscrow')
  // No wallet is in the way.
  if (reason === 'payout_failed') {
    return {
      turn: t('frame.theirTurn'),
      heading: t('common:escrow.next.stuck.title'),
      paragraphs: [t('common:refusal.payout_failed')],
      actionLabel: openEscrow,
    }
  }
  if (reader === payee) {
    return {
      turn: t('frame.stopped'),
      heading: t('payoutBlocked.headingPayee'),
      paragraphs: [t('payoutBlocked.payee'), remedy(payout, context)],
      actionLabel: payee === 'buyer' ? t('action.wallet') : openEscrow,
    }
  }
  return {
    turn: t('frame.theirTurn'),
    heading: t('payoutBlocked.subject'),
    paragraphs: [t('payoutBlocked.payee'), ...toldOther(payout.otherTold, context)],
    actionLabel: openEscrow,
  }
}

/** The seller's wallet is the one that was approved: it is mended, or the page helps with another one (decision 004). */
function remedy({ payee = 'seller', reason, asset: currency }: Content, { t }: LetterContext): string {
  if (payee === 'buyer') return buyersRemedy(reason, { t })
  const obstacle = currency && mendableObstacle(reason)
  return obstacle ? t(`common:escrow.blocked.${obstacle}`, { currency }) : t('payoutBlocked.reasons.other')
}

/** What whoever names the wallet can do about it. */
export function buyersRemedy(reason: string, { t }: Pick<LetterContext, 't'>): string {
  return t(`payoutBlocked.reasons.${hasRemedy(reason) ? BUYERS_REMEDIES[reason] : 'other'}`)
}

/** Is it a trouble of the wallet, and no other? */
export function hasRemedy(reason: string): reason is keyof typeof BUYERS_REMEDIES {
  return Object.hasOwn(BUYERS_REMEDIES, reason)
}
