import { describe, expect, it } from 'vitest'
import { STAGES } from '#app/escrow/domain/escrow.ts'
import { headlineKey, listedKey } from './headline-key.ts'

const ofStage = { headline: 'stage', title: null } as const
const READERS = ['buyer', 'seller'] as const

describe('the sentence above an escrow', () => {
  it('is that of its stage, and each stage has words of its own', () => {
    for (const stage of STAGES) {
      for (const reader of READERS) {
        const titles = [`escrow.next.${stage}.${reader}.title`, `escrow.next.${stage}.title`]
        expect(titles).toContain(headlineKey({ ...ofStage, stage }, reader))
      }
    }
  })

  it('is what custody says, where it says anything', () => {
    const of = { stage: 'awaiting_funds', headline: 'held', title: 'held.next.lock.own.title' } as const
    expect(headlineKey(of, 'buyer')).toBe('held.next.lock.own.title')
    const waits = { stage: 'refunding', headline: 'waits', title: null } as const
    expect(headlineKey(waits, 'seller')).toBe('escrow.waits.refunding.seller')
  })
})

it('a list promises no other presentation', () => {
  expect(listedKey({ ...ofStage, stage: 'rejected' }, 'buyer')).toBe('escrow.events.documents_rejected')
  const past = { stage: 'rejected', headline: 'past', title: 'held.lapsed.title' } as const
  expect(listedKey(past, 'seller')).toBe('held.lapsed.title')
  expect(listedKey({ ...ofStage, stage: 'released' }, 'seller')).toBe('escrow.next.released.seller.title')
})
