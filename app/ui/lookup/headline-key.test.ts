import { describe, expect, it } from 'vitest'
import { STAGES } from '#app/domain/escrow/escrow.ts'
import { headlineKey, heldTextKey, listedKey } from './headline-key.ts'

const held = { isHeld: true, headline: 'stage', turn: 'nobody', lockStep: 'lock' } as const
const READERS = ['buyer', 'seller'] as const

describe('an escrow that the ledger holds', () => {
  it('has the title of its stage, but where that speaks of money with us or of a wallet to name', () => {
    const of = { ...held, currency: 'XLM' } as const
    expect(headlineKey({ ...of, stage: 'awaiting_confirmation' }, 'buyer')).toBe('held.next.locked.title')
    expect(headlineKey({ ...of, stage: 'refund_open' }, 'buyer')).toBe('held.exit.refund')
    expect(headlineKey({ ...of, stage: 'refund_open' }, 'seller')).toBe('escrow.next.refund_open.seller.title')
    expect(headlineKey({ ...of, stage: 'released' }, 'buyer')).toBe('escrow.next.released.buyer.title')
  })

  it('says what holds of its money where it lies', () => {
    for (const stage of ['awaiting_confirmation', 'disputed', 'refund_open'] as const) {
      expect(heldTextKey({ ...held, stage, currency: 'USDC' }, 'buyer')).toBe('held.what.stellar')
      expect(heldTextKey({ ...held, stage, currency: 'XRP' }, 'seller')).toBe('held.what.xrpl')
    }
    expect(heldTextKey({ ...held, stage: 'cancelled', currency: 'XRP' }, 'buyer')).toBe('held.next.over.text')
    expect(heldTextKey({ ...held, stage: 'refunded', currency: 'XRP' }, 'buyer')).toBeNull()
  })

  it('says until when it waits, and that XRP goes back no sooner', () => {
    const waits = { isHeld: true, headline: 'waits', lockStep: 'lock' } as const
    expect(heldTextKey({ ...waits, stage: 'refunding', currency: 'XRP' }, 'buyer')).toBe('held.back')
    expect(heldTextKey({ ...waits, stage: 'releasing', currency: 'XRP' }, 'buyer')).toBe('held.until')
    expect(heldTextKey({ ...waits, stage: 'refunding', currency: 'XLM' }, 'seller')).toBe('held.until')
  })

  it('says who states a wallet, who locks, and who signs', () => {
    const titles = (of: Pick<Parameters<typeof headlineKey>[0], 'stage' | 'turn' | 'lockStep'>) =>
      READERS.map((reader) => headlineKey({ ...held, headline: 'held', currency: 'XLM', ...of }, reader))
    const next = 'held.next'
    expect(titles({ stage: 'awaiting_funds', turn: 'seller', lockStep: 'agree' })).toEqual([
      `${next}.agree.other.title`,
      `${next}.agree.own.title`,
    ])
    expect(titles({ stage: 'awaiting_funds', turn: 'buyer', lockStep: 'lock' })).toEqual([
      `${next}.lock.own.title`,
      `${next}.lock.other.title`,
    ])
    const signing = { stage: 'releasing', turn: 'buyer', lockStep: 'lock' } as const
    expect(titles(signing)).toEqual(['held.exit.title', 'held.exit.release'])
  })

  it.each(['prepare', 'check'] as const)(
    'says to both that nobody has to do anything while Quayside does it: %s',
    (lockStep) => {
      const of = {
        ...held,
        headline: 'held',
        stage: 'awaiting_funds',
        turn: 'quayside',
        currency: 'USDC',
        lockStep,
      } as const
      for (const reader of READERS) {
        expect(headlineKey(of, reader)).toBe(`held.next.${lockStep}.title`)
        expect(heldTextKey(of, reader)).toBe(`held.next.${lockStep}.text`)
      }
    },
  )

  it('says after its date whose it is, and who takes it back', () => {
    const past = { ...held, headline: 'past', stage: 'awaiting_examination' } as const
    const said = (currency: 'USDC' | 'XRP', reader: 'buyer' | 'seller') => [
      headlineKey({ ...past, currency }, reader),
      heldTextKey({ ...past, currency }, reader),
    ]
    expect(said('USDC', 'buyer')).toEqual(['held.lapsed.own.title', 'held.lapsed.own.text'])
    expect(said('USDC', 'seller')).toEqual(['held.lapsed.title', 'held.lapsed.stellar'])
    for (const reader of READERS) expect(said('XRP', reader)).toEqual(['held.lapsed.title', 'held.lapsed.xrpl'])
  })
})

it('where Quayside holds the money, each stage has words of its own', () => {
  for (const stage of STAGES) {
    for (const reader of READERS) {
      const of = { ...held, isHeld: false, stage, currency: 'XLM' } as const
      expect(heldTextKey(of, reader)).toBeNull()
      const titles = [`escrow.next.${stage}.${reader}.title`, `escrow.next.${stage}.title`]
      expect(titles).toContain(headlineKey(of, reader))
    }
  }
})

it('a list promises no other presentation', () => {
  const of = { ...held, isHeld: false, currency: 'XLM' } as const
  expect(listedKey({ ...of, stage: 'rejected' }, 'buyer')).toBe('escrow.events.documents_rejected')
  expect(listedKey({ ...of, stage: 'rejected', headline: 'past' }, 'seller')).toBe('held.lapsed.title')
  expect(listedKey({ ...of, stage: 'released' }, 'seller')).toBe('escrow.next.released.seller.title')
})
