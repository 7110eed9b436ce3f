import { expect, it } from 'vitest'
import { escrowOfHandBack, handBackToken } from './hand-backs.server.ts'

const escrowId = '0199a1b2-0000-7000-8000-00000000000a'
const hash = 'ab'.repeat(32)
const secret = 'a secret of the tests, long enough to pass'

it('a token names its escrow for the one transaction that it was made for', () => {
  const token = handBackToken(secret, { escrowId, hash })
  expect(token).toMatch(/^[0-9a-f-]{36}\.[\w-]{22}$/)
  expect(escrowOfHandBack(token, { secret, hash })).toBe(escrowId)
})

it.each([
  ['of another transaction', handBackToken(secret, { escrowId, hash: 'cd'.repeat(32) })],
  ['of another escrow', handBackToken(secret, { escrowId, hash }).replace('000a.', '000b.')],
  ['of another secret', handBackToken(`${secret}!`, { escrowId, hash })],
  ['cut short', handBackToken(secret, { escrowId, hash }).slice(0, -1)],
  ['with something behind it', `${handBackToken(secret, { escrowId, hash })}=`],
  ['that is none', ''],
  ['with other letters than it can have', `${escrowId}.${'é'.repeat(22)}`],
])('a token %s names none', (_what, token) => {
  expect(escrowOfHandBack(token, { secret, hash })).toBeNull()
})
