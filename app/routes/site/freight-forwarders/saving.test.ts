import { describe, expect, test } from 'vitest'
import { describeSaving, fieldTexts, readQuery } from './saving.server.ts'

const asked = (query: string) => readQuery(new URLSearchParams(query))
const saving = (query: string) => describeSaving(asked(query).inputs, 'en')

describe('the calculator’s address', () => {
  test('holds the defaults of the spec when it says nothing', () => {
    expect(fieldTexts(asked('').inputs)).toEqual({
      shipmentValue: '25000',
      shipmentsPerYear: '120',
      bankFeePercent: '3',
    })
  })

  test('fills the fields that it names and leaves the others', () => {
    expect(fieldTexts(asked('value=40000.50&bank=4').inputs)).toEqual({
      shipmentValue: '40000.5',
      shipmentsPerYear: '120',
      bankFeePercent: '4',
    })
  })

  test('counts an emptied field as 0', () => {
    const { inputs, ignored } = asked('shipments=')
    expect(fieldTexts(inputs).shipmentsPerYear).toBe('0')
    expect(ignored).toEqual([])
  })

  test('ignores what is no number and what lies outside the limits, and says which', () => {
    const { inputs, ignored } = asked('value=-1&shipments=many&bank=10.5')
    expect(fieldTexts(inputs)).toEqual(fieldTexts(asked('').inputs))
    expect(ignored).toEqual(['shipmentValue', 'shipmentsPerYear', 'bankFeePercent'])
  })
})

describe('a year in words', () => {
  test('with the defaults', () => {
    const words = saving('')
    expect([words.savings, words.less]).toEqual(['$67,500.00', '75% less than your bank'])
    expect([words.bank.label, words.bank.usd]).toEqual(['Bank, 3% of $3,000,000.00', '$90,000.00'])
    expect([words.platform.label, words.platform.usd]).toEqual(['Quayside, 0.75%', '$22,500.00'])
    expect(words.each).toContain('$187.50 for each shipment. Below a shipment value of $13,333.34')
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
    expect(minimum?.text).toMatch(/You then save nothing against your bank\.$/)
    expect([bank.percent, minimum?.percent]).toEqual(['50', '100'])
  })

  test('promises nothing where the bank is cheaper', () => {
    const words = saving('bank=0.5')
    expect(words.savings).toBe('$0.00')
    expect(words.less).toBe('At this bank fee, Quayside is not cheaper than your bank.')
  })

  test('writes amounts as the reader’s language does', () => {
    expect(describeSaving(asked('').inputs, 'de').savings).toBe('67.500,00\u00a0$')
  })
})
