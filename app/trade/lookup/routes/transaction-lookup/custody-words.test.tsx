/** The page of an on-chain escrow, in every stage: each sentence is true of it, on its ledger, for its reader. */

import { describe, expect, it } from 'vitest'
import { STAGES } from '#app/escrow/domain/escrow.ts'
import { type Asset, networkOf } from '#app/kernel/domain/assets.ts'
import { type PageRefresh, PageRefreshContext } from '#app/kernel/ui/live/refresh-without-script.tsx'
import type { PastDispute } from '#app/trade/disputes/domain/disputes-view.ts'
import type { PartyView } from '#app/trade/lookup/domain/escrow-view.ts'
import { Sure } from '#app/trade/lookup/ui/sure.tsx'
import { DEADLINES } from '#app/trade/terms/domain/standing.ts'
import { htmlOf, wordsOf } from '#tests/support/onchain/draw-page.tsx'
import { onchainPartOf } from '#tests/support/onchain/shown-hold.ts'
import {
  CUSTODIAL,
  custodyShown,
  datedAgreement,
  type OfOnchain,
  onchainPayouts,
  shownOnchain,
} from '#tests/support/onchain/shown-onchain.ts'
import { EscrowPage } from './escrow-page.tsx'
import { SureBeforeRelease } from './sure-before-release.tsx'

const ASSETS = ['XLM', 'XRP'] as const
const READERS = ['buyer', 'seller'] as const
/** Without payouts of ours, no stage is ever blocked. */
const ONCHAIN_STAGES = STAGES.filter((stage) => !stage.endsWith('_blocked'))
const agreementsOf = (asset: Asset) => [null, ...DEADLINES.map((kind) => datedAgreement(kind, networkOf(asset)))]

const nothing = {
  problem: null,
  refused: null,
  refusedStatement: null,
  asked: null,
  qr: null,
  due: null,
  news: null,
  link: '',
}
const page = (escrow: PartyView) => (
  <EscrowPage
    escrow={escrow}
    held={onchainPartOf(escrow)}
    {...nothing}
    typed={undefined}
    isPaused={false}
    isBusy={false}
  />
)
const pageOf = (escrow: PartyView) => wordsOf(page(escrow))
const drawn = (of: OfOnchain) => pageOf(shownOnchain(of))

function sides(of: Pick<OfOnchain, 'asset' | 'stage'> & Partial<PartyView>): string[] {
  return READERS.map((reader) => drawn({ ...of, reader }))
}

