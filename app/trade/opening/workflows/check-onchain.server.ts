import { networkOf } from '#app/kernel/domain/assets.ts'
import type { Decimal } from '#app/kernel/domain/money.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { checkPayoutWallet } from '#app/settlement/payouts/workflows/wallets/check-payout-wallet.server.ts'
import { countUnlocked } from '#app/trade/onchain/db/unlocked.server.ts'
import { onchainOffered } from '#app/trade/onchain/domain/offered.ts'
import { earliestUntil, readUntil } from '#app/trade/onchain/domain/until.ts'
import type { TradeDates } from '#app/trade/terms/domain/trade-dates.ts'
import type { Deps } from '#app/workflow-deps.ts'
import type { EscrowSubmission } from './submission.ts'

/** The buyer's data for an on-chain escrow. */
export type NewOnchainEscrow = { buyerWallet: string; deadline: Date }

type Asked = { submission: EscrowSubmission; amount: Decimal; agreed: TradeDates | null }

/**
 * Checks the buyer's wallet and the date of an on-chain escrow (decision 087). Null: Quayside holds the money. The
 * wallet must be able to take the money back. Refusals: held_not_offered, held_auto_only, held_seller_required,
 * held_wallet_required, held_no_memo, held_until_invalid, held_fee_first (Stellar: Quayside pays reserves only for
 * buyers who have paid a fee), held_too_many_unlocked and the wallet_… codes.
 */
export async function checkOnchain(
  deps: Deps,
  { submission, amount, agreed }: Asked,
): Promise<NewOnchainEscrow | null | Refusal> {
  if (submission.heldBy !== 'ledger') return null
  const hold = readOnchainChoice(deps, { submission, agreed })
  // The form shows all problems; other callers get the first.
  if ('wrong' in hold) return hold.wrong[0]
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

/** The checks that need no ledger or database. Returns all problems, so that a form is refused once. */
export function readOnchainChoice(
  { keeping, chains, clock }: Pick<Deps, 'keeping' | 'chains' | 'clock'>,
  { submission, agreed }: Omit<Asked, 'amount'>,
): NewOnchainEscrow | { wrong: [Refusal, ...Refusal[]] } {
  const { currency, type, sellerEmail, buyerWalletAddress, buyerMemoTag, heldUntil = '' } = submission
  if (!onchainOffered({ keeping, chains }, currency))
    return { wrong: [refuse('held_not_offered', { field: 'heldBy' })] }
  const of = { now: clock.now(), dates: agreed }
  const deadline = readUntil(heldUntil, of)
  const others = [
    type === 'manual' && refuse('held_auto_only', { field: 'type' }),
    sellerEmail.trim() === '' && refuse('held_seller_required', { field: 'sellerEmail' }),
    buyerWalletAddress === '' && refuse('held_wallet_required', { field: 'buyerWalletAddress' }),
    buyerMemoTag !== '' && refuse('held_no_memo', { field: 'buyerMemoTag' }),
  ].filter((refusal) => refusal !== false)
  if (deadline === null) {
    const late = refuse('held_until_invalid', { field: 'heldUntil', values: { from: earliestUntil(of) } })
    return { wrong: [late, ...others] }
  }
  const [first, ...more] = others
  return first ? { wrong: [first, ...more] } : { buyerWallet: buyerWalletAddress, deadline }
}
