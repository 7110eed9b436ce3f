/** Amounts as shown and as typed, in all languages: one is read back as the other (product.md §2). */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ASSETS } from '#app/kernel/domain/assets.ts'
import { AMOUNT_KINDS, fromTypedUnits, type Notation, readTypedAmount } from '#app/kernel/domain/typed-amount.ts'
import { formatAmount, formatDecimal, formatInField, formatUsd, notationOf } from './format.ts'
import { isolate } from './isolate.ts'
import { LANGUAGES, type Language } from './languages.ts'

const languages = Object.keys(LANGUAGES) as Language[]
const { XLM, USD } = AMOUNT_KINDS

/** Any amount that the unit can hold, small ones as often as large ones. */
const amountIn = (unit: keyof typeof AMOUNT_KINDS) => {
  const { most, places } = AMOUNT_KINDS[unit]
  return fc
    .oneof(fc.bigInt({ min: 1n, max: most }), fc.bigInt({ min: 1n, max: 10n ** BigInt(places + 5) }))
    .map((units) => fromTypedUnits(units, places))
}

describe.each(languages)('in %s', (language) => {
  const notation = notationOf(language)

  test('what is shown is read as the same amount, without a question', () => {
    for (const asset of ASSETS) {
      fc.assert(
        fc.property(amountIn(asset), (value) => {
          const shown = isolate(formatAmount(value, asset, language), language)
          expect(readTypedAmount(shown, AMOUNT_KINDS[asset], notation)).toEqual({ read: value })
          const figures = formatDecimal(value, language, 4)
          expect(readTypedAmount(figures, AMOUNT_KINDS[asset], notation)).toEqual({ read: value })
        }),
      )
    }
    fc.assert(
      fc.property(amountIn('USD'), (value) => {
        expect(readTypedAmount(isolate(formatUsd(value, language), language), USD, notation)).toEqual({ read: value })
      }),
    )
  })

  test('what a field holds is read as the same amount, and so are digits with a dot where they say one thing', () => {
    fc.assert(
      fc.property(amountIn('XLM'), (value) => {
        expect(readTypedAmount(formatInField(value, language), XLM, notation)).toEqual({ read: value })
        const typed = readTypedAmount(value, XLM, notation)
        if ('ask' in typed) expect(typed.ask.fraction).toBe(value)
        else expect(typed).toEqual({ read: value })
      }),
    )
  })
})

/** Notations of the world: how a reader of each language, and a program, would read the text. */
const WORLD: Notation[] = ['plain', ...languages.map(notationOf)]

/** An independent reading: digits, groups of three, one decimal sign. Null: the notation has no such text. */
function byHand(text: string, notation: Notation): string | null {
  const { decimal, group } = notation === 'plain' ? { decimal: '.', group: '' } : notation
  const [whole = '', fraction, ...more] = text.split(decimal)
  if (more.length > 0) return null
  const groups = group === '' ? [whole] : whole.split(group)
  const areGroups =
    groups.length === 1 ||
    (/^[1-9]\d{0,2}$/.test(groups[0] ?? '') && groups.slice(1).every((part) => /^\d{3}$/.test(part)))
  const digits = groups.join('')
  if (!areGroups || !/^\d*$/.test(digits) || !/^\d*$/.test(fraction ?? '') || digits + (fraction ?? '') === '')
    return null
  const kept = (fraction ?? '').replace(/0+$/, '')
  return `${digits.replace(/^0+(?=\d)/, '') || '0'}${kept === '' ? '' : `.${kept}`}`
}

const typedText = fc
  .array(fc.constantFrom('0', '1', '4', '7', '000', '125', '.', ','), { minLength: 1, maxLength: 9 })
  .map((parts) => parts.join(''))

test('nothing is read in one way that the page’s language and digits with a dot read in two', () => {
  fc.assert(
    fc.property(typedText, fc.constantFrom(...languages), (text, language) => {
      const notation = notationOf(language)
      const readings = new Set([byHand(text, notation), byHand(text, 'plain')].filter((value) => value !== null))
      const typed = readTypedAmount(text, XLM, notation)
      if (readings.size > 1) expect(typed).toHaveProperty('ask')
      if ('read' in typed) expect([...readings]).toEqual([typed.read])
      if ('wrong' in typed && typed.wrong === 'notation') expect(readings.size).toBe(0)
    }),
    { numRuns: 20_000 },
  )
})

test('a lone sign before three digits is asked wherever half of the world reads it otherwise', () => {
  for (const language of languages) {
    for (const text of ['4.125', '4,125', '48.500', '999,001']) {
      const readings = new Set(WORLD.map((notation) => byHand(text, notation)).filter((value) => value !== null))
      expect(readings.size).toBe(2)
      const typed = readTypedAmount(text, XLM, notationOf(language))
      expect(typed).toHaveProperty('ask')
    }
  }
})

test('no digit that was typed is dropped, whatever stands between', () => {
  const anything = fc
    .array(fc.constantFrom(..."0123456789.,'’ \u00a0\u202f٫٬۰۴۹٠٥٩-+eE$x"), { minLength: 1, maxLength: 14 })
    .map((parts) => parts.join(''))
  const latin = (text: string) =>
    text
      .replace(/[۰-۹]/g, (sign) => String(sign.charCodeAt(0) - 0x6f0))
      .replace(/[٠-٩]/g, (sign) => String(sign.charCodeAt(0) - 0x660))
  const bare = (text: string) => latin(text).replace(/\D/g, '').replace(/^0+/, '').replace(/0+$/, '')
  fc.assert(
    fc.property(anything, fc.constantFrom(...languages), (text, language) => {
      const typed = readTypedAmount(text, { ...XLM, mayBeZero: true }, notationOf(language))
      if ('read' in typed) expect(bare(typed.read)).toBe(bare(text))
      if ('read' in typed) expect(text).not.toMatch(/[-+eEx]/)
    }),
    { numRuns: 20_000 },
  )
})
