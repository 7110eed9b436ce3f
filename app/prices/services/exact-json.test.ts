import { expect, test } from 'vitest'
import { parseWithExactNumbers } from './exact-json.ts'

test('numbers stay the text that they were, however long', () => {
  const json = '{"a":0.1,"b":[1e-7,123456789012345678901234567890.12345678901],"c":-0,"d":"0.5","e":null,"f":true}'
  expect(parseWithExactNumbers(json)).toEqual({
    a: '0.1',
    b: ['1e-7', '123456789012345678901234567890.12345678901'],
    c: '-0',
    d: '0.5',
    e: null,
    f: true,
  })
})

test('what is no JSON is refused', () => {
  expect(() => parseWithExactNumbers('<html>')).toThrow(SyntaxError)
})