describe.each(ASSETS)('the page of %s that the ledger holds', (asset) => {
  it.each(ONCHAIN_STAGES)('says nothing that is true only of money with Quayside: %s', (stage) => {
    for (const agreement of agreementsOf(asset)) {
      for (const page of sides({ asset, stage, agreement })) expect(page).not.toMatch(CUSTODIAL)
    }
  })

  it.each(ONCHAIN_STAGES)('nor after its date, nor while it asks for a signature: %s', (stage) => {
    for (const change of [{ isPast: true }, { isSigning: true }]) {
      const custody = custodyShown(asset, { stage, ...change })
      for (const page of sides({ asset, stage, custody })) expect(page).not.toMatch(CUSTODIAL)
    }
  })

  it('has a button for what the reader has to do with a wallet, which stands on this page', () => {
    const button = (words: string) => RegExp(`<a class="b"[^>]* href="[^"]*#held">${words}</a>`)
    const html = (of: Omit<OfOnchain, 'asset'>) => htmlOf(page(shownOnchain({ asset, ...of })))
    expect(html({ stage: 'awaiting_funds', turn: 'seller', reader: 'seller' })).toMatch(button('State your wallet'))
    expect(html({ stage: 'awaiting_funds', turn: 'buyer', reader: 'buyer' })).toMatch(button('Lock the money'))
    const signing = custodyShown(asset, { isSigning: true })
    expect(html({ stage: 'releasing', turn: 'buyer', custody: signing, payouts: [], reader: 'buyer' })).toMatch(
      button('Sign'),
    )
    const past = custodyShown(asset, { isPast: true })
    expect(html({ stage: 'awaiting_confirmation', turn: 'buyer', custody: past, reader: 'buyer' })).toMatch(
      button('Take the money back'),
    )
    expect(html({ stage: 'awaiting_funds', turn: 'seller', reader: 'buyer' })).not.toMatch(button('State your wallet'))
  })

  it('names no date that stands still, and until when it does at most', () => {
    const still = { why: 'quayside', until: '2027-01-05T12:00:00.000Z' } as const
    const agreement = { ...datedAgreement('present', networkOf(asset)), clock: null, still, mayAsk: false }
    for (const page of sides({ asset, stage: 'awaiting_confirmation', agreement })) {
      expect(page).toMatch(/This date stands still\. On\s+5 Jan 2027, 12:00 UTC/)
      expect(page).not.toContain('Documents due by')
    }
  })

  it('names the date until which the ledger holds it, wherever it lies there', () => {
    for (const page of sides({ asset, stage: 'awaiting_examination' })) {
      expect(page).toMatch(/Held until\s*31 Jan 2027, 23:59 UTC\s*; then unreleased money goes back/)
    }
  })

  it('does not load itself anew while a wallet’s answer is typed, without JavaScript', () => {
    const refreshesOf = (reader: 'buyer' | 'seller') => {
      const noted: PageRefresh[] = []
      const escrow = shownOnchain({ asset, stage: 'awaiting_funds', turn: 'seller', reader })
      htmlOf(
        <PageRefreshContext.Provider value={(refresh) => noted.push(refresh)}>
          {page(escrow)}
        </PageRefreshContext.Provider>,
      )
      return noted.length
    }
    // The seller may state a wallet here; the buyer only waits for that.
    expect([refreshesOf('seller'), refreshesOf('buyer')]).toEqual([0, 1])
  })

  it('says after the date that it is the buyer’s, and takes no decision any more', () => {
    const custody = custodyShown(asset, { isPast: true })
    const isOver = { custody, turn: asset === 'XRP' ? 'quayside' : 'buyer' } as const
    const may = { ...shownOnchain({ asset, stage: 'awaiting_examination', reader: 'buyer' }).may, review: false }
    const [buyer, seller] = sides({ asset, stage: 'awaiting_examination', ...isOver, may })
    expect(buyer).toContain(asset === 'XRP' ? 'Quayside asks the ledger to return the money' : 'Take your money back')
    expect(buyer).toContain('Ended: nothing to decide.')
    expect(seller).toContain('The date has passed: the money goes back to the buyer')
  })

  it('does not say that money is on its way which no way out takes yet', () => {
    for (const page of sides({ asset, stage: 'releasing', payouts: [] })) expect(page).not.toContain('is on its way')
  })

  it('names what was paid, to whom, and by which transaction', () => {
    const [, seller] = sides({ asset, stage: 'released' })
    expect(seller).toContain('You were paid')
    for (const page of sides({ asset, stage: 'refunded' })) {
      expect(page).toContain('Refund to the buyer')
      expect(page).toContain('ab'.repeat(4))
      expect(page).not.toContain('Nothing was paid out')
    }
  })

  it('names the wallet of the seller only when the seller has confirmed with it', () => {
    for (const page of sides({ asset, stage: 'awaiting_confirmation' })) expect(page).not.toContain('payout wallet')
  })

  it('asks once more in words that hold for it', () => {
    for (const intent of ['agree_refund', 'agree_division', 'cancel'] as const) {
      const escrow = shownOnchain({ asset, stage: 'refund_requested', reader: 'seller' })
      expect(wordsOf(<Sure escrow={escrow} intent={intent} values={{}} page="/seller-confirm" />)).not.toMatch(
        CUSTODIAL,
      )
    }
    const escrow = shownOnchain({ asset, stage: 'awaiting_examination', reader: 'buyer' })
    const seen = { address: escrow.payoutWallet?.address ?? '', memo: null }
    expect(wordsOf(<SureBeforeRelease escrow={escrow} seen={seen} documents={[]} decision="" />)).not.toMatch(CUSTODIAL)
  })
})

