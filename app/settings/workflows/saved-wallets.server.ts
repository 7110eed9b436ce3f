/** What a person does with saved wallets. Escrows and payouts have their own copies and are not affected. */
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'
import {
  clearFormWallet,
  deleteSavedWallet,
  findFormWallets,
  findSavedWallet,
  type StoredWallet,
  storeFormWallet,
  storeWalletLabel,
} from '#app/settings/db/saved-wallets.server.ts'
import { isFormWallet } from '#app/settings/domain/form-wallet.ts'
import { labelOf } from '#app/settings/domain/saved-wallet.ts'
import { checkPayoutWallet, isOurs } from '#app/settlement/payouts/workflows/wallets/check-payout-wallet.server.ts'
import { refuseListed } from '#app/settlement/payouts/workflows/wallets/refuse-listed.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

type Own = { userId: string; id: string }

/** Stores a label; empty for none. A removed wallet stays removed. Refusal: label_too_long. */
export async function nameWallet(
  deps: Deps,
  { label: typed, ...own }: Own & { label: string },
): Promise<null | Refusal> {
  const label = labelOf(typed)
  if (label === null) return refuse('label_too_long', { field: `label-${own.id}` })
  if (!looksLikeRowId(own.id)) return null
  await inTransaction(deps.db, async (tx) => {
    if (!(await storeWalletLabel(tx, { ...own, label }))) return
    // Without the label itself: it is private.
    const { userId, id: walletId } = own
    await writeEvent(tx, { kind: 'saved_wallet_named', at: deps.clock.now(), userId, detail: { walletId } })
  })
  return null
}

/** Removes it from the list, and from the forms that begin with it. */
export async function removeWallet(deps: Deps, own: Own): Promise<void> {
  if (!looksLikeRowId(own.id)) return
  await inTransaction(deps.db, async (tx) => {
    const wallet = await findSavedWallet(tx, own)
    if (!wallet) return
    const { userId } = own
    if (isFormWallet(await findFormWallets(tx, userId), wallet)) await clearFormWallet(tx, { userId, use: wallet.use })
    await deleteSavedWallet(tx, own)
    await writeEvent(tx, { kind: 'saved_wallet_removed', at: deps.clock.now(), userId, detail: { use: wallet.use } })
  })
}

/** An amount that can always be paid: only the wallet is checked. */
const SOMETHING = new Decimal('0.0001')

/**
 * Makes the forms begin with this wallet, checked again as when typed: it may be closed by now. Refusals:
 * wallet_is_ours, wallet_not_possible; for a receiving one also those of checkPayoutWallet.
 */
export async function beginFormsWith(deps: Deps, own: Own): Promise<null | Refusal> {
  const wallet = looksLikeRowId(own.id) ? await findSavedWallet(deps.db, own) : null
  if (!wallet) return null
  const trouble = await problemWith(deps, wallet, own.userId)
  if (trouble) return { ...trouble, field: `wallet-${own.id}` }
  const { userId, id: walletId } = own
  await inTransaction(deps.db, async (tx) => {
    await storeFormWallet(tx, { userId, wallet })
    const detail = { walletId, use: wallet.use }
    await writeEvent(tx, { kind: 'saved_wallet_chosen', at: deps.clock.now(), userId, detail })
  })
  return null
}

async function problemWith(
  deps: Deps,
  { use, asset, address, memo }: StoredWallet,
  statedBy: string,
): Promise<Refusal | null> {
  if (use === 'receiving') return checkPayoutWallet(deps, { asset, amount: SOMETHING, address, memo, statedBy })
  if (await isOurs(deps, address)) return refuse('wallet_is_ours')
  return refuseListed(deps, { address, statedBy, field: 'walletAddress' })
}
