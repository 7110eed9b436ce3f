/** What a seller says of the papers, as forms hold it. */
import type { AmountKind } from '#app/kernel/domain/typed-amount.ts'

export const FACT_FIELDS = ['containerNumber', 'ladenOn', 'invoiceAmount', 'insuredAmount'] as const
export type TypedFacts = Record<(typeof FACT_FIELDS)[number], string>

/** In the currency of the papers, which nobody has to name: two amounts are compared with each other alone. */
export const AMOUNT_OF_PAPER: AmountKind = { places: 2, most: 10n ** 14n - 1n, names: [] }
