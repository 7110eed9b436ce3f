/** What the seller reads before and after confirming, of an on-chain deposit. */
import { describe, expect, it } from 'vitest'
import { STAGES } from '#app/escrow/domain/escrow.ts'
import { htmlOf, wordsOf } from '#tests/support/onchain/draw-page.tsx'
import { onchainPartOf } from '#tests/support/onchain/shown-hold.ts'
import { CUSTODIAL, custodyShown, type OfOnchain, shownOnchain } from '#tests/support/onchain/shown-onchain.ts'
import { ConfirmationReceived } from './late/confirmation-received.tsx'
import { SellerPage } from './seller-page.tsx'

const HELD_STAGES = STAGES.filter((stage) => !stage.endsWith('_blocked'))
const guard = { stamp: '', formToken: '', siteKey: null }
const sent = { values: null, problems: [], refused: null, answer: undefined, isBusy: false }
const page = { news: null, asked: null, typed: '', own: null, guard, maxBytes: 1_000_000 }
const props = { ...page, isScanned: true, asksSupplement: false, ...sent }

const form = (of: Omit<OfOnchain, 'reader'>) => {
  const escrow = shownOnchain({ reader: 'seller', ...of })
  return <SellerPage {...props} escrow={escrow} held={onchainPartOf(escrow)} />
}
const drawn = (escrow: Omit<OfOnchain, 'reader'>) => wordsOf(form(escrow))
const html = (escrow: Omit<OfOnchain, 'reader'>) => htmlOf(form(escrow))

describe.each(['USDC', 'XRP'] as const)('the seller’s page of %s that the ledger holds', (asset) => {
  it.each(HELD_STAGES)('says nothing that is true only of money with Quayside: %s', (stage) => {
    const received = <ConfirmationReceived escrow={shownOnchain({ asset, stage, reader: 'seller' })} />
    for (const said of [drawn({ asset, stage }), wordsOf(received)]) {
      expect(said).not.toMatch(CUSTODIAL)
      expect(said).not.toContain('if your exchange')
    }
  })

  it('asks for the wallet here, and shows no form of the shipment before the money is locked', () => {
    const first = html({ asset, stage: 'awaiting_funds', turn: 'seller' })
    expect(first).toMatch(/<a class="b"[^>]* href="[^"]*#held">State your wallet<\/a>/)
    expect(first).toMatch(/<div id="held">.*name="walletAddress".*value="agree"/s)
    for (const turn of ['seller', 'buyer'] as const) {
      const page = html({ asset, stage: 'awaiting_funds', turn })
      expect(page).not.toMatch(/type="file"|name="captcha"|Confirm shipment/)
      expect(page).toContain('You confirm here once the money is locked.')
    }
    const locked = html({ asset, stage: 'awaiting_confirmation' })
    expect(locked).toMatch(/type="file".*name="walletAddress".*Confirm shipment/s)
    expect(locked).not.toContain('once the money is locked')
  })

  it('accepts its terms once, with the wallet', () => {
    const sealed = { ...shownOnchain({ asset, stage: 'awaiting_funds', reader: 'seller' }).sealed, mayAccept: true }
    const terms = { ...sealed, fingerprint: 'ab'.repeat(32) }
    const first = drawn({ asset, stage: 'awaiting_funds', turn: 'seller', sealed: terms })
    expect(first).not.toContain('Accept these terms')
    expect(first).toContain('Naming your wallet accepts these terms')
  })

  it('says that it is locked, and what became of it', () => {
    expect(drawn({ asset, stage: 'awaiting_confirmation' })).toMatch(/Payment verified on [^.]+\.\s+You can ship now\./)
    expect(drawn({ asset, stage: 'released' })).not.toContain('You can ship now')
    const custody = custodyShown(asset, { isPast: true })
    const past = drawn({ asset, stage: 'awaiting_confirmation', custody })
    expect(past).toContain('The date has passed: the money goes back to the buyer')
    expect(past).not.toContain('You can ship now')
  })

  it('does not ask to ship while the buyer asks for it back, or a dispute is open', () => {
    expect(drawn({ asset, stage: 'refund_requested' })).toMatch(/Do not ship now\.\s+The buyer asks for .+ back\./)
    expect(drawn({ asset, stage: 'disputed' })).toMatch(/Do not ship now\.\s+A dispute about .+ is open\./)
  })
})
