import { describe, expect, it } from 'vitest'
import {
  commaOf,
  formatAmount,
  formatChange,
  formatClock,
  formatDay,
  formatDecimal,
  formatFileSize,
  formatList,
  formatMoment,
  formatPrice,
  formatRate,
  formatRelative,
  formatUsd,
  isFall,
} from './format.ts'
import { LANGUAGES } from './languages.ts'

describe('amounts', () => {
  it('are padded to the places of the asset and never cut', () => {
    expect(formatAmount('412500', 'XLM', 'en')).toBe('412,500.0000\u00a0XLM')
    expect(formatAmount('18250', 'USDC', 'en')).toBe('18,250.00\u00a0USDC')
    expect(formatAmount('0.1234567', 'XLM', 'en')).toBe('0.1234567\u00a0XLM')
  })

  it('keep every digit of amounts that a float would change', () => {
    expect(formatDecimal('922337203685.4775807', 'en', 4)).toBe('922,337,203,685.4775807')
    expect(formatDecimal('9007199254740993.1', 'en', 2)).toBe('9,007,199,254,740,993.10')
  })

  it('use the separators of the language', () => {
    expect(formatDecimal('1234567.5', 'de', 2)).toBe('1.234.567,50')
    expect(formatDecimal('1234567.5', 'fr', 2)).toBe('1\u202f234\u202f567,50')
    expect(formatDecimal('1234.5', 'es', 2)).toBe('1234,50')
  })

  it('keep the digits 0 to 9 in every language', () => {
    for (const language of Object.keys(LANGUAGES)) {
      expect(formatDecimal('1234567', language, 0).replaceAll(/\D/g, '')).toBe('1234567')
    }
  })

  it('are refused when they are no plain decimals', () => {
    for (const bad of ['', '1e7', 'NaN', '1,000', '.5', '1.'])
      expect(() => formatDecimal(bad, 'en', 0)).toThrow(RangeError)
  })
})

describe('dollars', () => {
  it('have two places, a group separator and a real minus', () => {
    expect(formatUsd('48000', 'en')).toBe('$48,000.00')
    expect(formatUsd('-18', 'en')).toBe('\u2212$18.00')
  })

  it('stand where the language puts them', () => {
    expect(formatUsd('48000', 'de')).toBe('48.000,00\u00a0$')
    // Where "$" is the sign of another currency too.
    expect(formatUsd('48000', 'es')).toBe('48.000,00\u00a0US$')
    expect(formatUsd('48000', 'pt')).toBe('US$\u00a048.000,00')
  })

  it('are prices with four places, rounded half up on their digits', () => {
    expect(formatPrice('0.11274999', 'en')).toBe('$0.1127')
    expect(formatPrice('0.99995', 'en')).toBe('$1.0000')
    expect(formatPrice('2', 'en')).toBe('$2.0000')
  })
})

describe('changes and rates', () => {
  it('show the size of a change with two places', () => {
    expect(formatChange('-0.6183', 'en')).toBe('0.62%')
    expect(formatChange('0', 'en')).toBe('0.00%')
    // A change that is shown as 0.00% is neither a rise nor a fall.
    const changes = ['-0.6183', '-0.005', '-0.0049', '-0', '0', '0.0049', '0.6']
    expect(changes.filter(isFall)).toEqual(['-0.6183', '-0.005'])
    expect(formatChange('12.999', 'en')).toBe('13.00%')
  })

  it('turn a rate into percent', () => {
    expect(formatRate('0.0075', 'en')).toBe('0.75%')
    expect(formatRate('0.05', 'en')).toBe('5%')
    expect(formatRate('0.1', 'en')).toBe('10%')
    expect(formatRate('1', 'en')).toBe('100%')
    expect(formatRate('0', 'en')).toBe('0%')
  })
})

describe('percent', () => {
  it('stands where the language puts it', () => {
    expect(formatRate('0.0075', 'de')).toBe('0,75\u00a0%')
    expect(formatRate('0.0075', 'tr')).toBe('%0,75')
    expect(formatChange('-0.6183', 'fr')).toMatch(/^0,62\s%$/)
  })
})

describe('lists', () => {
  it('are joined as the language joins them', () => {
    const items = ['Packing List', 'Bill of Lading', 'Commercial Invoice']
    expect(formatList(items, 'en')).toBe('Packing List, Bill of Lading, Commercial Invoice')
    expect(formatList(['a', 'b'], 'pl')).toBe('a i b')
    expect(formatList(['a', 'b'], 'zh')).toBe('a、b')
    expect(formatList([], 'en')).toBe('')
  })

  it('of remarks have the comma of the script', () => {
    expect(['en', 'fa', 'zh'].map(commaOf)).toEqual([', ', '، ', '，'])
  })
})

describe('moments', () => {
  it('are written in UTC with the day first', () => {
    expect(formatMoment('2026-11-18T16:40:59Z', 'en')).toBe('18 Nov 2026, 16:40 UTC')
    expect(formatDay('2026-11-18T23:59:59Z', 'en')).toBe('18 Nov 2026')
    expect(formatClock('2026-11-18T00:05:00Z', 'en')).toBe('00:05 UTC')
  })

  it('keep the Gregorian year in every language', () => {
    for (const language of Object.keys(LANGUAGES))
      expect(formatMoment('2026-11-18T16:40:00Z', language)).toContain('2026')
  })

  it('keep the Gregorian calendar, which Persian and Thai readers of a trade paper expect beside other dates', () => {
    expect(formatDay('2026-11-18T16:40:00Z', 'th')).toBe('18 พ.ย. 2026')
    expect(formatDay('2026-11-18T16:40:00Z', 'fa')).toBe('18 نوامبر 2026')
    expect(formatDay('2026-11-18T16:40:00Z', 'ru')).toBe('18 нояб. 2026\u00a0г.')
  })

  it('are told from now in words', () => {
    const now = new Date('2026-11-18T16:40:00Z')
    expect(formatRelative('2026-11-18T16:36:30Z', now, 'en')).toBe('3 minutes ago')
    expect(formatRelative('2026-11-18T18:40:00Z', now, 'en')).toBe('in 2 hours')
    expect(formatRelative('2026-11-17T16:40:00Z', now, 'en')).toBe('yesterday')
    expect(formatRelative('2026-11-18T16:39:50Z', now, 'en')).toBe('now')
  })
})

describe('file sizes', () => {
  it('grow through the units', () => {
    expect(formatFileSize(1, 'en')).toBe('1 byte')
    expect(formatFileSize(184_000, 'en')).toBe('184 kB')
    expect(formatFileSize(1_800_000, 'en')).toBe('1.8 MB')
  })
})
