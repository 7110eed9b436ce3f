import { describe, expect, it } from 'vitest'
import { type Direction, directionByLetters, piecesOf, readParagraph } from './bidi.ts'

/** Returns the pieces in their order on the page, from left to right; right-to-left ones stand between arrows. */
function shown(text: string, direction: Direction): string[] {
  const paragraph = readParagraph(text, direction)
  return piecesOf(paragraph, { start: 0, end: paragraph.text.length }).map((piece) =>
    piece.direction === 'rtl' ? `<${piece.text}<` : piece.text,
  )
}

describe('a line', () => {
  it('is one piece where everything is read from left to right', () => {
    expect(shown('412,500 XLM', 'ltr')).toEqual(['412,500 XLM'])
    expect(shown('0123abcd', 'rtl')).toEqual(['0123abcd'])
    expect(shown('', 'rtl')).toEqual([])
  })

  it('has a Persian name turned around inside of English', () => {
    expect(shown('Named: محمد رضایی, buyer', 'ltr')).toEqual(['Named: ', '<محمد رضایی<', ', buyer'])
  })

  it('begins at the right in Persian, with Latin words and digits in their own order', () => {
    expect(shown('در Stellar 24 است', 'rtl')).toEqual(['< است<', 'Stellar 24', '<در <'])
    expect(shown('شمارهٔ ۱۲۳.', 'rtl')).toEqual(['<.<', '۱۲۳', '<شمارهٔ <'])
  })

  it('opens its brackets to the side where they open', () => {
    expect(shown('تهران (ایران)', 'rtl')).toEqual(['<تهران )ایران(<'])
    expect(shown('زمان (UTC)', 'rtl')).toEqual(['<(<', 'UTC', '<زمان )<'])
  })

  it('keeps a value in one piece that the words have set apart, and draws no sign of it', () => {
    const sum = 'دریافت \u2068412.5 XLM\u2069 = \u2068400 XLM\u2069'
    expect(shown(sum, 'rtl')).toEqual(['400 XLM', '< = <', '412.5 XLM', '<دریافت <'])
    expect(shown('by \u2068محمد\u2069 1 time', 'ltr')).toEqual(['by ', '<محمد<', ' 1 time'])
    expect(readParagraph(sum, 'rtl').text).toBe('دریافت 412.5 XLM = 400 XLM')
  })

  it('is turned around after it is broken, by the levels of the whole paragraph', () => {
    const paragraph = readParagraph('یک دو three four سه', 'rtl')
    const [first, second] = [
      { start: 0, end: 11 },
      { start: 12, end: paragraph.text.length },
    ].map((span) => piecesOf(paragraph, span).map(({ text }) => text))
    expect(first).toEqual(['three', 'یک دو '])
    expect(second).toEqual([' سه', 'four'])
  })
})

describe('the direction of a text', () => {
  it('is that of most of its letters', () => {
    expect(directionByLetters('Quayside می‌پردازد، نه از محل این حساب', 'ltr')).toBe('rtl')
    expect(directionByLetters('Contract with محمد, delivered in Hamburg', 'rtl')).toBe('ltr')
  })

  it('is that of the document without letters, and of a sentence that sets values apart', () => {
    expect(directionByLetters('17-2026', 'rtl')).toBe('rtl')
    expect(directionByLetters('\u2068بارنامه\u2069: \u2068wrong.pdf\u2069، SHA-256', 'rtl')).toBe('rtl')
    expect(directionByLetters('Named by the buyer: \u2068محمد رضایی، تهران، ایران، آسیا\u2069', 'ltr')).toBe('ltr')
  })
})
