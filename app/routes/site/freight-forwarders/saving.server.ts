import { FEE_RATE } from '#app/domain/fees/fee.ts'
import { Decimal, plain } from '#app/domain/kernel/money.ts'
import { readTyped, settled } from '#app/domain/kernel/typed-amount.ts'
import { CALCULATOR_KINDS, type CalculatorField } from '#app/domain/site/calculator-fields.ts'
import type { CalculatorInputs } from '#app/domain/site/savings.ts'
import { CALCULATOR_DEFAULTS, estimateSavings, MINIMUM_APPLIES_BELOW_USD } from '#app/domain/site/savings.ts'
import { formatInField, formatRate, formatUsd, notationOf } from '#app/i18n/kernel/format.ts'
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
  /** Fields whose text can be read in two ways, until one is chosen. */
  inDoubt: CalculatorField[]
  /** What the fields hold: as typed where it does not count or a choice was made, else the value. */
  texts: Record<CalculatorField, FieldText>
}

export type FieldText = { typed?: string | undefined; chosen?: string | undefined; preset: string }

/** The calculator's fields from the address of the page; a field that is not there holds its default (spec §9). */
export function readQuery(query: URLSearchParams, language: Language): Asked {
  const asked: Asked = { inputs: { ...CALCULATOR_DEFAULTS }, ignored: [], inDoubt: [], texts: textsOf(language) }
  for (const field of FIELDS) {
    const name = CALCULATOR_PARAMS[field]
    const text = query.get(name)
    if (text === null) continue
    const chosen = query.get(`${name}Read`) ?? ''
    const typed = readTyped(text, CALCULATOR_KINDS[field], notationOf(language))
    // Spec §5: an empty value becomes 0.
    const value = text.trim() === '' ? '0' : settled(typed, chosen)
    if (value !== null) asked.inputs[field] = new Decimal(value)
    else if ('ask' in typed) asked.inDoubt.push(field)
    else asked.ignored.push(field)
    const preset = formatInField(plain(asked.inputs[field]), language)
    asked.texts[field] = value !== null && !('ask' in typed) ? { preset } : { typed: text, chosen, preset }
  }
  return asked
}

function textsOf(language: Language): Asked['texts'] {
  const presetOf = (field: CalculatorField) => ({ preset: formatInField(plain(CALCULATOR_DEFAULTS[field]), language) })
  return {
    shipmentValue: presetOf('shipmentValue'),
    shipmentsPerYear: presetOf('shipmentsPerYear'),
    bankFeePercent: presetOf('bankFeePercent'),
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
