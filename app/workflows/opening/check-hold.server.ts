import { countUnlocked } from '#app/db/held/unlocked.server.ts'
import type { TradeDates } from '#app/domain/agreement/trade-dates.ts'
import { heldOffered, heldPaused } from '#app/domain/held/offered.ts'
import { earliestUntil, readUntil } from '#app/domain/held/until.ts'
import { networkOf } from '#app/domain/kernel/assets.ts'
import type { Decimal } from '#app/domain/kernel/money.ts'
import { isRefusal, type Refusal, refuse } from '#app/domain/kernel/refusal.ts'
import type { Deps } from '#app/workflows/deps.ts'
import { checkPayoutWallet } from '#app/workflows/payouts/wallets/check-payout-wallet.server.ts'
import type { Submission } from './submission.ts'

/** What the buyer states of an escrow that the ledger is to hold. */
export type NewHold = { buyerWallet: string; deadline: Date }

type Asked = { submission: Submission; amount: Decimal; agreed: TradeDates | null }

/**
 * The buyer's own wallet and the date, where the ledger is to hold the money (decision 087); null where Quayside is. The wallet has to be
 * one that can take the money back. Refusals: held_paused, held_not_offered, held_auto_only, held_seller_required, held_wallet_required,
 * held_no_memo, held_until_invalid, held_fee_first (Stellar: reserves are bound for those who have paid a fee), held_too_many_unlocked and the wallet_… codes.
 */
export async function checkHold(deps: Deps, { submission, amount, agreed }: Asked): Promise<NewHold | null | Refusal> {
  if (submission.heldBy !== 'ledger') return null
  const hold = readHold(deps, { submission, agreed })
  if (isRefusal(hold)) return hold
  const [{ buyerId }, at] = [submission, deps.clock.now()]
  if (networkOf(submission.currency) === 'stellar') {
    const { count, allowed } = await countUnlocked(deps.db, { buyerId, at })
    if (count >= allowed)
      return refuse(allowed === 0 ? 'held_fee_first' : 'held_too_many_unlocked', { field: 'heldBy' })
  }
  const payee = { asset: submission.currency, amount, address: hold.buyerWallet, memo: null, statedBy: buyerId }
  const obstacle = await checkPayoutWallet(deps, payee)
  if (!obstacle) return hold
  const isShared = obstacle.refused === 'wallet_memo_required' || obstacle.refused === 'wallet_tag_required'
  return { ...obstacle, refused: isShared ? 'held_no_memo' : obstacle.refused, field: 'buyerWalletAddress' }
}

/** The same without asking anybody: what is missing or plainly wrong. */
export function readHold(
  { keeping, chains, clock }: Pick<Deps, 'keeping' | 'chains' | 'clock'>,
  { submission, agreed }: Omit<Asked, 'amount'>,
): NewHold | Refusal {
  const { currency, type, sellerEmail, buyerWalletAddress, buyerMemoTag, heldUntil = '' } = submission
  const place = { keeping, chains }
  if (heldPaused(place, currency)) return refuse('held_paused', { field: 'heldBy' })
  if (!heldOffered(place, currency)) return refuse('held_not_offered', { field: 'heldBy' })
  if (type === 'manual') return refuse('held_auto_only', { field: 'type' })
  if (sellerEmail.trim() === '') return refuse('held_seller_required', { field: 'sellerEmail' })
  if (buyerWalletAddress === '') return refuse('held_wallet_required', { field: 'buyerWalletAddress' })
  if (buyerMemoTag !== '') return refuse('held_no_memo', { field: 'buyerMemoTag' })
  const of = { now: clock.now(), dates: agreed }
  const deadline = readUntil(heldUntil, of)
  if (deadline) return { buyerWallet: buyerWalletAddress, deadline }
  return refuse('held_until_invalid', { field: 'heldUntil', values: { from: earliestUntil(of) } })
}
