import { describe, expect, it } from 'vitest'
import { splitRuns, textPartsOf, toLayout } from './runs.ts'

const fontOf = (name: string, characters: string) => ({
  name,
  has: (codePoint: number) => characters.includes(String.fromCodePoint(codePoint)),
})

describe('runs', () => {
  const latin = fontOf('latin', 'abc ,“”—')
  const cyrillic = fontOf('cyrillic', 'абв ')
  const chinese = fontOf('chinese', '买方，“”—')
  const named = (text: string) => splitRuns(text, [latin, cyrillic, chinese]).map((run) => [run.font?.name, run.text])

  it('go to the first font that has the character', () => {
    expect(named('abабc')).toEqual([
      ['latin', 'ab'],
      ['cyrillic', 'аб'],
      ['latin', 'c'],
    ])
  })

  it('do not change fonts for a space that the present one has', () => {
    expect(named('аб в, a')).toEqual([
      ['cyrillic', 'аб в'],
      ['latin', ', a'],
    ])
  })

  it('have wide quotation marks and dashes beside Chinese, and narrow ones elsewhere', () => {
    expect(named('“买方”')).toEqual([['chinese', '“买方”']])
    expect(named('买——a “b”')).toEqual([
      ['chinese', '买——'],
      ['latin', 'a “b”'],
    ])
  })

  it('do not change fonts for a sign that only parts letters', () => {
    const arabic = fontOf('arabic', 'می شود')
    expect(splitRuns('می\u200cشود', [latin, arabic])).toEqual([{ font: arabic, text: 'می\u200cشود' }])
  })
})

describe('the parts of a run', () => {
  it('are the words of Persian, without the sign that parts their letters', () => {
    expect(textPartsOf('پرداخت می\u200cشود').map(({ text }) => text)).toEqual(['پرداخت', ' ', 'می', 'شود'])
  })

  it('are one otherwise', () => {
    expect(textPartsOf('the ship is late')).toEqual([{ text: 'the ship is late' }])
    expect(textPartsOf('ที่อยู่')).toEqual([{ text: 'ที่อยู่' }])
  })

  it('have the ring of Thai am below its tone mark, and say how it reads', () => {
    expect(textPartsOf('ใช้น้ำมันทำ')).toEqual([
      { text: 'ใช้' },
      { text: 'น\u0e4d\u0e49า', reads: 'น้ำ' },
      { text: 'มัน' },
      { text: 'ท\u0e4dา', reads: 'ทำ' },
    ])
  })

  it('are handed over so that the layout turns around what is read from right to left, and nothing else', () => {
    // The layout itself turns these: words of an Arabic script, and digits of one, which are read from left to right.
    expect(toLayout('سلام', 'rtl')).toBe('سلام')
    expect(toLayout('۱۲۳', 'ltr')).toBe('۳۲۱')
    expect(toLayout('412', 'ltr')).toBe('412')
    expect(toLayout(' :', 'rtl')).toBe(': ')
  })
})
