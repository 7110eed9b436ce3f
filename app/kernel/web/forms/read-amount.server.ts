/** Reads amounts of forms (kernel/ui/forms/amount-field.tsx): as typed, in the language that the form was shown in. */
import type { Asset } from '#app/kernel/domain/assets.ts'
import { type Refusal, type RefusalCode, refuse } from '#app/kernel/domain/refusal.ts'
import {
  AMOUNT_KINDS,
  fromTypedUnits,
  isPlainlyWritten,
  readTypedAmount,
  settled,
} from '#app/kernel/domain/typed-amount.ts'
import { formatAmount, formatDecimal, formatUsd, notationOf } from '#app/kernel/i18n/format.ts'
import { isLanguage, type Language } from '#app/kernel/i18n/languages.ts'
import type { FormFields } from './form-fields.ts'

type AmountAsked = {
  field: string
  unit: Asset | 'USD'
  /** The refusal for what is no amount. */
  invalid: RefusalCode
  /** The page's language; a form states the one in which it was shown. */
  language: Language
  /** The next page shows the amount before it counts. Otherwise it must have been shown beside the field. */
  isShownNext: boolean
  /** Zero is an amount, too. */
  mayBeZero?: true
}

/** Returns the amount in plain digits, or why not. */
export function readAmount(fields: FormFields, asked: AmountAsked): { amount: string } | Refusal {
  const { field, unit, invalid, isShownNext, mayBeZero } = asked
  const shownIn = fields.get(`${field}In`)
  const language = isLanguage(shownIn) ? shownIn : asked.language
  const kind = { ...AMOUNT_KINDS[unit], ...(mayBeZero && { mayBeZero }) }
  const text = fields.get(field)
  const seen = fields.get(`${field}Read`)
  const typed = readTypedAmount(text, kind, shownIn === 'plain' ? 'plain' : notationOf(language))
  const show = (value: string) => (unit === 'USD' ? formatUsd(value, language) : formatAmount(value, unit, language))
  const amount = settled(typed, seen)
  if (amount !== null) {
    const isSeen = isShownNext || seen === amount || isPlainlyWritten(text)
    return isSeen ? { amount } : refuse('amount_read_back', { field, values: { typed: text, amount: show(amount) } })
  }
  if ('ask' in typed) return refuse('amount_two_ways', { field, values: { typed: text } })
  const wrong = 'wrong' in typed ? typed.wrong : 'notation'
  const about = {
    own: formatDecimal('48000.5', language, 2),
    plain: '48000.50',
    unit,
    places: String(kind.places),
    most: show(fromTypedUnits(kind.most, kind.places)),
  }
  return refuse(invalid, { field, values: { ...about, why: WHY[wrong] } })
}

/** The remark after the sentence (kernel/i18n/refusal-text.ts). */
const WHY = { notation: 'write', zero: 'write', places: 'places', too_much: 'most' } as const
