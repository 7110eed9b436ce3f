import { createHash, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fulfilmentOf } from '#app/trade/onchain/domain/crypto-condition.ts'
import { openFulfilments } from './fulfilments.server.ts'

const keyOf = (name: string) => ({ id: name, bytes: createHash('sha256').update(name).digest() })
const [now, before, other] = [keyOf('now'), keyOf('before'), keyOf('other')]
const fulfilment = fulfilmentOf(randomBytes(32))
const { seal, unseal } = openFulfilments([now, before])

const secret = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(fulfilmentOf)

test('what was sealed for an escrow is opened for that escrow alone', () => {
  fc.assert(
    fc.property(secret, fc.uuid(), fc.uuid(), (plain, escrowId, another) => {
      const sealed = seal(escrowId, plain)
      expect(unseal(escrowId, sealed)).toBe(plain)
      expect(unseal(another, sealed)).toBe(another === escrowId ? plain : null)
    }),
  )
})

test('nothing of it is seen in what is kept, and no two are alike', () => {
  fc.assert(
    fc.property(secret, fc.uuid(), (plain, escrowId) => {
      const [one, two] = [seal(escrowId, plain), seal(escrowId, plain)]
      expect(one).not.toBe(two)
      expect(one).toMatch(/^now\.[A-Za-z0-9+/]{80}$/)
      const bytes = Buffer.from(one.split('.')[1] ?? '', 'base64')
        .toString('hex')
        .toUpperCase()
      expect(bytes).not.toContain(plain.slice(8, 24))
    }),
  )
})

test('what was changed opens nothing', () => {
  const sealed = seal('an escrow', fulfilment)
  fc.assert(
    fc.property(fc.nat(59), fc.integer({ min: 1, max: 255 }), (place, by) => {
      const [id = '', box = ''] = sealed.split('.')
      const bytes = Buffer.from(box, 'base64')
      bytes[place] = (bytes[place] ?? 0) ^ by
      expect(unseal('an escrow', `${id}.${bytes.toString('base64')}`)).toBeNull()
    }),
  )
  for (const wrong of ['', '.', 'now', 'now.', sealed.replace('now', 'before'), sealed.slice(0, -8), `x${sealed}`]) {
    expect(unseal('an escrow', wrong)).toBeNull()
  }
})

test('keys are changed by putting the new one first; one that is gone opens nothing', () => {
  const old = openFulfilments([before]).seal('an escrow', fulfilment)
  expect(old).toMatch(/^before\./)
  expect(unseal('an escrow', old)).toBe(fulfilment)
  expect(openFulfilments([now]).unseal('an escrow', old)).toBeNull()
  expect(openFulfilments([{ ...other, id: 'before' }]).unseal('an escrow', old)).toBeNull()
})

test('what is no fulfilment is not sealed, and not repeated', () => {
  for (const wrong of [
    '',
    fulfilment.slice(8),
    fulfilment.toLowerCase(),
    `${fulfilment}00`,
    `00${fulfilment.slice(2)}`,
  ]) {
    expect(() => seal('an escrow', wrong)).toThrow(/^what is to be sealed is no fulfilment$/)
  }
  expect(() => openFulfilments([])).toThrow('no key')
})
