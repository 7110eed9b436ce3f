import { enqueue } from '#app/jobs/enqueue.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import type { Decimal } from '#app/kernel/domain/money.ts'
import type { Refusal, RefusalCode } from '#app/kernel/domain/refusal.ts'
import { type TypedWallet, walletOf } from '#app/kernel/domain/wallet.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { checkPayoutWallet } from './check-payout-wallet.server.ts'

/** The seller can fix these before the money comes: shown, but they block nothing. */
const MENDABLE: readonly RefusalCode[] = [
  'wallet_account_missing',
  'wallet_trustline_missing',
  'wallet_trustline_full',
  'wallet_not_authorized',
  'wallet_deposit_auth',
  'wallet_below_reserve',
]

/** `trouble`: what to fix in the wallet. Null: it can receive. */
export type Prepared = { trouble: Refusal | null }

/**
 * Checks a seller's wallet early; `isKept`: keeps it for the confirmation, which checks again. `amount`: expected, in
 * whole units. Refusals: the wallet_… codes about what was typed, and wallet_unchecked.
 */
export async function prepareWallet(
  deps: Deps,
  asked: { sellerId: string; asset: Asset; wallet: TypedWallet; amount: Decimal; isKept: boolean },
): Promise<Prepared | Refusal> {
  const { sellerId, asset, amount, isKept } = asked
  const wallet = walletOf(asked.wallet)
  const trouble = await checkPayoutWallet(deps, { asset, amount, ...wallet, statedBy: sellerId })
  if (trouble && !MENDABLE.includes(trouble.refused)) return trouble
  if (isKept) {
    await inTransaction(deps.db, async (tx) => {
      await tx.user.updateMany({
        where: { id: sellerId, role: 'seller' },
        data: { walletAddress: wallet.address, walletMemo: wallet.memo, walletCurrency: asset },
      })
      await enqueue(tx, { name: 'screen_person', payload: { userId: sellerId } })
    })
  }
  return { trouble }
}
