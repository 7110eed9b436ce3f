import { expect, test } from 'vitest'
import { quoteForEmail } from './quoted.ts'

test.each([
  ['The vessel never left.', 'The vessel never left.'],
  ['Two lines:\r\npacking_list.pdf is missing', 'Two lines:\npacking_list.pdf is missing'],
  ['No.5 of 12.500 kg, e.g. bag 3.4', 'No.5 of 12.500 kg, e.g. bag 3.4'],
  ['Data: 12.05.2026, note:late, 1.250.000.000 kg', 'Data: 12.05.2026, note:late, 1.250.000.000 kg'],
  ['已装船。提单已寄', '已装船。提单已寄'],
  ['บจก.เรือไทย', 'บจก.เรือไทย'],
])('%j stays as it is', (typed, text) => expect(quoteForEmail(typed)).toEqual({ text, isCut: false }))

test('what mail programs could take for a site is none any more', () => {
  expect(quoteForEmail('see evil.example/pay.Then wait')).toEqual({
    text: 'see evil. example/pay. Then wait',
    isCut: false,
  })
})

test.each([
  ['see evil。com/pay', 'see evil。 com/pay'],
  ['see evil．com', 'see evil. com'],
  ['see evil[.]com', 'see evil. com'],
  ['see зло.рф', 'see зло. рф'],
  ['see 1.2.3.4/pay', 'see 1. 2.3.4/pay'],
])('%j is broken to %j', (typed, text) => expect(quoteForEmail(typed)).toEqual({ text, isCut: false }))

test.each([
  ['Call tel:+442079460958 now', 'Call … now'],
  ['write to thief＠evil', 'write to …'],
  ['Pay at https://evil.example/now please', 'Pay at … please'],
  ['write to thief@evil.example', 'write to …'],
  ['see www.evil.com', 'see …'],
])('%j is quoted without its links', (typed, text) => expect(quoteForEmail(typed)).toEqual({ text, isCut: true }))

test('what is long is cut, and says so', () => {
  const { text, isCut } = quoteForEmail('word '.repeat(4_000))
  expect(text.length).toBeLessThan(310)
  expect(text).toMatch(/word…$/)
  expect(isCut).toBe(true)
})
