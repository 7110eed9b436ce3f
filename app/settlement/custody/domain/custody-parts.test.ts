import { describe, expect, it } from 'vitest'
import { STAGES } from '#app/escrow/domain/escrow.ts'
import { custodyShown, onchainPayouts, shownOnchain } from '#tests/support/onchain/shown-onchain.ts'
import { custodyTaskOf, custodyTextOf, custodyTitleOf } from './custody-parts.ts'
import { awaitingPastDate } from './past-date.ts'

const shown = (changes: Partial<Parameters<typeof shownOnchain>[0]> = {}) =>
  shownOnchain({ asset: 'USDC', stage: 'awaiting_funds', reader: 'buyer', ...changes })

const OURS = custodyShown('USDC', { custodian: 'platform' })
const READERS = ['buyer', 'seller'] as const

describe('what a side has to do on the page of what the ledger holds', () => {
  it('is to state a wallet, then to lock, each by whose turn it is', () => {
    const [first, then] = [shown({ turn: 'seller' }), shown({ turn: 'buyer' })]
    expect([custodyTaskOf(first, 'seller'), custodyTaskOf(first, 'buyer')]).toEqual(['agree', null])
    expect([custodyTaskOf(then, 'seller'), custodyTaskOf(then, 'buyer')]).toEqual([null, 'lock'])
  })

  it('is to sign what is to leave, and to take back what its date gives back', () => {
    const signing = shown({ stage: 'refunding', turn: 'seller', custody: custodyShown('USDC', { isSigning: true }) })
    expect([custodyTaskOf(signing, 'seller'), custodyTaskOf(signing, 'buyer')]).toEqual(['sign', null])
    const past = shown({
      stage: 'awaiting_examination',
      turn: 'buyer',
      custody: custodyShown('USDC', { isPast: true }),
    })
    expect([custodyTaskOf(past, 'buyer'), custodyTaskOf(past, 'seller')]).toEqual(['take_back', null])
  })

  it('is to take the own share that was set aside, and not the other side’s', () => {
    const of = { asset: 'USDC', reader: 'buyer' } as const
    const payouts = onchainPayouts({ releasing: 'confirmed', refunding: 'confirmed' }, of).map((payout) => ({
      ...payout,
      isToTake: payout.purpose === 'release',
    }))
    const split = shown({ stage: 'split', turn: 'nobody', payouts })
    expect([custodyTaskOf(split, 'seller'), custodyTaskOf(split, 'buyer')]).toEqual(['take', null])
  })

  it('is nothing for operators, and nothing where Quayside holds the money', () => {
    for (const stage of STAGES) {
      for (const turn of ['buyer', 'seller'] as const) {
        expect(custodyTaskOf(shown({ stage, turn }), null)).toBeNull()
        expect(custodyTaskOf(shown({ stage, turn, custody: OURS }), turn)).toBeNull()
      }
    }
  })
})

describe('above an escrow that the ledger holds', () => {
  const titleOf = (of: Partial<Parameters<typeof custodyTitleOf>[0]>, reader: 'buyer' | 'seller') =>
    custodyTitleOf(
      { custody: custodyShown('XLM', {}), headline: 'stage', stage: 'released', turn: 'nobody', ...of },
      reader,
    )
  const textOf = (
    asset: 'USDC' | 'XRP',
    of: Partial<Parameters<typeof custodyTextOf>[0]>,
    reader: 'buyer' | 'seller',
  ) =>
    custodyTextOf(
      { custody: custodyShown(asset, {}), headline: 'stage', stage: 'released', turn: 'nobody', ...of },
      reader,
    )

  it('stands the title of its stage, but where that speaks of money with us or of a wallet to name', () => {
    expect(titleOf({ stage: 'awaiting_confirmation' }, 'buyer')).toBe('held.next.locked.title')
    expect(titleOf({ stage: 'refund_open' }, 'buyer')).toBe('held.exit.refund')
    expect(titleOf({ stage: 'refund_open' }, 'seller')).toBeNull()
    expect(titleOf({ stage: 'released' }, 'buyer')).toBeNull()
  })

  it('stands what holds of its money where it lies', () => {
    for (const stage of ['awaiting_confirmation', 'disputed', 'refund_open'] as const) {
      expect(textOf('USDC', { stage }, 'buyer')).toBe('held.what.stellar')
      expect(textOf('XRP', { stage }, 'seller')).toBe('held.what.xrpl')
    }
    expect(textOf('XRP', { stage: 'cancelled' }, 'buyer')).toBe('held.next.over.text')
    expect(textOf('XRP', { stage: 'refunded' }, 'buyer')).toBeNull()
  })

  it('stands until when it waits, and that XRP goes back no sooner', () => {
    const waits = { headline: 'waits' } as const
    expect(textOf('XRP', { ...waits, stage: 'refunding' }, 'buyer')).toBe('held.back')
    expect(textOf('XRP', { ...waits, stage: 'releasing' }, 'buyer')).toBe('held.until')
    expect(textOf('USDC', { ...waits, stage: 'refunding' }, 'seller')).toBe('held.until')
  })

  it('stands who states a wallet, who locks, and who signs', () => {
    const titles = (
      fundStep: 'agree' | 'lock',
      of: { stage: 'awaiting_funds' | 'releasing'; turn: 'buyer' | 'seller' },
    ) =>
      READERS.map((reader) => titleOf({ custody: custodyShown('XLM', { fundStep }), headline: 'held', ...of }, reader))
    const next = 'held.next'
    expect(titles('agree', { stage: 'awaiting_funds', turn: 'seller' })).toEqual([
      `${next}.agree.other.title`,
      `${next}.agree.own.title`,
    ])
    expect(titles('lock', { stage: 'awaiting_funds', turn: 'buyer' })).toEqual([
      `${next}.lock.own.title`,
      `${next}.lock.other.title`,
    ])
    expect(titles('lock', { stage: 'releasing', turn: 'buyer' })).toEqual(['held.exit.title', 'held.exit.release'])
  })

  it.each(['prepare', 'check'] as const)(
    'stands for both that nobody has to do anything while Quayside does it: %s',
    (fundStep) => {
      const custody = custodyShown('USDC', { fundStep })
      const of = { custody, headline: 'held', stage: 'awaiting_funds', turn: 'quayside' } as const
      for (const reader of READERS) {
        expect(titleOf(of, reader)).toBe(`held.next.${fundStep}.title`)
        expect(textOf('USDC', of, reader)).toBe(`held.next.${fundStep}.text`)
      }
    },
  )

  it('stands after its date whose it is, and who takes it back', () => {
    const said = (asset: 'USDC' | 'XRP', reader: 'buyer' | 'seller') => {
      const turn = awaitingPastDate({ currency: asset })
      const of = { headline: 'past', stage: 'awaiting_examination', turn } as const
      return [titleOf(of, reader), textOf(asset, of, reader)]
    }
    expect(said('USDC', 'buyer')).toEqual(['held.lapsed.own.title', 'held.lapsed.own.text'])
    expect(said('USDC', 'seller')).toEqual(['held.lapsed.title', 'held.lapsed.stellar'])
    for (const reader of READERS) expect(said('XRP', reader)).toEqual(['held.lapsed.title', 'held.lapsed.xrpl'])
  })

  it('stands nothing of custody where Quayside holds the money', () => {
    for (const stage of STAGES) {
      for (const reader of READERS) {
        expect(titleOf({ custody: OURS, stage }, reader)).toBeNull()
        expect(textOf('USDC', { custody: OURS, stage }, reader)).toBeNull()
      }
    }
  })
})
