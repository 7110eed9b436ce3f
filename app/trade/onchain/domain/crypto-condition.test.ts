import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conditionOf, finishFee, fulfilmentOf } from './crypto-condition.ts'

describe('a secret', () => {
  it('is shown and locked in the bytes that were recorded on a public test ledger', () => {
    const shown = 'A0228020D280D1A02BAD0D2EBC0528B92E9BF37AC3E2530832C2C52620307135156F1048'
    const locked = 'A0258020E24D9E1473D4DF774F6D8E089067282034E4FA7ECACA2AD2E547953B2C113CBD810120'
    const secret = Buffer.from(shown.slice(8), 'hex')
    expect(fulfilmentOf(secret)).toBe(shown)
    expect(conditionOf(createHash('sha256').update(secret).digest())).toBe(locked)
  })

  it('has 32 bytes, and so has its hash', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        fc.pre(bytes.length !== 32)
        expect(() => fulfilmentOf(bytes)).toThrow()
        expect(() => conditionOf(bytes)).toThrow()
      }),
    )
  })

  it('costs 35 times the fee of other transactions to show', () => {
    expect(finishFee('10', fulfilmentOf(new Uint8Array(32)))).toBe('350')
    expect(finishFee('12', fulfilmentOf(new Uint8Array(32)))).toBe('420')
    expect(finishFee('10', 'AB'.repeat(15))).toBe('330')
    expect(finishFee('10', 'AB'.repeat(16))).toBe('340')
  })
})
