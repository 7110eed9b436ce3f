import { describe, expect, it } from 'vitest'
import type { OnchainView } from '#app/trade/onchain/domain/onchain-view.ts'
import { htmlOf, wordsOf } from '#tests/support/onchain/draw-page.tsx'
import { shownOnchain } from '#tests/support/onchain/shown-onchain.ts'
import { OnchainTurn } from './onchain-turn.tsx'

const AT = '2026-12-03T12:00:00.000Z'
const onchain = {
  until: AT,
  lockBy: AT,
  waitsFor: null,
  feeAsked: null,
  isLockWaiting: false,
  lock: null,
} as OnchainView
const nothing = { hold: onchain, lapse: null, exit: null } as const

type Of = Parameters<typeof shownOnchain>[0]
const escrowOf = (of: Of) => shownOnchain(of)

describe('above the page of what the ledger holds', () => {
  const agreeing = escrowOf({ asset: 'XLM', stage: 'awaiting_funds', reader: 'seller' })

  it('stands the task, and who can move the money beside it', () => {
    const words = wordsOf(<OnchainTurn {...nothing} escrow={agreeing} step="agree" reader="seller" />)
    expect(words).toContain('State your wallet and accept the date')
    expect(words).toContain('Lock due by')
    expect(words).not.toContain('must sign to move this money')
  })

  it('no button leads away from what is to be done there', () => {
    const html = (step: 'agree' | 'prepare') =>
      htmlOf(<OnchainTurn {...nothing} escrow={agreeing} step={step} reader="seller" />)
    expect(html('agree')).not.toContain('class="b')
    expect(html('prepare')).toContain('class="b')
  })

  it('nothing leads to the escrow where another part of the page does', () => {
    const words = wordsOf(<OnchainTurn {...nothing} escrow={agreeing} step="agree" reader="buyer" isLed />)
    expect(words).not.toContain('Open the escrow')
  })

  it('it is not said to be finished for whose share waits on the ledger', () => {
    const escrow = escrowOf({ asset: 'XLM', stage: 'split', reader: 'seller' })
    const drawn = (isToTake: boolean) =>
      wordsOf(<OnchainTurn {...nothing} escrow={escrow} step="ended" reader="seller" isToTake={isToTake} />)
    expect(drawn(true)).toMatch(/Your turn\s+Take your share/)
    expect(drawn(true)).not.toContain('Finished')
    expect(drawn(false)).toContain('Finished')
  })

  it('XRP that is to go back is said to come after the date', () => {
    const escrow = escrowOf({ asset: 'XRP', stage: 'refunding', reader: 'buyer' })
    const words = wordsOf(<OnchainTurn {...nothing} escrow={escrow} step="locked" reader="buyer" />)
    expect(words).toContain('The XRP Ledger returns the money only after')
    expect(words).not.toContain('then unreleased money')
  })
})
