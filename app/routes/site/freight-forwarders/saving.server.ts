import { FEE_RATE } from '#app/domain/fees/fee.ts'
import { Decimal, plain } from '#app/domain/kernel/money.ts'
import type { CalculatorField, CalculatorInputs } from '#app/domain/site/savings.ts'
import {
  CALCULATOR_DEFAULTS,
  estimateSavings,
  MINIMUM_APPLIES_BELOW_USD,
  readCalculatorField,
} from '#app/domain/site/savings.ts'
import { formatRate, formatUsd } from '#app/i18n/kernel/format.ts'
import type { Language } from '#app/i18n/kernel/languages.ts'
import { translatorFor } from '#app/i18n/languages/i18n.server.ts'

/** The names of the fields in the form and in the address. */
export const CALCULATOR_PARAMS = {
  shipmentValue: 'value',
  shipmentsPerYear: 'shipments',
  bankFeePercent: 'bank',
} as const satisfies Record<CalculatorField, string>

const FIELDS = Object.keys(CALCULATOR_PARAMS) as CalculatorField[]

export type Asked = {
  inputs: CalculatorInputs
  /** Fields whose text is no number or outside the limits: what they held before counts (spec §5). */
  ignored: CalculatorField[]
}

/** The calculator's fields from the address of the page; a field that is not there holds its default (spec §9). */
export function readQuery(query: URLSearchParams): Asked {
  const asked: Asked = { inputs: { ...CALCULATOR_DEFAULTS }, ignored: [] }
  for (const field of FIELDS) {
    const text = query.get(CALCULATOR_PARAMS[field])
    if (text === null) continue
    const before = CALCULATOR_DEFAULTS[field]
    const value = readCalculatorField(field, text, before)
    asked.inputs[field] = value
    // The very same object comes back when the text was not taken.
    if (value === before) asked.ignored.push(field)
  }
  return asked
}

/** What the fields show for these inputs. */
export function fieldTexts(inputs: CalculatorInputs): Record<CalculatorField, string> {
  const { shipmentValue, shipmentsPerYear, bankFeePercent } = inputs
  return {
    shipmentValue: plain(shipmentValue),
    shipmentsPerYear: plain(shipmentsPerYear),
    bankFeePercent: plain(bankFeePercent),
  }
}

/** A year's fees in words, ready to be shown. */
export type SavingWords = {
  savings: string
  /** "75% less than your bank". */
  less: string
  bank: { label: string; usd: string; percent: string }
  platform: { label: string; usd: string; percent: string }
  /** Where the minimum fee makes the real cost higher: how far the bar reaches then, and the sentence. */
  minimum: { percent: string; text: string } | null
  each: string
}

export function describeSaving(inputs: CalculatorInputs, language: Language): SavingWords {
  const t = translatorFor(language, 'freight')
  const usd = (amount: Decimal) => formatUsd(amount.toFixed(2), language)
  const rate = (percent: Decimal) => formatRate(plain(percent.div(100)), language)
  const year = estimateSavings(inputs)
  const withMinimum = year.platformWithMinimumUsd
  const longest = Decimal.max(year.bankUsd, withMinimum ?? year.platformUsd)
  const platformRate = formatRate(plain(FEE_RATE), language)
  return {
    savings: usd(year.savingsUsd),
    less: year.savingsUsd.gt(0) ? t('calculator.less', { percent: rate(year.savingsPercent) }) : t('calculator.noLess'),
    bank: {
      label: t('calculator.bank', { percent: rate(inputs.bankFeePercent), volume: usd(year.volumeUsd) }),
      usd: usd(year.bankUsd),
      percent: share(year.bankUsd, longest),
    },
    platform: {
      label: t('calculator.platform', { rate: platformRate }),
      usd: usd(year.platformUsd),
      percent: share(year.platformUsd, longest),
    },
    minimum: withMinimum && {
      percent: share(withMinimum, longest),
      text: t('calculator.minimum', {
        value: usd(inputs.shipmentValue),
        each: usd(year.feeEachUsd),
        year: usd(withMinimum),
        platform: usd(year.platformUsd),
        saving: year.savingsWithMinimumUsd?.gt(0)
          ? t('calculator.minimumSaving', { saving: usd(year.savingsWithMinimumUsd) })
          : t('calculator.minimumNoSaving'),
      }),
    },
    each: t('calculator.each', { each: usd(year.feeEachUsd), below: usd(MINIMUM_APPLIES_BELOW_USD) }),
  }
}

/** The length of a bar in percent of the longest one, two places. */
function share(part: Decimal, longest: Decimal): string {
  return longest.gt(0) ? plain(part.div(longest).mul(100).toDecimalPlaces(2)) : '0'
}
