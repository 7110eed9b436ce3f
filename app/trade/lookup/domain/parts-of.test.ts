import { describe, expect, it } from 'vitest'
import { shownTrade, type Trade } from '#tests/support/lookup/shown-trade.ts'
import { custodyShown } from '#tests/support/onchain/shown-onchain.ts'
import type { EscrowView } from './escrow-view.ts'
import { type BareView, partsOf } from './parts-of.ts'

const AT = '2026-11-20T12:00:00.000Z'
const DATED: Trade = { stage: 'awaiting_examination', custody: 'platform', isDated: true, round: 1, isPast: false }

function view(changes: Partial<Trade> = {}): BareView {
  const { parts: _, ...bare } = shownTrade({ ...DATED, ...changes }, 'buyer')
  return bare
}
const parts = (of: BareView) => partsOf(of, 'buyer')

describe('a document', () => {
  it('is rejected with all others by a rejection that names none', () => {
    const rejected = { ...view({ stage: 'rejected' }), rejectedTypes: [] }
    expect(parts(rejected).papers).toMatchObject({ CommercialInvoice: 'rejected', PackingList: 'rejected' })
    expect(parts(view({ stage: 'rejected' })).papers).toMatchObject({
      CommercialInvoice: 'presented',
      PackingList: 'rejected',
    })
  })

  it('is accepted in spite of the notice that means it, and of no other', () => {
    const { examination } = view({ stage: 'rejected' })
    const approved = { ...view({ stage: 'released' }), examination: { ...examination, notice: null } }
    expect(parts(approved).papers).toMatchObject({ CommercialInvoice: 'accepted', PackingList: 'waived' })
    expect(parts(approved).rounds).toEqual({ left: null, last: 'waived' })
    const [round] = examination.rounds
    const takenBack = round?.notices.map((notice) => ({ ...notice, withdrawnAt: AT })) ?? []
    const rounds = round ? [{ ...round, notices: takenBack }] : []
    const after = { ...approved, examination: { ...examination, rounds } }
    expect(parts(after).papers.PackingList).toBe('accepted')
    expect(parts(after).rounds.last).toBe('accepted')
  })
})

describe('the decision', () => {
  it('pays when the money is there, and says so', () => {
    const unfunded = view()
    const before = { ...unfunded, stage: 'awaiting_funds', times: { ...unfunded.times, verifiedAt: null } } as const
    expect(parts(before).decision).toMatchObject({ is: 'open', approved: 'when_funded' })
    expect(parts(view()).decision).toMatchObject({ is: 'open', approved: 'pays' })
    expect(parts(view({ custody: 'stellar' })).decision).toMatchObject({ approved: 'then_signed' })
    expect(parts(view({ custody: 'xrpl' })).decision).toMatchObject({ approved: 'pays' })
  })

  it.each([
    ['no date runs and Quayside keeps the money', ['nothing_moves'], { isDated: false }],
    ['a date runs', ['undecided', 'clock'], {}],
    ['it was rejected before', ['takes_back'], { stage: 'rejected' }],
    ['the ledger’s date goes on', ['later', 'held_until'], { isDated: false, custody: 'stellar' }],
    ['the seller may agree to a refund', ['later', 'asked_back'], { isDated: false, stage: 'refund_requested' }],
  ] as const)('says what may follow without one: %s', (_, pending, trade) => {
    expect(parts(view(trade)).decision).toMatchObject({ is: 'open', pending })
  })

  it('is not said to wait for a date that stands still', () => {
    const dated = view()
    const still = { why: 'quayside', until: AT } as const
    const agreement = dated.agreement && { ...dated.agreement, clock: null, still }
    expect(parts({ ...dated, agreement }).decision).toMatchObject({ pending: ['undecided', 'still'] })
  })

  it('is final once approved, and nobody’s once it was called off', () => {
    const closed = (of: BareView) => parts({ ...of, may: { ...of.may, review: false } }).decision
    const approved = { approval: 'Approved' } as const
    expect(closed({ ...view(), ...approved, stage: 'awaiting_funds' })).toEqual({ is: 'closed', why: 'final' })
    expect(closed({ ...view({ stage: 'cancelled' }), ...approved })).toEqual({ is: 'closed', why: 'over' })
    expect(closed(view({ stage: 'disputed' }))).toEqual({ is: 'closed', why: 'frozen' })
    const bySilence = { id: '1', kind: 'accepted_by_silence', at: AT, detail: {} } as const
    const released = { ...view({ stage: 'released' }), ...approved }
    expect(closed(released)).toEqual({ is: 'closed', why: 'final' })
    expect(closed({ ...released, events: [bySilence] })).toEqual({ is: 'closed', why: 'bySilence' })
  })
})

it('what was released by a decision of Quayside waits for no approval', () => {
  const released = view({ stage: 'released' })
  const lines = { ...released.lines, approved: 'open' } as const
  const decided: EscrowView['times'] = { ...released.times, decidedAt: null }
  const { facts, rounds, papers } = parts({ ...released, lines, times: decided, approval: 'Pending' })
  expect(facts.at(-1)).toEqual({ fact: 'approved', state: 'never', says: 'never' })
  expect(rounds.last).toBe('undecided')
  expect(papers.InsuranceCertificate).toBe('never')
})

it('money that goes back goes to the buyer, and waits for a wallet', () => {
  expect(parts(view({ stage: 'refund_open', round: 2 })).money).toEqual({
    to: 'buyer',
    state: 'out',
    says: 'waits',
    at: null,
  })
  expect(parts(view({ custody: 'stellar', isPast: true })).money).toMatchObject({ to: 'buyer', says: 'waits' })
})

const OURS = custodyShown('XLM', { custodian: 'platform' })

describe('of money that a ledger is to hold', () => {
  const unlocked = (turn: 'seller' | 'buyer') => {
    const bare = view({ custody: 'stellar', stage: 'awaiting_funds' })
    const times = { ...bare.times, verifiedAt: null, confirmedAt: null }
    const may = { ...bare.may, confirm: true }
    return { ...bare, times, may, turn, sealed: { ...bare.sealed, versions: [] } }
  }

  it('nothing is presented before it is locked, and everything as ever after it', () => {
    expect(partsOf(unlocked('seller'), 'seller').presenting).toBe('after_lock')
    expect(partsOf({ ...unlocked('seller'), custody: OURS }, 'seller').presenting).toBe('open')
    const locked = { ...unlocked('seller'), stage: 'awaiting_confirmation', times: view().times } as const
    expect(partsOf(locked, 'seller').presenting).toBe('open')
    const closed = { ...unlocked('seller'), may: { ...view().may, confirm: false } }
    expect(partsOf({ ...closed, stage: 'cancelled' }, 'seller').presenting).toBe('closed')
    expect(partsOf({ ...closed, stage: 'disputed' }, 'seller').presenting).toBe('frozen')
  })

  it('nobody is said not to have accepted who has stated a wallet for it', () => {
    expect(partsOf(unlocked('seller'), 'buyer').terms).toBe('waits')
    expect(partsOf(unlocked('buyer'), 'buyer').terms).toBeNull()
  })
})
