import { FEE_RATE, MINIMUM_FEE_USD } from '#app/fees/domain/fee.ts'
import type { ServiceFee } from '#app/fees/domain/service-fee.ts'
import { Decimal, plain } from '#app/kernel/domain/money.ts'
import { readPlain, readTypedAmount, settled } from '#app/kernel/domain/typed-amount.ts'
import { formatInField, formatRate, formatUsd, notationOf } from '#app/kernel/i18n/format.ts'
import type { Language } from '#app/kernel/i18n/languages.ts'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'
import { CALCULATOR_KINDS, type CalculatorField } from '#app/site/domain/calculator-fields.ts'
import type { CalculatorInputs } from '#app/site/domain/savings.ts'
import { CALCULATOR_DEFAULTS, estimateSavings, MINIMUM_APPLIES_BELOW_USD } from '#app/site/domain/savings.ts'

export const CALCULATOR_PARAMS = {
  shipmentValue: 'value',
  shipmentsPerYear: 'shipments',
  bankFeePercent: 'bank',
  conversionPercent: 'conversion',
} as const satisfies Record<CalculatorField, string>

const FIELDS = Object.keys(CALCULATOR_PARAMS) as CalculatorField[]

export type AskedSaving = {
  inputs: CalculatorInputs
  /** Fields with no number, or one outside the limits: their previous value counts (spec §5). */
  ignored: CalculatorField[]
  /** Fields with two possible readings, until one is chosen. */
  inDoubt: CalculatorField[]
  /** What the fields contain: the typed text where it is ignored or a reading was chosen, else the value. */
  texts: Record<CalculatorField, FieldText>
}

export type FieldText = { typed?: string | undefined; chosen?: string | undefined; preset: string }

/** Without JavaScript, hidden fields keep the accepted values in plain digits beside the typed ones. */
const beforeName = (field: CalculatorField) => `${CALCULATOR_PARAMS[field]}Before`

/** Reads the fields from the URL. A missing one has its default (spec §9); an invalid one keeps its last value. */
export function readQuery(query: URLSearchParams, language: Language): AskedSaving {
  const asked: AskedSaving = { inputs: { ...CALCULATOR_DEFAULTS }, ignored: [], inDoubt: [], texts: textsOf(language) }
  for (const field of FIELDS) {
    const name = CALCULATOR_PARAMS[field]
    const text = query.get(name)
    if (text === null) continue
    const chosen = query.get(`${name}Read`) ?? ''
    const typed = readTypedAmount(text, CALCULATOR_KINDS[field], notationOf(language))
    // Spec §5: an empty value becomes 0.
    const value = text.trim() === '' ? '0' : settled(typed, chosen)
    const counted = value ?? readPlain(query.get(beforeName(field)) ?? '', CALCULATOR_KINDS[field])
    if (counted !== null) asked.inputs[field] = new Decimal(counted)
    if (value === null) asked['ask' in typed ? 'inDoubt' : 'ignored'].push(field)
    const preset = formatInField(plain(asked.inputs[field]), language)
    asked.texts[field] = value !== null && !('ask' in typed) ? { preset } : { typed: text, chosen, preset }
  }
  return asked
}

function textsOf(language: Language): AskedSaving['texts'] {
  const presetOf = (field: CalculatorField) => ({ preset: formatInField(plain(CALCULATOR_DEFAULTS[field]), language) })
  return {
    shipmentValue: presetOf('shipmentValue'),
    shipmentsPerYear: presetOf('shipmentsPerYear'),
    bankFeePercent: presetOf('bankFeePercent'),
    conversionPercent: presetOf('conversionPercent'),
  }
}

/** Hidden fields for a browser without JavaScript, which keeps no state between two pages. */
export function beforeFields(inputs: CalculatorInputs): { name: string; value: string }[] {
  return FIELDS.map((field) => ({ name: beforeName(field), value: plain(inputs[field]) }))
}

export type SavingWords = {
  savings: string
  /** "75% less than your bank". */
  less: string
  /** Set when the bank's fee is at most 0.75% of the shipped value. */
  notCheaper: string | null
  bank: { label: string; usd: string; percent: string }
  platform: { label: string; usd: string; percent: string }
  /** Set when the minimum fee raises the real cost: the length of the bar then, and the sentence. */
  minimum: { percent: string; text: string } | null
  /** Exchange costs, and the saving with them. Null: none were entered. */
  conversion: string | null
  /** The cost of one shipment, or that only the first costs anything. */
  each: string
  /** The page with these numbers, to share: a URL without origin. */
  path: string
}

type Described = { language: Language; serviceFee: ServiceFee }

/**
 * The figures are always the spec's. With one fee per account they are what it would cost for every shipment, and the
 * sentence beside them says so; the minimum fee then makes nothing more expensive.
 */
export function describeSaving(inputs: CalculatorInputs, { language, serviceFee }: Described): SavingWords {
  const t = translatorFor(language, 'freight')
  const usd = (amount: Decimal) => formatUsd(amount.toFixed(2), language)
  const rate = (percent: Decimal) => formatRate(plain(percent.div(100)), language)
  const year = estimateSavings(inputs)
  const withMinimum = serviceFee === 'each' ? year.platformWithMinimumUsd : null
  const longest = Decimal.max(year.bankUsd, withMinimum ?? year.platformUsd)
  const platformRate = formatRate(plain(FEE_RATE), language)
  const savingSentence = (left: Decimal) =>
    left.gt(0) ? t('calculator.minimumSaving', { saving: usd(left) }) : t('calculator.minimumNoSaving')
  return {
    savings: usd(year.savingsUsd),
    less: t('calculator.less', { percent: rate(year.savingsPercent) }),
    notCheaper: year.volumeUsd.gt(0) && year.savingsUsd.isZero() ? t(`calculator.notCheaper.${serviceFee}`) : null,
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
        saving: savingSentence(year.savingsWithMinimumUsd ?? new Decimal(0)),
      }),
    },
    conversion: year.conversionUsd.isZero()
      ? null
      : t('calculator.conversion', {
          percent: rate(inputs.conversionPercent),
          cost: usd(year.conversionUsd),
          saving: savingSentence(year.savingsWithConversionUsd(serviceFee)),
        }),
    each:
      serviceFee === 'once'
        ? t('calculator.paidOnce', { fee: usd(Decimal.max(year.feeEachUsd, MINIMUM_FEE_USD)) })
        : t('calculator.each', { each: usd(year.feeEachUsd), below: usd(MINIMUM_APPLIES_BELOW_USD) }),
    path: pathOf(inputs),
  }
}

function pathOf(inputs: CalculatorInputs): string {
  const query = new URLSearchParams(FIELDS.map((field) => [CALCULATOR_PARAMS[field], plain(inputs[field])]))
  return `/freight-forwarders?${query}#calculator`
}

/** The length of a bar in percent of the longest one, two places. */
function share(part: Decimal, longest: Decimal): string {
  return longest.gt(0) ? plain(part.div(longest).mul(100).toDecimalPlaces(2)) : '0'
}
