import { emailProblem, normalizeEmail } from '#app/accounts/domain/email-address.ts'
import { problem, type ResellerProblem } from '#app/fees/resellers/domain/problem.ts'
import { type Asset, isAsset } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { type Wallet, walletOf } from '#app/kernel/domain/wallet.ts'
import { recordNameProblem } from '#app/kernel/domain/words/person-name.ts'
import { checkPayoutWallet } from '#app/settlement/payouts/workflows/wallets/check-payout-wallet.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

export type TypedReseller = Record<'name' | 'email' | 'locale' | 'asset' | 'walletAddress' | 'walletMemo', string>

export type ReadReseller = {
  name: string
  email: string
  locale: string
  paidWith: { asset: Asset; wallet: Wallet }
}

export type WrongReseller = ResellerProblem | Refusal

/** Wallets are checked with a usual commission: what blocks it would block every payout. */
const USUAL = new Decimal(10)

/**
 * Reads what an operator typed about a reseller, or returns every problem. Asks the ledger about the wallet, unless it
 * is the stored one. `locale`: the form offers it.
 */
export async function readReseller(
  deps: Deps,
  {
    typed,
    known,
    operatorId,
  }: { typed: TypedReseller; known: { asset: Asset; wallet: Wallet } | null; operatorId: string },
): Promise<{ reseller: ReadReseller } | { wrong: WrongReseller[] }> {
  const wrong: WrongReseller[] = []
  const name = typed.name.trim().replace(/\s+/g, ' ')
  const unfit = recordNameProblem(name)
  if (name === '') wrong.push(problem('name_missing', 'name'))
  else if (unfit) wrong.push(refuse(unfit, { field: 'name' }))
  const email = normalizeEmail(typed.email)
  const noAddress = emailProblem(email)
  if (noAddress) wrong.push(refuse(noAddress, { field: 'email' }))
  const { asset } = typed
  if (!isAsset(asset)) return { wrong: [...wrong, problem('asset_missing', 'asset')] }
  const wallet = walletOf({ address: typed.walletAddress.trim(), memo: typed.walletMemo.trim() })
  const isKnown = known?.asset === asset && known.wallet.address === wallet.address && known.wallet.memo === wallet.memo
  const payee = { asset, amount: USUAL, ...wallet, statedBy: operatorId }
  const refused = isKnown ? null : await checkPayoutWallet(deps, payee)
  if (refused) wrong.push(refused)
  if (wrong.length > 0) return { wrong }
  return { reseller: { name, email, locale: typed.locale, paidWith: { asset, wallet } } }
}
