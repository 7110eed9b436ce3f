/** Who keeps the money of an escrow. Nothing else reads it from the record: doors ask what depends on it (docs/decisions/115). */
import { type Asset, networkOf } from '#app/kernel/domain/assets.ts'

export const CUSTODIANS = ['platform', 'stellar', 'xrpl'] as const
export type Custodian = (typeof CUSTODIANS)[number]

/** `held`: what was agreed of the ledger's part; null: the money is kept by Quayside. */
export type Kept = { currency: Asset; held: { deadline: Date } | null }

export function custodianOf({ currency, held }: Kept): Custodian {
  return held === null ? 'platform' : networkOf(currency)
}

/** The date from which on the ledger gives the money back; null: Quayside keeps it, and no date does. */
export function ledgerDateOf({ held }: Pick<Kept, 'held'>): Date | null {
  return held?.deadline ?? null
}
