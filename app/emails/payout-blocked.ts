import { z } from 'zod'
import type { LetterBody } from './layout.ts'
import { aboutEscrow, amount, amountFact, asset, type LetterContext, reader, txid } from './letter.ts'

/** What stands between the money and the wallet: what a ledger's adapter can find, and everything else. */
const OBSTACLES = [
  'address_invalid',
  'account_missing',
  'trustline_missing',
  'trustline_full',
  'not_authorized',
  'memo_required',
  'memo_invalid',
  'tag_required',
  'deposit_auth',
  'below_reserve',
  'own_account',
  'other',
] as const

type Obstacle = (typeof OBSTACLES)[number]

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
})

type Content = z.infer<typeof payoutBlockedContent>

export function payoutBlocked(payout: Content, context: LetterContext): LetterBody {
  const { t } = context
  const payee = payout.payee ?? 'seller'
  const about = { subject: t('payoutBlocked.subject'), facts: amountFact(payout, context) }
  return aboutEscrow(
    payout.reader === payee
      ? {
          ...about,
          turn: t('frame.stopped'),
          heading: t('payoutBlocked.headingPayee'),
          paragraphs: [t('payoutBlocked.payee'), remedy(payout.reason, context)],
          actionLabel: t('action.wallet'),
        }
      : {
          ...about,
          turn: t('frame.theirTurn'),
          heading: payee === 'seller' ? t('payoutBlocked.headingToSeller') : t('payoutBlocked.headingToBuyer'),
          paragraphs: [payee === 'seller' ? t('payoutBlocked.toSeller') : t('payoutBlocked.toBuyer')],
          actionLabel: t('action.openEscrow'),
        },
    payout,
    context,
  )
}

function remedy(reason: string, { t }: LetterContext): string {
  const reasons: Record<Obstacle, string> = t('payoutBlocked.reasons', { returnObjects: true })
  return reasons[OBSTACLES.find((obstacle) => obstacle === reason) ?? 'other']
}
