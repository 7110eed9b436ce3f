import { describe, expect, it } from 'vitest'
import { breakLines, splitRuns } from './lines.ts'
import { LEFT_OUT, toPrintable } from './printable.ts'

/** Every character is one point wide. */
const measure = (text: string) => Array.from(text).length
const broken = (text: string, width: number) => breakLines(text, { width, measure })

describe('lines', () => {
  it('break at spaces, and hold as much as fits', () => {
    expect(broken('the ship is late again', 11)).toEqual(['the ship is', 'late again'])
  })

  it('break a word that is wider than a line, and lose nothing of it', () => {
    expect(broken('hash 0123456789abcdef', 6)).toEqual(['hash', '012345', '6789ab', 'cdef'])
    expect(broken('hash 0123456789abcdef', 6).join('')).toContain('0123456789abcdef')
  })

  it('keep an amount and its unit together', () => {
    expect(broken('sent 4,125.0000\u00a0XLM', 16)).toEqual(['sent', '4,125.0000\u00a0XLM'])
  })

  it('are one empty line of no text', () => {
    expect(broken('', 10)).toEqual([''])
  })

  it('never tear an accent from its letter', () => {
    const letter = 'x\u0323\u0301'
    expect(broken(letter.repeat(3), 4)).toEqual([letter, letter, letter])
  })
})

describe('runs', () => {
  const fontOf = (name: string, characters: string) => ({
    name,
    has: (codePoint: number) => characters.includes(String.fromCodePoint(codePoint)),
  })
  const latin = fontOf('latin', 'abc ,')
  const cyrillic = fontOf('cyrillic', 'абв ')
  const named = (text: string) => splitRuns(text, [latin, cyrillic]).map((run) => [run.font?.name, run.text])

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
})

describe('what can be printed', () => {
  const printed = (text: string) => toPrintable(text, (grapheme) => /^[\p{Script=Latin}\p{P}\p{N}\s]/u.test(grapheme))

  it('stays as it is, line by line', () => {
    expect(printed('one\ntwo')).toEqual({ paragraphs: ['one', 'two'], isWhole: true })
  })

  it('has one mark for each row of characters that cannot, their spaces with them', () => {
    expect(printed('To 王小明 先生, and 李')).toEqual({
      paragraphs: [`To ${LEFT_OUT}, and ${LEFT_OUT}`],
      isWhole: false,
    })
  })

  it('drops what has no shape, such as marks that turn text around', () => {
    expect(printed('invoice\u202egpj.exe\u200b')).toEqual({ paragraphs: ['invoicegpj.exe'], isWhole: true })
  })

  it('joins letters and their accents where there is a letter for both', () => {
    expect(printed('Zoe\u0308').paragraphs).toEqual(['Zoë'])
  })
})
