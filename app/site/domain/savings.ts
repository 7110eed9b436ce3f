/** The freight calculator (spec §5 and §9): a bank's yearly fees against the platform's. */
import { FEE_RATE, MINIMUM_FEE_USD } from '#app/fees/domain/fee.ts'
import type { ServiceFee } from '#app/fees/domain/service-fee.ts'
import { Decimal, roundUsd } from '#app/kernel/domain/money.ts'
import type { CalculatorField } from './calculator-fields.ts'

export type CalculatorInputs = Record<CalculatorField, Decimal>

export const CALCULATOR_DEFAULTS: CalculatorInputs = {
  shipmentValue: new Decimal(25000),
  shipmentsPerYear: new Decimal(120),
  bankFeePercent: new Decimal(3),
  conversionPercent: new Decimal('0.5'),
}

/** From this shipment value on, in whole cents, 0.75% is at least the minimum fee. */
export const MINIMUM_APPLIES_BELOW_USD = MINIMUM_FEE_USD.div(FEE_RATE).toDecimalPlaces(2, Decimal.ROUND_UP)

export type Savings = {
  /** The value of a year's shipments, US dollars, whole cents. */
  volumeUsd: Decimal
  /** The platform's percentage of one shipment, before the minimum. US dollars, whole cents. */
  feeEachUsd: Decimal
  /** US dollars a year, whole cents. */
  bankUsd: Decimal
  platformUsd: Decimal
  savingsUsd: Decimal
  /** Share of the bank's fees, two places. */
  savingsPercent: Decimal
  /** The platform's real yearly cost where the minimum fee applies to each shipment. Null: it does not apply. */
  platformWithMinimumUsd: Decimal | null
  /** The real saving then. Null: the minimum fee does not apply. */
  savingsWithMinimumUsd: Decimal | null
  /** Yearly exchange costs of buying and selling the currency; not in the figures above, which are the spec's. */
  conversionUsd: Decimal
  /** The real saving with those, and with the minimum fee where it applies and `fee` is 'each'. */
  savingsWithConversionUsd: (fee: ServiceFee) => Decimal
}

/** The spec's formula, and the honest figure where the minimum fee makes the platform dearer (product.md §5). */
export function estimateSavings(inputs: CalculatorInputs): Savings {
  const { shipmentValue, shipmentsPerYear, bankFeePercent, conversionPercent } = inputs
  const volume = shipmentValue.mul(shipmentsPerYear)
  const bank = volume.mul(bankFeePercent).div(100)
  const feeEach = shipmentValue.mul(FEE_RATE)
  const platform = feeEach.mul(shipmentsPerYear)
  const savings = Decimal.max(bank.minus(platform), 0)
  const minimumApplies = feeEach.lt(MINIMUM_FEE_USD) && shipmentsPerYear.gt(0) && shipmentValue.gt(0)
  const conversion = volume.mul(conversionPercent).div(100)
  const withMinimum = minimumApplies ? MINIMUM_FEE_USD.mul(shipmentsPerYear) : null
  return {
    volumeUsd: roundUsd(volume),
    feeEachUsd: roundUsd(feeEach),
    bankUsd: roundUsd(bank),
    platformUsd: roundUsd(platform),
    savingsUsd: roundUsd(savings),
    savingsPercent: bank.gt(0) ? savings.div(bank).mul(100).toDecimalPlaces(2) : new Decimal(0),
    platformWithMinimumUsd: withMinimum && roundUsd(withMinimum),
    savingsWithMinimumUsd: withMinimum && roundUsd(Decimal.max(bank.minus(withMinimum), 0)),
    conversionUsd: roundUsd(conversion),
    savingsWithConversionUsd: (fee) =>
      roundUsd(Decimal.max(bank.minus((fee === 'each' && withMinimum) || platform).minus(conversion), 0)),
  }
}
