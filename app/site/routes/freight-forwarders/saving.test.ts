import { describe, expect, test } from 'vitest'
import type { Language } from '#app/kernel/i18n/languages.ts'
import { beforeFields, describeSaving, readQuery } from './saving.server.ts'

const asked = (query: string, language: Language = 'en') => readQuery(new URLSearchParams(query), language)
const saving = (query: string, serviceFee: 'once' | 'each' = 'each') =>
  describeSaving(asked(query).inputs, { language: 'en', serviceFee })
const valuesOf = ({ inputs }: ReturnType<typeof asked>) => Object.values(inputs).map((value) => value.toFixed())
const DEFAULTS = ['25000', '120', '3', '0.5']

describe('the calculator’s address', () => {
  test('holds the defaults of the spec when it says nothing', () => {
    expect(valuesOf(asked(''))).toEqual(DEFAULTS)
    expect(asked('').texts.shipmentValue).toEqual({ preset: '25000' })
  })

  test('fills the fields that it names and leaves the others', () => {
    expect(valuesOf(asked('value=40000.50&bank=4'))).toEqual(['40000.5', '120', '4', '0.5'])
  })

  test('is read in the notation of the page, and shown in it', () => {
    const german = asked('value=40.000,50&bank=2,5&shipments=1e1', 'de')
    expect(valuesOf(german)).toEqual(['40000.5', '120', '2.5', '0.5'])
    expect(german.texts.shipmentValue).toEqual({ preset: '40000,5' })
    expect(german.texts.bankFeePercent).toEqual({ preset: '2,5' })
    expect(german.ignored).toEqual(['shipmentsPerYear'])
    expect(valuesOf(asked('value=%DB%B4%DB%B0%DB%B0%DB%B0%DB%B0', 'fa'))[0]).toBe('40000')
  })

  test('counts an emptied field as 0', () => {
    const { inputs, ignored } = asked('shipments=')
    expect(inputs.shipmentsPerYear.toFixed()).toBe('0')
    expect(ignored).toEqual([])
  })

  test.each(['4.5', '10', '0'])('counts %s as a bank’s fee', (text) => {
    expect(asked(`bank=${text}`).inputs.bankFeePercent.toFixed()).toBe(text)
  })

  test.each(['10.01', '-1', 'abc', '1e3', '2,5'])('does not count %j as a bank’s fee', (text) => {
    const { inputs, ignored } = asked(`bank=${text}`)
    expect([inputs.bankFeePercent.toFixed(), ignored]).toEqual(['3', ['bankFeePercent']])
  })

  test('ignores what is no number and what lies outside the limits, says which, and keeps what was typed', () => {
    const refused = asked('value=-1&shipments=many&bank=10.5')
    expect(valuesOf(refused)).toEqual(DEFAULTS)
    expect(refused.ignored).toEqual(['shipmentValue', 'shipmentsPerYear', 'bankFeePercent'])
    expect(Object.values(refused.texts).map(({ typed }) => typed)).toEqual(['-1', 'many', '10.5', undefined])
  })

  test('goes on with what a field held before, when the page had to ask anew for that (without JavaScript)', () => {
    const before = 'valueBefore=40000&shipmentsBefore=50&bankBefore=2.5'
    const refused = asked(`value=abc&shipments=-1&bank=10.1&${before}`)
    expect(valuesOf(refused)).toEqual(['40000', '50', '2.5', '0.5'])
    expect(refused.ignored).toEqual(['shipmentValue', 'shipmentsPerYear', 'bankFeePercent'])
    expect(refused.texts.shipmentValue.typed).toBe('abc')
    expect(valuesOf(asked(`value=50000&${before}`))).toEqual(['50000', '120', '3', '0.5'])
    expect(valuesOf(asked('value=abc&valueBefore=-5'))).toEqual(DEFAULTS)
    expect(beforeFields(refused.inputs)).toContainEqual({ name: 'bankBefore', value: '2.5' })
  })

  test('asks which of two readings is meant, and goes by the answer', () => {
    const doubtful = asked('value=48.000', 'de')
    expect([valuesOf(doubtful)[0], doubtful.inDoubt, doubtful.ignored]).toEqual(['25000', ['shipmentValue'], []])
    const answered = asked('value=48.000&valueRead=48', 'de')
    expect([valuesOf(answered)[0], answered.inDoubt]).toEqual(['48', []])
    expect(answered.texts.shipmentValue).toMatchObject({ typed: '48.000', chosen: '48' })
    expect(asked('value=48.000&valueRead=49', 'de').inDoubt).toEqual(['shipmentValue'])
  })
})

