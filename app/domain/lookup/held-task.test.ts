import { describe, expect, it } from 'vitest'
import { STAGES } from '#app/domain/escrow/escrow.ts'
import { heldPayouts, shownHeld } from '#tests/support/held/shown-held.ts'
import { heldTaskOf } from './held-task.ts'

const shown = (changes: Partial<Parameters<typeof shownHeld>[0]> = {}) =>
  shownHeld({ asset: 'USDC', stage: 'awaiting_funds', reader: 'buyer', ...changes })

describe('what a side has to do on the page of what the ledger holds', () => {
  it('is to state a wallet, then to lock, each by whose turn it is', () => {
    const [first, then] = [shown({ turn: 'seller' }), shown({ turn: 'buyer' })]
    expect([heldTaskOf(first, 'seller'), heldTaskOf(first, 'buyer')]).toEqual(['agree', null])
    expect([heldTaskOf(then, 'seller'), heldTaskOf(then, 'buyer')]).toEqual([null, 'lock'])
  })

  it('is to sign what is to leave, and to take back what its date gives back', () => {
    const signing = shown({ stage: 'refunding', turn: 'seller', asksForSignature: true })
    expect([heldTaskOf(signing, 'seller'), heldTaskOf(signing, 'buyer')]).toEqual(['sign', null])
    const past = shown({ stage: 'awaiting_examination', turn: 'buyer', isPastDate: true })
    expect([heldTaskOf(past, 'buyer'), heldTaskOf(past, 'seller')]).toEqual(['take_back', null])
  })

  it('is to take the own share that was set aside, and not the other side’s', () => {
    const of = { asset: 'USDC', reader: 'buyer' } as const
    const payouts = heldPayouts({ releasing: 'confirmed', refunding: 'confirmed' }, of).map((payout) => ({
      ...payout,
      isToTake: payout.purpose === 'release',
    }))
    const split = shown({ stage: 'split', turn: 'nobody', payouts })
    expect([heldTaskOf(split, 'seller'), heldTaskOf(split, 'buyer')]).toEqual(['take', null])
  })

  it('is nothing for operators, and nothing where Quayside holds the money', () => {
    for (const stage of STAGES) {
      for (const turn of ['buyer', 'seller'] as const) {
        expect(heldTaskOf(shown({ stage, turn }), null)).toBeNull()
        expect(heldTaskOf({ ...shown({ stage, turn }), isHeld: false }, turn)).toBeNull()
      }
    }
  })
})
