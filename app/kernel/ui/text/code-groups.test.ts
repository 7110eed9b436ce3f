import { describe, expect, it } from 'vitest'
import { codeGroupsOf, shortHash } from './code-groups.ts'

const texts = (value: string, size = 4) => codeGroupsOf(value, { size }).map((group) => group.text)

describe('a code in groups', () => {
  it('keeps every character in order, the last group as long as it comes', () => {
    expect(texts('GBTIDE2KIW')).toEqual(['GBTI', 'DE2K', 'IW'])
    expect(texts('')).toEqual([])
  })

  it('marks the groups that differ, also where one value ends earlier', () => {
    const marked = (value: string, differsFrom: string) =>
      codeGroupsOf(value, { size: 4, differsFrom })
        .filter((group) => group.differs)
        .map((group) => group.text)
    expect(marked('GBTIZF5QEYAM', 'GBTIT5XJEYAM')).toEqual(['ZF5Q'])
    expect(marked('GBTIEYAM', 'GBTI')).toEqual(['EYAM'])
    expect(marked('GBTI', 'GBTI')).toEqual([])
  })

  it('marks nothing when there is nothing to compare with', () => {
    expect(codeGroupsOf('GBTI', { size: 4 }).some((group) => group.differs)).toBe(false)
  })
})

describe('a short hash', () => {
  it('shows both ends', () => {
    expect(shortHash(`dc0d5af2${'0'.repeat(48)}8e2cfec2`)).toBe('dc0d5af2…8e2cfec2')
  })
})
