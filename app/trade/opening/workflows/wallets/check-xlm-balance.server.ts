import { type Asset, NETWORK_FACTS } from '#app/kernel/domain/assets.ts'
import { Decimal, plain } from '#app/kernel/domain/money.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { LedgerUnavailable, LedgerUnreadable } from '#app/ledgers/ledger.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** XLM that must remain on the account beyond the amount (spec §9). */
const XLM_RESERVE = new Decimal(1)

type Wallets = { currency: Asset; amount: Decimal; receiving: string; paying: string | null }

/**
 * The spec's check for XLM escrows: the receiving account's spendable balance covers the amount plus 1 XLM. With
 * XLM_BALANCE_CHECK=paying it checks the buyer's wallet (product.md §3). Null: passed, or not applicable. Refusals:
 * xlm_balance_low, xlm_balance_unreadable (no account, or no XLM in the answer), xlm_balance_query_failed (no Horizon).
 */
export async function checkXlmBalance(deps: Deps, wallets: Wallets): Promise<Refusal | null> {
  if (wallets.currency !== NETWORK_FACTS.stellar.native) return null
  const checksPaying = deps.settings.xlmBalanceCheck === 'paying'
  const account = checksPaying ? wallets.paying : wallets.receiving
  const field = checksPaying ? 'buyerWalletAddress' : 'walletAddress'
  if (account === null) return null
  try {
    const balance = await deps.ledgers.stellar.spendable(account, wallets.currency)
    if (balance === null) return refuse('xlm_balance_unreadable', { field, and: 'wallet_account_missing' })
    const required = wallets.amount.plus(XLM_RESERVE)
    if (balance.gte(required)) return null
    return refuse('xlm_balance_low', { field, values: { balance: plain(balance), required: plain(required) } })
  } catch (error) {
    if (error instanceof LedgerUnreadable) return refuse('xlm_balance_unreadable', { field })
    if (error instanceof LedgerUnavailable) return refuse('xlm_balance_query_failed', { field })
    throw error
  }
}
