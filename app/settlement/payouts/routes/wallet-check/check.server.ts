import { isAsset } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import type { FormFields } from '#app/kernel/web/forms/form-fields.ts'
import { shownWallets } from '#app/kernel/web/forms/shown-wallets.ts'
import { deps } from '#app/runtime.server.ts'
import { prepareWallet } from '#app/settlement/payouts/workflows/wallets/prepare-wallet.server.ts'
import { findSellerEscrow } from '#app/trade/lookup/queries/escrow-pages.server.ts'
import { escrowNetwork } from '#app/trade/lookup/web/escrow-network.server.ts'
import type { CheckedWallet } from './verdict.tsx'

/** Used without an escrow, which would say the amount. */
const ANY_AMOUNT = new Decimal(10)

type Seller = Parameters<typeof findSellerEscrow>[1]['viewer']

type Answer = { problems: Refusal[]; typed: Record<string, string>; checked: CheckedWallet | null }

/** Checks the wallet in the form; intent `save` keeps it for the confirmation. */
export async function checkWallet(fields: FormFields, viewer: Seller): Promise<Answer> {
  const typed = {
    currency: fields.get('currency'),
    walletAddress: fields.get('walletAddress'),
    walletMemo: fields.get('walletMemo'),
  }
  const { currency: asset } = typed
  const refused = (problem: Refusal) => ({ problems: [problem], typed: shownWallets(typed, [problem]), checked: null })
  if (!isAsset(asset)) return refused(refuse('currency_unsupported', { field: 'currency' }))
  const txid = fields.get('txid')
  const escrow =
    txid === ''
      ? null
      : await findSellerEscrow(deps.db, { viewer, typed: txid, network: escrowNetwork(), now: deps.clock.now() })
  const amount = escrow?.currency === asset ? new Decimal(escrow.amount) : ANY_AMOUNT
  const isKept = fields.get('intent') === 'save'
  const wallet = { address: typed.walletAddress, memo: typed.walletMemo }
  const prepared = await prepareWallet(deps, { sellerId: viewer.id, asset, wallet, amount, isKept })
  if (isRefusal(prepared)) return refused(prepared)
  return { problems: [], typed, checked: { ...wallet, asset, trouble: prepared.trouble, isKept } }
}
