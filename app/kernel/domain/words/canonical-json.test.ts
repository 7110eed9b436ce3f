import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson, type JsonValue } from './canonical-json.ts'

test('the example of RFC 8785, section 3.2.4', () => {
  const value = {
    numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
    string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
    literals: [null, true, false],
  }
  expect(canonicalJson(value)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  )
})

test('names are sorted by UTF-16 code units (RFC 8785, section 3.2.3)', () => {
  const value = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 }
  const order = [...canonicalJson(value).matchAll(/:(\d)/g)].map(([, place]) => place).join('')
  expect(order).toBe('2467153')
})

test('what JSON does not know is refused', () => {
  expect(() => canonicalJson(Number.NaN)).toThrow(RangeError)
  expect(() => canonicalJson({ a: [Number.POSITIVE_INFINITY] })).toThrow(RangeError)
  expect(() => canonicalJson('\ud83d')).toThrow(RangeError)
})

test('the order in which names were written makes no difference, and nothing is lost', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (made) => {
      const value = JSON.parse(JSON.stringify(made)) as JsonValue
      const text = canonicalJson(value)
      expect(JSON.parse(text)).toEqual(value)
      expect(canonicalJson(turned(value))).toBe(text)
    }),
  )
})

function turned(value: JsonValue): JsonValue {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(turned)
  const entries = Object.entries(value).map(([name, each]) => [name, turned(each)] as const)
  return Object.fromEntries(entries.reverse())
}
