import { describe, expect, test } from 'vitest'
import { heardSince, voiceKey } from './voices.ts'

const openedAt = new Date('2026-12-01T08:05:00Z')
const later = new Date('2026-12-01T14:52:00Z')

describe('who has been heard', () => {
  test('whoever opened it, and the other side with its first statement', () => {
    const opened = { openedAt, openedBy: 'buyer', byDates: false } as const
    expect(heardSince(opened, [])).toEqual({ buyer: openedAt, seller: null })
    const said = [
      { side: 'seller', statedAt: later },
      { side: 'seller', statedAt: new Date('2026-12-02T00:00:00Z') },
    ] as const
    expect(heardSince(opened, said)).toEqual({ buyer: openedAt, seller: later })
  })

  test('nobody, where a date has opened it', () => {
    const opened = { openedAt, openedBy: 'seller', byDates: true } as const
    expect(heardSince(opened, [])).toEqual({ buyer: null, seller: null })
    expect(heardSince(opened, [{ side: 'seller', statedAt: later }])).toEqual({ buyer: null, seller: later })
  })
})

test('the key of a file is safe, whatever its name', () => {
  const file = { txid: 'auto_5VVR', side: 'seller', unique: '0a1b2c3d4e', fileName: '../weighing slip.jpg' } as const
  expect(voiceKey(file)).toBe('disputes/auto_5VVR_seller-0a1b2c3d4e_weighing_slip.jpg')
})
