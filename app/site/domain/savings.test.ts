import { describe, expect, test } from 'vitest'
import { Decimal, plainUsd } from '#app/kernel/domain/money.ts'
import { CALCULATOR_DEFAULTS, estimateSavings, MINIMUM_APPLIES_BELOW_USD } from './savings.ts'

const inputs = (shipmentValue: string, shipmentsPerYear: string, bankFeePercent: string) => ({
  shipmentValue: new Decimal(shipmentValue),
  shipmentsPerYear: new Decimal(shipmentsPerYear),
  bankFeePercent: new Decimal(bankFeePercent),
  conversionPercent: new Decimal('0.5'),
})

describe('what a year costs', () => {
  test('with the page as it opens: 25,000 × 3% × 120 against 0.75%', () => {
    const { bankUsd, platformUsd, savingsUsd, savingsPercent, platformWithMinimumUsd } =
      estimateSavings(CALCULATOR_DEFAULTS)
    expect([bankUsd, platformUsd, savingsUsd].map(plainUsd)).toEqual(['90000.00', '22500.00', '67500.00'])
    expect(savingsPercent.toFixed()).toBe('75')
    expect(platformWithMinimumUsd).toBeNull()
  })

  test('never shows negative savings', () => {
    const { savingsUsd, savingsPercent } = estimateSavings(inputs('25000', '10', '0.5'))
    expect([savingsUsd.toFixed(), savingsPercent.toFixed()]).toEqual(['0', '0'])
  })

  test('divides by nothing when the bank costs nothing', () => {
    expect(estimateSavings(inputs('0', '0', '0')).savingsPercent.toFixed()).toBe('0')
  })

  test('says what the minimum fee makes of small shipments', () => {
    expect(estimateSavings(inputs('5000', '12', '3')).platformWithMinimumUsd?.toFixed()).toBe('1200')
    expect(estimateSavings(inputs('5000', '12', '3')).savingsWithMinimumUsd?.toFixed()).toBe('600')
    expect(estimateSavings(inputs('5000', '12', '1')).savingsWithMinimumUsd?.toFixed()).toBe('0')
  })

  test('knows to the cent from which shipment value on the minimum fee does not apply', () => {
    const from = MINIMUM_APPLIES_BELOW_USD
    expect(estimateSavings(inputs(from.toFixed(), '12', '3')).platformWithMinimumUsd).toBeNull()
    expect(estimateSavings(inputs(from.minus('0.01').toFixed(), '12', '3')).platformWithMinimumUsd).not.toBeNull()
  })

  test('says beside the spec’s figures what is left when exchanges take their part', () => {
    const year = estimateSavings(CALCULATOR_DEFAULTS)
    expect([plainUsd(year.conversionUsd), plainUsd(year.savingsWithConversionUsd('once'))]).toEqual([
      '15000.00',
      '52500.00',
    ])
    const small = estimateSavings(inputs('5000', '12', '3'))
    expect([
      small.savingsWithConversionUsd('once').toFixed(),
      small.savingsWithConversionUsd('each').toFixed(),
    ]).toEqual(['1050', '300'])
    expect(
      estimateSavings(inputs('25000', '10', '0.5'))
        .savingsWithConversionUsd('once')
        .toFixed(),
    ).toBe('0')
  })

  test('says what a year moves and what one shipment costs', () => {
    const { volumeUsd, feeEachUsd } = estimateSavings(CALCULATOR_DEFAULTS)
    expect([volumeUsd, feeEachUsd].map(plainUsd)).toEqual(['3000000.00', '187.50'])
  })
})
