import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seenText } from './seen-text.ts'

test.each([
  ['a zero-width space', '12345\u200b', '12345'],
  ['marks of direction', '\u200e12345\u200f', '12345'],
  ['isolates, as a Persian page writes numbers', '\u2068665944609\u2069', '665944609'],
  ['a byte-order mark and a soft hyphen', '\ufeff123\u00ad45', '12345'],
  ['Persian digits', '۴۷۱۱', '4711'],
  ['Arabic digits', '٤٧١١', '4711'],
  ['Thai digits', '๔๗๑๑', '4711'],
  ['Devanagari digits', '४७११', '4711'],
  ['digits in full width', '０１', '01'],
  ['mathematical digits, which stand in five rows', '\u{1d7d8}\u{1d7e2}\u{1d7f7}', '001'],
  ['letters in full width', 'ＡＢ：１', 'AB:1'],
  ['blanks of other kinds', '\u00a0ref\u202f12\t3\n', 'ref 12 3'],
  ['what draws nothing', '12\u2800\u3164\ufe0f3', '123'],
  ['what is plain', 'Order 12-b', 'Order 12-b'],
  ['letters of other scripts', 'Счёт ۱', 'Счёт 1'],
])('of %s the eye reads what is kept', (_, typed, seen) => {
  expect(seenText(typed)).toBe(seen)
})

test('what was read once is read the same again, and holds nothing unseen', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (typed) => {
      const seen = seenText(typed)
      expect(seenText(seen)).toBe(seen)
      expect(seen).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    }),
  )
})

test('each digit of each script is one digit', () => {
  const all = Array.from({ length: 0x1_ff00 - 0x80 }, (_, place) => place + 0x80)
    .filter((point) => point < 0xd800 || point > 0xdfff)
    .map((point) => String.fromCodePoint(point))
  const digits = all.join('').match(/\p{Nd}/gu) ?? []
  expect(digits.length).toBeGreaterThan(600)
  expect(digits.map(seenText).filter((read) => !/^\d$/.test(read))).toEqual([])
})
