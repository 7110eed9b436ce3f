import { expect, it } from 'vitest'
import { csvLine } from './csv.ts'

it('writes plain cells as they are, and nothing for what is missing', () => {
  expect(csvLine(['auto_1', null, '', '12.5'])).toBe('auto_1,,,12.5\r\n')
})

it('leaves a figure a figure', () => {
  expect(csvLine(['-3.5', '0.25', '-7'])).toBe('-3.5,0.25,-7\r\n')
})

it('keeps commas, quotes and line breaks within their cell', () => {
  expect(csvLine(['a,b', 'say "so"', 'two\nlines', 'x;y'])).toBe('"a,b","say ""so""","two\nlines","x;y"\r\n')
})

it.each([
  '=1+1',
  '+1',
  '-1+1',
  '|calc',
  '@SUM(A1)',
  '=HYPERLINK("http://evil.example","x")',
  '\t=1',
  '\r=1',
  ' =1',
  '\u200B=1',
  '＝1',
  '\u0000=1',
])('lets no spreadsheet reckon %j', (cell) => {
  const written = csvLine([cell])
  expect(written.replace(/^"/, '').startsWith("'")).toBe(true)
})

it('lets a formula not hide behind a separator of its own', () => {
  expect(csvLine(['x","=1+1'])).toBe('"x"",""=1+1"\r\n')
})
