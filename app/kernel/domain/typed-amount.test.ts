import { describe, expect, test } from 'vitest'
import {
  AMOUNT_KINDS,
  fromTypedUnits,
  isPlainlyWritten,
  readPlain,
  readTypedAmount,
  settled,
  unitsOf,
} from './typed-amount.ts'

const EN = { decimal: '.', group: ',' }
const DE = { decimal: ',', group: '.' }
const FR = { decimal: ',', group: '\u202f' }
const { XLM, XRP, USD, USDC } = AMOUNT_KINDS

describe('an amount in the page’s notation, or in digits with a dot', () => {
  test.each([
    ['48000', EN, '48000'],
    ['48,000', EN, '48000'],
    ['1,234,567.5', EN, '1234567.5'],
    ['4.1250', EN, '4.125'],
    ['0.125', DE, '0.125'],
    ['0,125', DE, '0.125'],
    ['1000,50', DE, '1000.5'],
    ['1000.50', DE, '1000.5'],
    ['48.000,00', DE, '48000'],
    ['1.234.567', DE, '1234567'],
    ['1234.567', DE, '1234.567'],
    ['48\u202f000,50', FR, '48000.5'],
    ['48 000.50', FR, '48000.5'],
    ['48 000', EN, '48000'],
    ["48'000.50", EN, '48000.5'],
    ['.5', EN, '0.5'],
    [',5', DE, '0.5'],
    ['5,', DE, '5'],
    ['007', EN, '7'],
    ['  12.5 ', EN, '12.5'],
  ])('%j under %o is %s', (text, notation, value) => {
    expect(readTypedAmount(text, XLM, notation)).toEqual({ read: value })
  })

  test.each([
    ['۴۸۰۰۰', '48000'],
    ['۴۸٬۰۰۰٫۵۰', '48000.5'],
    ['٤٨٠٠٠٫٥', '48000.5'],
    ['۱۲.۵', '12.5'],
    ['๑๒.๕', '12.5'],
    ['１２．５', '12.5'],
  ])('%j has digits of other scripts: %s', (text, value) => {
    for (const notation of [EN, DE, FR]) expect(readTypedAmount(text, XLM, notation)).toEqual({ read: value })
  })

  test('may carry the name of its unit, and the invisible signs of what was copied', () => {
    expect(readTypedAmount('\u2068412.5\u00a0XLM\u2069', XLM, EN)).toEqual({ read: '412.5' })
    expect(readTypedAmount('48.000,00\u00a0US$', USD, DE)).toEqual({ read: '48000' })
    expect(readTypedAmount('\u200e$\u00a048,000.00', USD, EN)).toEqual({ read: '48000' })
    expect(readTypedAmount('5 usd', USD, EN)).toEqual({ read: '5' })
    expect(readTypedAmount('5 XRP', XLM, EN)).toEqual({ wrong: 'notation' })
    expect(readTypedAmount('$5 USD', USD, EN)).toEqual({ wrong: 'notation' })
  })
})

