/** The fields of the freight calculator (spec §5). Separate from its sums, because the browser uses them. */
import { AMOUNT_KINDS, type AmountKind } from '#app/kernel/domain/typed-amount.ts'

export type CalculatorField = 'shipmentValue' | 'shipmentsPerYear' | 'bankFeePercent' | 'conversionPercent'

const PLACES = 6
const ANYTHING = { places: PLACES, most: 10n ** 21n - 1n, mayBeZero: true } as const

const PERCENT = { ...ANYTHING, most: 10n ** BigInt(PLACES + 1), names: ['%'] } as const

/** All fields begin at 0; only percentages have a maximum. */
export const CALCULATOR_KINDS: Record<CalculatorField, AmountKind> = {
  shipmentValue: { ...ANYTHING, names: AMOUNT_KINDS.USD.names },
  shipmentsPerYear: { ...ANYTHING, names: [] },
  bankFeePercent: PERCENT,
  conversionPercent: PERCENT,
}
