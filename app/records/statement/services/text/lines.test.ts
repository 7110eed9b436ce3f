import { describe, expect, it } from 'vitest'
import { breakLines } from './lines.ts'

/** Every character is one point wide, and marks above letters have no width. */
const measure = (text: string) => Array.from(text.replace(/\p{M}/gu, '')).length
const broken = (text: string, width: number) =>
  breakLines(text, { width, measure }).map(({ start, end }) => text.slice(start, end))

describe('lines', () => {
  it('break at spaces, and hold as much as fits', () => {
    expect(broken('the ship is late again', 11)).toEqual(['the ship is', 'late again'])
  })

  it('break after a hyphen, but not inside of a date or a name such as SHA-256', () => {
    expect(broken('a multi-modal transport', 10)).toEqual(['a multi-', 'modal', 'transport'])
    expect(broken('on 2026-11-20 SHA-256', 10)).toEqual(['on', '2026-11-20', 'SHA-256'])
  })

  it('break a word that is wider than a line, and lose nothing of it', () => {
    expect(broken('hash 0123456789abcdef', 6)).toEqual(['hash', '012345', '6789ab', 'cdef'])
    expect(broken('hash 0123456789abcdef ab', 6)).toEqual(['hash', '012345', '6789ab', 'cdef', 'ab'])
  })

  it('keep an amount and its unit together', () => {
    expect(broken('sent 4,125.0000\u00a0XLM', 16)).toEqual(['sent', '4,125.0000\u00a0XLM'])
  })

  it('are one empty line of no text', () => {
    expect(broken('', 10)).toEqual([''])
  })

  it('never tear an accent from its letter', () => {
    const letter = 'x\u0323\u0301'
    expect(broken(letter.repeat(3), 1)).toEqual([letter, letter, letter])
  })

  it('break between Chinese characters, and begin with no closing mark', () => {
    expect(broken('货物已交付。买方验收', 5)).toEqual(['货物已交', '付。买方验', '收'])
    expect(broken('合同（甲）与乙', 3)).toEqual(['合同', '（甲）', '与乙'])
    expect(broken('交付在2026年', 5)).toEqual(['交付在', '2026年'])
  })

  it('break between the words of Thai, which no space parts', () => {
    const words = ['ผู้ซื้อ', 'ตรวจ', 'เอกสาร', 'และ', 'น้ำหนัก']
    const lines = broken(words.join(''), 8)
    expect(lines.join('')).toBe(words.join(''))
    const ends = lines.map((_, index) => lines.slice(0, index + 1).join(''))
    const between = words.map((_, index) => words.slice(0, index + 1).join(''))
    expect(between).toEqual(expect.arrayContaining(ends))
    expect(lines.length).toBeGreaterThan(1)
  })

  it('begin with no Thai sign of repetition', () => {
    expect(broken('สินค้าต่างๆ', 7)).toEqual(['สินค้า', 'ต่างๆ'])
  })

  it('break at the spaces of Persian, and keep words whose parts do not join', () => {
    expect(broken('پرداخت می\u200cشود', 9)).toEqual(['پرداخت', 'می\u200cشود'])
  })
})
