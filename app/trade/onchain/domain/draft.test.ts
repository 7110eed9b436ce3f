import { describe, expect, it } from 'vitest'
import {
  fitsStill,
  isDraftExpired,
  isSpent,
  LEAST_SECONDS_LEFT,
  LEDGERS_TO_SIGN,
  ledgersIn,
  numbersOf,
  SECONDS_TO_SIGN,
  secondsToSign,
} from './draft.ts'

const at = new Date('2026-12-03T12:00:00Z')
const inSeconds = (seconds: number) => new Date(at.getTime() + seconds * 1000)

describe('a draft of the XRP Ledger', () => {
  const draft = { sequence: 7, lastLedger: 1_000 }

  it('can lock while its number is the next one and its last ledger is not passed', () => {
    expect(isSpent(draft, { ledger: 100, sequence: 7 })).toBe(false)
    expect(isSpent(draft, { ledger: 1_000, sequence: 7 })).toBe(false)
  })

  it('waits for the numbers before its own', () => {
    expect(isSpent(draft, { ledger: 100, sequence: 6 })).toBe(false)
  })

  it('can lock no more after its last ledger, after its number, or without its wallet', () => {
    expect(isSpent(draft, { ledger: 1_001, sequence: 7 })).toBe(true)
    expect(isSpent(draft, { ledger: 100, sequence: 8 })).toBe(true)
    expect(isSpent(draft, { ledger: 100, sequence: null })).toBe(true)
  })

  it('without a number can always lock', () => {
    expect(isSpent({ sequence: null, lastLedger: null }, { ledger: 1_000_000, sequence: 1_000 })).toBe(false)
  })

  it('has its numbers as they are stored', () => {
    expect(numbersOf({ sequence: 7n, lastLedger: 4_294_967_295n })).toEqual({ sequence: 7, lastLedger: 4_294_967_295 })
    expect(numbersOf({ sequence: null, lastLedger: null })).toEqual({ sequence: null, lastLedger: null })
  })
})

describe('a draft of Stellar', () => {
  it('can lock in the ledger of its last second, and in none after it', () => {
    expect(isDraftExpired({ validUntil: at }, at)).toBe(false)
    expect(isDraftExpired({ validUntil: at }, inSeconds(1))).toBe(true)
  })

  it('is shown again while its number fits and time is left', () => {
    const draft = { sequence: '7', validUntil: inSeconds(LEAST_SECONDS_LEFT) }
    expect(fitsStill(draft, { sequence: '7', at })).toBe(true)
    expect(fitsStill(draft, { sequence: '8', at })).toBe(false)
    expect(fitsStill(draft, { sequence: '7', at: inSeconds(1) })).toBe(false)
  })
})

describe('the time to sign', () => {
  const until = (seconds: number) => secondsToSign({ now: at, lockBy: inSeconds(seconds) })

  it('is about an hour, and ends with the funding', () => {
    expect(until(100_000)).toBe(SECONDS_TO_SIGN)
    expect(until(SECONDS_TO_SIGN - 1)).toBe(SECONDS_TO_SIGN - 1)
    expect(until(LEAST_SECONDS_LEFT)).toBe(LEAST_SECONDS_LEFT)
  })

  it('is none where too little is left, or nothing', () => {
    expect(until(LEAST_SECONDS_LEFT - 1)).toBeNull()
    expect(until(-1)).toBeNull()
  })

  it('is counted in ledgers of about four seconds', () => {
    expect(ledgersIn(SECONDS_TO_SIGN)).toBe(LEDGERS_TO_SIGN)
    expect(ledgersIn(LEAST_SECONDS_LEFT)).toBe(75)
    expect(ledgersIn(303)).toBe(75)
  })
})