describe('what can be read in two ways', () => {
  test.each([
    ['4.125', DE],
    ['4.125', EN],
    ['4,125', DE],
    ['4,125', EN],
    ['4.125', FR],
    ['4,125', FR],
  ])('%j under %o is asked', (text, notation) => {
    expect(readTypedAmount(text, XLM, notation)).toEqual({
      ask: { head: '4', tail: '125', thousands: '4125', fraction: '4.125' },
    })
  })

  test('is asked for whole thousands too, unless the page writes them so and nobody else reads a fraction', () => {
    expect(readTypedAmount('48.000', USD, DE)).toMatchObject({ ask: { thousands: '48000', fraction: '48' } })
    expect(readTypedAmount('48,000', USD, DE)).toMatchObject({ ask: { thousands: '48000', fraction: '48' } })
    expect(readTypedAmount('48,000', USD, EN)).toEqual({ read: '48000' })
  })

  test('is asked on English pages, too: half of Europe writes 18.000', () => {
    expect(readTypedAmount('18.000', USDC, EN)).toEqual({
      ask: { head: '18', tail: '000', thousands: '18000', fraction: '18' },
    })
    expect(readTypedAmount('18.000', USD, EN)).toMatchObject({ ask: { thousands: '18000', fraction: '18' } })
    expect(readTypedAmount('1.005', USD, EN)).toMatchObject({ ask: { thousands: '1005', fraction: null } })
    expect(readTypedAmount('0.125', XLM, EN)).toEqual({ read: '0.125' })
  })

  test('is offered where it is written as elsewhere', () => {
    const offered = (value: string) => ({ ask: { head: '', tail: '', thousands: value, fraction: null } })
    expect(readTypedAmount('18.000,00', USDC, EN)).toEqual(offered('18000'))
    expect(readTypedAmount('1.234.567,8', XLM, EN)).toEqual(offered('1234567.8'))
    expect(readTypedAmount('18,000.50', USD, DE)).toEqual(offered('18000.5'))
    expect(readTypedAmount('18.000,001', USD, EN)).toEqual({ wrong: 'notation' })
    expect(settled(readTypedAmount('18.000,00', USDC, EN), '18000')).toBe('18000')
    expect(settled(readTypedAmount('18.000,00', USDC, EN), '')).toBeNull()
    expect(readTypedAmount('18.000,00', USDC, 'plain')).toEqual({ wrong: 'notation' })
  })

  test('is not asked where one reading is the page’s own and the other is no amount', () => {
    expect(readTypedAmount('48,125', USD, EN)).toEqual({ read: '48125' })
    expect(readTypedAmount('48.125', USD, DE)).toEqual({ read: '48125' })
  })

  test('is asked where the page’s own reading is no amount: the other one is nobody’s word yet', () => {
    expect(readTypedAmount('4,125', USD, DE)).toMatchObject({ ask: { thousands: '4125', fraction: null } })
    expect(readTypedAmount('48.125', USD, FR)).toMatchObject({ ask: { thousands: '48125', fraction: null } })
  })
})

describe('what is no amount', () => {
  test.each([
    '',
    ' ',
    '.',
    ',',
    'abc',
    '1e5',
    '-5',
    '+5',
    '0x10',
    '1.2.3',
    '1,50',
    '1,5',
    '1,0000',
    '12,34',
    '1 00',
    '1,,000',
    '10²',
    '½',
    '5/2',
    '1.00,50',
  ])('%j is no notation of an English page', (text) =>
    expect(readTypedAmount(text, XLM, EN)).toEqual({ wrong: 'notation' }),
  )

  test('is told apart: nothing, too fine, more than there can be', () => {
    expect(readTypedAmount('0', XLM, EN)).toEqual({ wrong: 'zero' })
    expect(readTypedAmount('0,00', XLM, DE)).toEqual({ wrong: 'zero' })
    expect(readTypedAmount('0.00000001', XLM, EN)).toEqual({ wrong: 'places' })
    expect(readTypedAmount('0.0000001', XRP, EN)).toEqual({ wrong: 'places' })
    expect(readTypedAmount('1.0051', USD, EN)).toEqual({ wrong: 'places' })
  })

  test.each([
    [XLM, '922337203685.4775807', '922337203685.4775808'],
    [USDC, '922337203685.4775807', '922337203685.4775808'],
    [XRP, '100000000000', '100000000000.000001'],
    [USD, '999999999999.99', '1000000000000'],
  ])('%o holds %s and no more', (kind, most, more) => {
    expect(readTypedAmount(most, kind, EN)).toEqual({ read: most })
    expect(readTypedAmount(more, kind, EN)).toEqual({ wrong: 'too_much' })
  })
})

test('programs write digits and a dot, in which nothing is in doubt', () => {
  expect(readPlain('4.125', XLM)).toBe('4.125')
  for (const text of ['4,125', '4 125', '۴', '4 XLM', '1e3']) expect(readPlain(text, XLM)).toBeNull()
  expect(['48000', '48000.5', '.5', ' 5. '].every(isPlainlyWritten)).toBe(true)
  expect(['48,000', '48 000', '۴۸', '$5', ''].some(isPlainlyWritten)).toBe(false)
})

test('smallest units and back', () => {
  expect(unitsOf('4.125', 7)).toBe(41_250_000n)
  expect(unitsOf('4.12500000', 7)).toBe(41_250_000n)
  expect(unitsOf('0.00000001', 7)).toBeNull()
  expect(fromTypedUnits(41_250_000n, 7)).toBe('4.125')
  expect(fromTypedUnits(1n, 7)).toBe('0.0000001')
  expect(fromTypedUnits(48n, 0)).toBe('48')
})
