import { describe, expect, it } from 'vitest'
import { LEFT_OUT, toPrintable } from './printable.ts'

const printed = (text: string) =>
  toPrintable(text, (grapheme) => /^[\p{Script=Latin}\p{Script=Arabic}\p{P}\p{N}\s]/u.test(grapheme))

describe('what can be printed', () => {
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
    expect(printed('\u2066a\u2067b\u202ac\u202bd\u202de\u202c').paragraphs).toEqual(['abcde'])
  })

  it('keeps the signs that set a value apart', () => {
    expect(printed('\u2068محمد\u2069, buyer').paragraphs).toEqual(['\u2068محمد\u2069, buyer'])
    expect(printed('\u2068王\u2069 pays')).toEqual({ paragraphs: [`\u2068${LEFT_OUT}\u2069 pays`], isWhole: false })
  })

  it('keeps what parts the letters of a Persian word, and only there', () => {
    expect(printed('می\u200cشود').paragraphs).toEqual(['می\u200cشود'])
    expect(printed('a\u200cb\u200dc').paragraphs).toEqual(['abc'])
  })

  it('joins letters and their accents where there is a letter for both', () => {
    expect(printed('Zoe\u0308').paragraphs).toEqual(['Zoë'])
  })
})
