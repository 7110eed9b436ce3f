/** Decides who keeps an escrow's money. Other code asks custody for what depends on it (docs/decisions/142). */
import { type Asset, networkOf } from '#app/kernel/domain/assets.ts'

export const CUSTODIANS = ['platform', 'stellar', 'xrpl'] as const
export type Custodian = (typeof CUSTODIANS)[number]

/** `held`: what was agreed for on-chain escrow; null: Quayside keeps the money. */
export type Kept = { currency: Asset; held: { deadline: Date } | null }

export function custodianOf({ currency, held }: Kept): Custodian {
  return held === null ? 'platform' : networkOf(currency)
}

/** The date from which the ledger returns the money. Null: Quayside keeps it, without a date. */
export function ledgerDateOf({ held }: Pick<Kept, 'held'>): Date | null {
  return held?.deadline ?? null
}
