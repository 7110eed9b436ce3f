/** What the seller reads before confirming, and after, of money that the ledger holds. */
import { describe, expect, it } from 'vitest'
import { STAGES } from '#app/domain/escrow/escrow.ts'
import { wordsOf } from '#tests/support/held/draw-page.tsx'
import { CUSTODIAL, type OfHeld, shownHeld } from '#tests/support/held/shown-held.ts'
import { ConfirmationReceived } from './confirmation-received.tsx'
import { ShipmentForm } from './shipment-form.tsx'

const HELD_STAGES = STAGES.filter((stage) => !stage.endsWith('_blocked'))
const guard = { stamp: '', formToken: '', siteKey: null }
const sent = { values: null, problems: [], refused: null, answer: undefined, summary: null, isBusy: false }
const page = { news: null, typed: '', mine: null, own: null, guard, maxBytes: 1_000_000 }
const of = { ...page, isScanned: true, asksSupplement: false, ...sent }

const drawn = (escrow: Omit<OfHeld, 'reader'>) =>
  wordsOf(<ShipmentForm {...of} escrow={shownHeld({ reader: 'seller', ...escrow })} />)

describe.each(['USDC', 'XRP'] as const)('the seller’s page of %s that the ledger holds', (asset) => {
  it.each(HELD_STAGES)('says nothing that is true only of money with Quayside: %s', (stage) => {
    const received = <ConfirmationReceived escrow={shownHeld({ asset, stage, reader: 'seller' })} />
    for (const said of [drawn({ asset, stage }), wordsOf(received)]) {
      expect(said).not.toMatch(CUSTODIAL)
      expect(said).not.toContain('if your exchange')
    }
  })

  it('says that it is locked, and what became of it', () => {
    expect(drawn({ asset, stage: 'awaiting_confirmation' })).toMatch(/ is locked on the ledger\s+It was verified on/)
    expect(drawn({ asset, stage: 'released' })).not.toContain('You can ship against it')
    const past = drawn({ asset, stage: 'awaiting_confirmation', isPastDate: true })
    expect(past).toContain('The date has passed: the money goes back to the buyer')
    expect(past).not.toContain('You can ship against it')
  })

  it('does not ask to ship while the buyer asks for it back, or a dispute is open', () => {
    expect(drawn({ asset, stage: 'refund_requested' })).toMatch(/Do not ship now\.\s+The buyer asks for .+ back\./)
    expect(drawn({ asset, stage: 'disputed' })).toMatch(/Do not ship now\.\s+A dispute about .+ is open\./)
  })
})
