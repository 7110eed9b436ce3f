import { describe, expect, it } from 'vitest'
import { ESCROW_EVENTS } from '#app/kernel/domain/audit-events.ts'
import { showEvent } from './events-view.ts'

const PROOF = 'Showed the exchange account, number and all.'
/** Everything that a workflow has ever stored, and something that a future one may store. */
const everything = (note: string) => ({
  note,
  address: 'GSECRET',
  memo: '4711',
  hash: 'secret hash',
  caseId: 'secret case',
  insteadOf: { address: 'GSECRET', memo: null },
  reason: 'Said by its author.',
  by: 'buyer',
  decision: 'split',
  amount: '12',
  total: '34',
  seller: '5',
  buyer: '7',
  differs: true,
  rejected: ['PackingList'],
  fileName: 'packing-list.pdf',
  tomorrow: 'secret too',
})
const shown = (kind: string, reader: 'buyer' | 'seller' | null, note = PROOF) =>
  showEvent({ id: '1', kind, at: new Date(0), detail: everything(note) }, { buyersMoney: reader !== 'seller' }).detail

describe.each(['buyer', 'seller'] as const)('the history of the %s', (reader) => {
  it.each(ESCROW_EVENTS.filter((kind) => kind !== 'dispute_decided'))('holds no note, wallet or hash of %s', (kind) => {
    const text = JSON.stringify(shown(kind, reader))
    expect(text).not.toContain(PROOF)
    expect(text).not.toMatch(/secret|4711/i)
  })

  it('holds the reasons of a decision, which are written for both', () => {
    const said = 'Half of it arrived.'
    expect(shown('dispute_decided', reader, said)).toEqual({ reason: said, decision: 'split', seller: '5', buyer: '7' })
  })

  it('holds nothing but the name of a payment that an operator has assigned, or of a kind that nobody listed', () => {
    for (const kind of ['payment_assigned', 'payment_seen', 'release_blocked', 'a_new_kind']) {
      expect(shown(kind, reader)).toEqual({})
    }
  })
})

it('who asks for more time or proposes an amendment is told with their words', () => {
  for (const kind of ['time_asked', 'amendment_proposed']) {
    for (const reader of ['buyer', 'seller', null] as const)
      expect(shown(kind, reader)).toEqual({ by: 'buyer', reason: 'Said by its author.' })
  }
})

it('what goes back beside the settlement is told to the buyer, and not to the seller', () => {
  for (const kind of ['return_queued', 'funds_returned']) {
    expect([shown(kind, 'buyer'), shown(kind, 'seller'), shown(kind, null)]).toEqual([
      { amount: '12' },
      {},
      { amount: '12' },
    ])
  }
})
