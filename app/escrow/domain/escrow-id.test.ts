import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { looksLikeEscrowId, makeEscrowId, normalizeEscrowId } from './escrow-id.ts'

test('an ID tells its mode and holds 100 random bits in 20 characters', () => {
  expect(makeEscrowId(randomBytes, 'auto')).toMatch(/^auto_[0-9A-HJKMNP-TV-Z]{20}$/)
  expect(makeEscrowId(randomBytes, 'manual')).toMatch(/^esc_[0-9A-HJKMNP-TV-Z]{20}$/)
  const everyByte = Uint8Array.from({ length: 20 }, (_, index) => index * 13)
  expect(makeEscrowId(() => everyByte, 'auto')).toBe('auto_0DT7M1EV8N2FW9P3GXAQ')
})

test('ten thousand IDs are ten thousand different ones that use the whole alphabet', () => {
  const ids = Array.from({ length: 10_000 }, () => makeEscrowId(randomBytes, 'auto'))
  expect(new Set(ids).size).toBe(ids.length)
  expect(new Set(ids.flatMap((id) => [...id.slice(5)])).size).toBe(32)
})

test.each(['auto_', 'auto_0DT7M1EV8N2FW9P3GXA', 'AUTO_0DT7M1EV8N2FW9P3GXAQ', 'auto_0DT7M1EV8N2FW9P3GXAU', 'x', ''])(
  '%j is no escrow ID',
  (text) => expect(looksLikeEscrowId(text)).toBe(false),
)

test('an ID read aloud and typed by hand is understood', () => {
  const id = 'auto_0DT7M1EV8N2FW9P3GXAQ'
  for (const typed of [
    id,
    ' AUTO_0dt7-m1ev-8n2f-w9p3-gxaq ',
    'auto-ODT7MIEV8N2FW9P3GXAQ',
    'auto_0DT7MLEV8N2FW9P3GXAQ',
  ]) {
    expect(normalizeEscrowId(typed)).toBe(id)
  }
})

test.each([
  ['the full stop of a sentence', (id: string) => `${id}.`],
  ['quotes', (id: string) => `“${id}”`],
  ['a mark of direction', (id: string) => `\u200e${id}`],
  ['isolates', (id: string) => `\u2068${id}\u2069`],
  ['a blank inside', (id: string) => `${id.slice(0, 9)} ${id.slice(9)}`],
  ['the link of a letter', (id: string) => `https://quayside.example/dashboard?txid=${id}&part=dates#dates`],
  ['a sentence', (id: string) => `Please look at ${id}, thank you`],
])('an ID is read with %s', (_, written) => {
  const id = 'auto_0DT7M1EV8N2FW9P3GXAQ'
  expect(normalizeEscrowId(written(id))).toBe(id)
})

test('of two IDs none is read', () => {
  expect(normalizeEscrowId('auto_0DT7M1EV8N2FW9P3GXAQ auto_1DT7M1EV8N2FW9P3GXAQ')).toBeNull()
})

test.each(['', 'auto', 'esc_', 'a'.repeat(64), 'auto_0DT7M1EV8N2FW9P3GXAQ0', "auto_' or 1=1 --"])(
  '%j normalizes to nothing',
  (text) => expect(normalizeEscrowId(text)).toBeNull(),
)
