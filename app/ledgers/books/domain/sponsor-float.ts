/** The balance that the accounts behind on-chain escrow need (docs/decisions/087): all of it is ours. */
import type { Network } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { FloatState } from './float.ts'

/** Reserves of about ten escrows, and releases of the next weeks; in XLM and XRP, above the account's own reserve. */
export const LEAST_OF_SPONSOR: Record<Network, Decimal> = { stellar: new Decimal(30), xrpl: new Decimal(5) }
/** Less than one more escrow needs: the reserves of its account, or a few releases. */
const USED_UP: Record<Network, Decimal> = { stellar: new Decimal(4), xrpl: new Decimal('0.3') }

/** `spendable`: above the reserve; null: no such account on the ledger. */
export function sponsorState(network: Network, spendable: Decimal | null): Exclude<FloatState, 'unknown'> {
  if (spendable === null || spendable.lt(USED_UP[network])) return 'used_up'
  return spendable.lt(LEAST_OF_SPONSOR[network]) ? 'low' : 'enough'
}