describe('a year in words', () => {
  test('with the defaults', () => {
    const words = saving('')
    expect([words.savings, words.less]).toEqual(['$67,500.00', '75% less than your bank'])
    expect([words.bank.label, words.bank.usd]).toEqual(['Bank, 3% of $3,000,000.00', '$90,000.00'])
    expect([words.platform.label, words.platform.usd]).toEqual(['Quayside, 0.75%', '$22,500.00'])
    expect(words.each).toContain('$187.50 for each shipment. Below $13,333.34')
    expect(words.minimum).toBeNull()
  })

  test('draws the bars in proportion to the longest', () => {
    const dearBank = saving('')
    expect([dearBank.bank.percent, dearBank.platform.percent]).toEqual(['100', '25'])
    const cheapBank = saving('bank=0.5')
    expect([cheapBank.bank.percent, cheapBank.platform.percent]).toEqual(['66.67', '100'])
    const nothing = saving('value=0')
    expect([nothing.bank.percent, nothing.platform.percent]).toEqual(['0', '0'])
  })

  test('says what the minimum fee really costs, and what is then saved', () => {
    const { platform, minimum } = saving('value=5000&shipments=12&bank=3')
    expect(platform.usd).toBe('$450.00')
    expect(minimum?.text).toBe(
      'At $5,000.00 a shipment, 0.75% is $37.50, so $100 is charged for each: $1,200.00 a year instead of $450.00. You then keep $600.00 a year.',
    )
    expect([platform.percent, minimum?.percent]).toEqual(['25', '66.67'])
  })

  test('admits that nothing is saved where the minimum fee eats the saving', () => {
    const { savings, minimum, bank } = saving('value=5000&shipments=12&bank=1')
    expect(savings).toBe('$150.00')
    expect(minimum?.text).toMatch(/You then save nothing\.$/)
    expect([bank.percent, minimum?.percent]).toEqual(['50', '100'])
  })

  test('counts what exchanges take on top, and only where something is counted', () => {
    expect(saving('').conversion).toBe(
      'Getting in and out of USDC at 0.5% costs $15,000.00 a year on top. You then keep $52,500.00 a year.',
    )
    expect(saving('bank=1').conversion).toMatch(/You then save nothing\.$/)
    expect([saving('conversion=0').conversion, saving('value=0').conversion]).toEqual([null, null])
    expect(asked('conversion=10.1').ignored).toEqual(['conversionPercent'])
  })

  test('promises nothing where the bank is cheaper', () => {
    const words = saving('bank=0.5')
    expect([words.savings, words.less]).toEqual(['$0.00', '0% less than your bank'])
    expect(words.notCheaper).toBe('At this bank fee, Quayside is not cheaper.')
  })

  test.each(['shipments=0', 'value='])(
    'says 0%% and nothing of the bank’s fee where nothing is shipped: %s',
    (query) => {
      expect(saving(query)).toMatchObject({ savings: '$0.00', less: '0% less than your bank', notCheaper: null })
      expect(saving('').notCheaper).toBeNull()
    },
  )

  test('says where the fee is paid once that the figures are not what is asked for', () => {
    const words = saving('', 'once')
    expect([words.savings, words.platform.usd]).toEqual([saving('').savings, '$22,500.00'])
    expect(words.each).toContain('each buyer’s account pays once')
    expect(words.each).toContain('$187.50 for a first transaction')
    const small = saving('value=5000&shipments=12', 'once')
    expect([small.minimum, small.each]).toEqual([null, expect.stringContaining('$100.00 for a first transaction')])
  })

  test('leads to the page with these numbers, in whatever notation they were typed', () => {
    const german = describeSaving(asked('value=40.000,50&bank=2,5', 'de').inputs, {
      language: 'de',
      serviceFee: 'once',
    })
    expect(german.path).toBe('/freight-forwarders?value=40000.5&shipments=120&bank=2.5&conversion=0.5#calculator')
    expect(valuesOf(asked(german.path.split(/[?#]/)[1] ?? '', 'th'))).toEqual(['40000.5', '120', '2.5', '0.5'])
  })

  test('writes amounts as the reader’s language does', () => {
    expect(describeSaving(asked('').inputs, { language: 'de', serviceFee: 'once' }).savings).toBe('67.500,00\u00a0$')
  })
})