describe('on Stellar', () => {
  const of = { asset: 'XLM', reader: 'buyer' } as const

  it('an approval is the signature of the buyer’s wallet', () => {
    expect(drawn({ ...of, stage: 'awaiting_examination' })).toContain('That approves and cannot be undone')
  })

  it('what is ready waits to be paid, and what is sent is on its way', () => {
    const queued = onchainPayouts({ releasing: 'queued', refunding: null }, of)
    expect(drawn({ ...of, stage: 'releasing', payouts: queued })).toContain('Payout to the seller waits')
    expect(drawn({ ...of, stage: 'releasing' })).toContain('is on its way to the seller')
  })

  it('names what each side gets, and who said so', () => {
    const split = { ...of, stage: 'split' } as const
    expect(drawn(split)).toMatch(/300\.0000 XLM\s+to the seller,\s+200\.0000 XLM\s+back to the buyer/)
    expect(drawn(split)).toContain('As agreed:')
    const at = '2026-11-20T12:00:00.000Z'
    const opened: Omit<PastDispute, 'decision' | 'decidedAt' | 'shares' | 'note'> = {
      id: 'opened',
      reason: '',
      openedAt: at,
      openedBy: 'buyer',
      byDates: false,
      voices: [],
    }
    const decided: PastDispute = { ...opened, decision: 'split', decidedAt: at, note: '', shares: null }
    expect(drawn({ ...split, pastDisputes: [decided] })).toContain('Quayside decided:')
  })
})

describe('on the XRP Ledger', () => {
  const of = { asset: 'XRP', reader: 'buyer' } as const
  const NOT_BEFORE = /The XRP Ledger returns the money only after\s+31 Jan 2027, 23:59 UTC/

  it('what goes back waits for the date', () => {
    const payouts = onchainPayouts({ releasing: null, refunding: 'queued' }, of)
    const page = drawn({ ...of, stage: 'refunding', payouts })
    expect(page).toMatch(NOT_BEFORE)
    expect(page).toContain('Refund to you waits')
    expect(page).not.toContain('on its way')
  })

  it('whoever asks for it, and whoever agrees, reads that first', () => {
    expect(drawn({ ...of, stage: 'awaiting_confirmation' })).toMatch(NOT_BEFORE)
    const asked = { asset: 'XRP', stage: 'refund_requested', reader: 'seller' } as const
    expect(drawn(asked)).toMatch(NOT_BEFORE)
    const sure = <Sure escrow={shownOnchain(asked)} intent="agree_refund" values={{}} page="/seller-confirm" />
    expect(wordsOf(sure)).toMatch(NOT_BEFORE)
  })

  it('nothing is divided', () => {
    for (const stage of ['disputed', 'awaiting_examination', 'rejected'] as const) {
      expect(drawn({ ...of, stage })).not.toMatch(/lower price|Make an offer|divide/i)
    }
  })
})

describe('a second lock under the condition of what counts', () => {
  const shown = shownOnchain({ asset: 'XRP', stage: 'awaiting_examination', reader: 'buyer' })
  const hash = 'AB'.repeat(32)
  const sure = (alsoReleased: PartyView['alsoReleased']) => {
    const seen = { address: 'rSeller', memo: null }
    return wordsOf(<SureBeforeRelease escrow={{ ...shown, alsoReleased }} seen={seen} documents={[]} decision="" />)
  }

  it('is said before the decision, and once more before it is sure, with the amount and to whom', () => {
    const alsoReleased = [{ hash, amount: '30', toSeller: true }]
    for (const page of [pageOf({ ...shown, alsoReleased }), sure(alsoReleased)]) {
      expect(page).toContain('The seller gets 30.0000 XRP more.')
      expect(page).toContain('Quayside cannot release one alone.')
    }
  })

  it('names no amount that is not known, and no seller whom it does not pay', () => {
    const words = sure([
      { hash, amount: null, toSeller: true },
      { hash: 'CD'.repeat(32), amount: '2', toSeller: false },
    ])
    expect(words).toContain('This transaction’s lock opens too.')
    expect(words).toContain('The wallet it names gets 2.0000 XRP more.')
    expect(words).not.toContain('The seller gets')
  })

  it('is said of nothing else', () => {
    expect(pageOf(shown)).not.toContain('would be released')
  })
})
