import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test.each([
  ['plain', 'plain'],
  ['a, b', '"a, b"'],
  ['say "so"', '"say ""so"""'],
  ['two\nlines', '"two\nlines"'],
  ['semi;colon', '"semi;colon"'],
  ['12.5', '12.5'],
  ['-12.5', '-12.5'],
  [null, ''],
])('%j is written as %j', (cell, written) => {
  expect(csvLine([cell])).toBe(`${written}\r\n`)
})

test.each([
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  '\t=1',
  ' =HYPERLINK("https://evil.example")',
  '\u00a0=1',
  '＝1',
  '-2-3',
])('%j is text to every spreadsheet', (cell) => {
  expect(csvLine([cell]).replace(/^"/, '')).toMatch(/^'/)
})

test('cells stand in their order', () => {
  expect(csvLine(['a', null, 'c'])).toBe('a,,c\r\n')
})
