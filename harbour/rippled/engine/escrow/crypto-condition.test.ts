import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fulfils, readCondition } from '#harbour/rippled/engine/escrow/crypto-condition.ts'

const FINGERPRINT = 'ab'.repeat(32)
const simple = `A0258020${FINGERPRINT}810120`

/** Shortest DER encoding: identifier, length, content. */
function der(identifier: string, content: Buffer): Buffer {
  const length = content.length < 128 ? [content.length] : [0x81, content.length]
  return Buffer.concat([Buffer.from(identifier, 'hex'), Buffer.from(length), content])
}

function pairOf(preimage: Buffer): { fulfilment: string; condition: string } {
  const fingerprint = createHash('sha256').update(preimage).digest()
  // A DER number must not look negative: from 128 on it has a leading zero.
  const cost = Buffer.from(preimage.length < 128 ? [preimage.length] : [0, preimage.length])
  return {
    fulfilment: der('a0', der('80', preimage)).toString('hex'),
    condition: der('a0', Buffer.concat([der('80', fingerprint), der('81', cost)])).toString('hex'),
  }
}

describe('a preimage', () => {
  const preimages = fc.uint8Array({ maxLength: 128 }).map((bytes) => Buffer.from(bytes))

  test('of up to 128 bytes opens the lock that is made of it', () => {
    fc.assert(
      fc.property(preimages, (preimage) => {
        const { fulfilment, condition } = pairOf(preimage)
        expect(fulfils(fulfilment, condition)).toBe(true)
      }),
    )
  })

  test('opens no other lock', () => {
    fc.assert(
      fc.property(preimages, preimages, (one, other) => {
        fc.pre(!one.equals(other))
        expect(fulfils(pairOf(one).fulfilment, pairOf(other).condition)).toBe(false)
      }),
    )
  })

  test('opens nothing when anything stands before, after or in the place of it', () => {
    const { fulfilment, condition } = pairOf(Buffer.alloc(32, 7))
    for (const wrong of ['', 'a0', `${fulfilment}00`, `00${fulfilment}`, fulfilment.slice(0, -2)]) {
      expect(fulfils(wrong, condition)).toBe(false)
    }
    expect(fulfils(fulfilment, `${condition}00`)).toBe(false)
    // The same hash with another length: the length is a part of the condition.
    expect(fulfils(fulfilment, `${condition.slice(0, -2)}21`)).toBe(false)
  })

  test('longer than 128 bytes opens nothing', () => {
    const { fulfilment, condition } = pairOf(Buffer.alloc(129, 7))
    expect(fulfils(fulfilment, condition)).toBe(false)
    expect(readCondition(condition)).toBeNull()
  })
})

describe('a condition', () => {
  test('is a hash and the length of what is hashed', () => {
    expect(readCondition(simple)).toEqual({ fingerprint: Buffer.alloc(32, 0xab), cost: 32 })
  })

  test.each([
    ['nothing', ''],
    ['one byte', 'A0'],
    ['another kind, of a prefix', simple.replace('A0', 'A1')],
    ['a signature’s', simple.replace('A0', 'A4')],
    ['no known kind', simple.replace('A0', 'A9')],
    ['a tag of several bytes', simple.replace('A0', 'BF')],
    ['a primitive', simple.replace('A0', '80')],
    ['a universal tag', simple.replace('A0', '30')],
    ['a hash that is too short', `A0248020${FINGERPRINT.slice(2)}810120`],
    ['a hash of another size', `A024801F${FINGERPRINT.slice(2)}810120`],
    ['no cost', `A0228020${FINGERPRINT}`],
    ['an empty cost', `A0248020${FINGERPRINT}8100`],
    ['a negative cost', `A0258020${FINGERPRINT}8101FF`],
    ['a cost of 129', `A0268020${FINGERPRINT}81020081`],
    ['a cost of six bytes', `A02A8020${FINGERPRINT}8106000000000020`],
    ['a cost of 33 bits', `A0298020${FINGERPRINT}81050100000020`],
    ['the parts in another order', `A025810120 8020${FINGERPRINT}`.replace(' ', '')],
    ['bytes behind it', `${simple}00`],
    ['bytes behind the cost', `A0268020${FINGERPRINT}81012000`],
    ['a length without end', `A080${simple.slice(4)}`],
    ['a length that is longer than it', `A0268020${FINGERPRINT}810120`],
    ['a length of nine bytes', `A089000000000000000025${simple.slice(4)}`],
  ])('%s is none', (_, hex) => {
    expect(readCondition(hex)).toBeNull()
  })

  test.each([
    ['a length in the long form', `A08125${simple.slice(4)}`],
    ['a cost with zeros before it', `A0298020${FINGERPRINT}81050000000020`],
  ])('%s is read, as the server does', (_, hex) => {
    expect(readCondition(hex)?.cost).toBe(32)
  })
})
