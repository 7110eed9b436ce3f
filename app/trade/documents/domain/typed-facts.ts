/** The form fields in which a seller states facts about the documents. */
import type { AmountKind } from '#app/kernel/domain/typed-amount.ts'

export const FACT_FIELDS = ['containerNumber', 'ladenOn', 'invoiceAmount', 'insuredAmount'] as const
export type TypedFacts = Record<(typeof FACT_FIELDS)[number], string>

/** Without a currency: the two amounts are only compared with each other. */
export const AMOUNT_OF_PAPER: AmountKind = { places: 2, most: 10n ** 14n - 1n, names: [] }
