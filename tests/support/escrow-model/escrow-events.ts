/** What can happen in a run of the escrow's model test, as fast-check draws it. */
import fc from 'fast-check'
import { type Book, factsOf } from './escrow-book.ts'
import { type Act, apply } from './escrow-model.ts'
import { TROUBLES } from './escrow-work.ts'

/** Two escrows at a time: the money of one must never serve the other. */
export const TRADES = 2

const who = fc.nat({ max: TRADES - 1 })
const wallet = fc.constantFrom(0 as const, 1 as const)
const sellerName = fc.constantFrom(...(['seller', 'seller', 'seller', 'other'] as const))
const partyName = fc.constantFrom(...(['buyer', 'seller', 'other'] as const))
const reason = fc.constantFrom('The weight differs.', 'The weight differs.', 'The port differs.', '')
const rarely = fc.constantFrom(false, false, false, false, true)
const kind = <Kind extends Act['kind']>(name: Kind) => fc.constant(name)

const ACTS: Record<Act['kind'], fc.Arbitrary<Act>> = {
  watch: fc.record({ kind: kind('watch') }),
  fetch: fc.record({ kind: kind('fetch') }),
  confirm: fc.record({ kind: kind('confirm'), by: sellerName, wallet, hasPaper: fc.boolean() }),
  review: fc.record({
    kind: kind('review'),
    approval: fc.constantFrom(...(['Approved', 'Approved', 'Rejected', 'Pending'] as const)),
    reason,
    rejects: fc.boolean(),
    view: fc.constantFrom(...(['true', 'true', 'other wallet', 'other paper'] as const)),
  }),
  ask: fc.record({ kind: kind('ask'), wallet, reason }),
  answer: fc.record({ kind: kind('answer'), by: sellerName, isAgreed: fc.boolean(), reason }),
  withdraw: fc.record({ kind: kind('withdraw') }),
  cancel: fc.record({ kind: kind('cancel'), wallet: fc.constantFrom(null, 0 as const, 1 as const) }),
  dispute: fc.record({ kind: kind('dispute'), by: partyName, reason }),
  decide: fc.record({
    kind: kind('decide'),
    decision: fc.constantFrom(...(['release', 'refund', 'split', 'split', 'dismissed'] as const)),
    percent: fc.integer({ min: 0, max: 100 }),
    isStale: rarely,
  }),
  propose: fc.record({ kind: kind('propose'), by: partyName, percent: fc.integer({ min: 0, max: 100 }), wallet }),
  'answer proposal': fc.record({
    kind: kind('answer proposal'),
    by: partyName,
    answer: fc.constantFrom(...(['agreed', 'agreed', 'declined', 'withdrawn'] as const)),
    wallet,
  }),
  say: fc.record({ kind: kind('say'), by: partyName, words: reason }),
  'end dispute': fc.record({ kind: kind('end dispute'), by: partyName }),
  'refund wallet': fc.record({ kind: kind('refund wallet'), wallet }),
}

const anyAct = fc.oneof(
  ...Object.entries(ACTS).map(([name, arbitrary]) => ({ weight: name === 'review' ? 5 : 1, arbitrary })),
)
/** One act of each kind: the run takes one that has an effect by then, so that it makes progress. */
const choice = fc.record({ acts: fc.record(ACTS), pick: fc.nat({ max: 14 }) })
export type Choice = { act: Act } | { choice: typeof choice extends fc.Arbitrary<infer Value> ? Value : never }

/** The drawn act, or the first from `pick` on that changes the book as it is. */
export function chosen(drawn: Choice, book: Book): Act {
  if ('act' in drawn) return drawn.act
  const { acts, pick } = drawn.choice
  const ways = Object.values(acts) as Act[]
  const inTurn = [...ways.slice(pick), ...ways.slice(0, pick)]
  const before = JSON.stringify(factsOf(book))
  return inTurn.find((act) => JSON.stringify(factsOf(apply(book, act, book).book)) !== before) ?? acts.watch
}

export const anEvent = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      who,
      share: fc.constantFrom(
        ...(['all', 'all', 'half', 'third', 'too much', 'all but one part', 'one part', 'two parts'] as const),
      ),
      how: fc.constantFrom(
        ...(['right', 'right', 'right', 'right', 'right', 'other asset', 'no memo', 'unknown memo'] as const),
      ),
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constant('together' as const),
      acts: fc.array(
        fc.record({
          who,
          what: fc.oneof(
            { weight: 2, arbitrary: choice.map((drawn): Choice => ({ choice: drawn })) },
            { weight: 1, arbitrary: anyAct.map((act): Choice => ({ act })) },
          ),
        }),
        { minLength: 1, maxLength: 3 },
      ),
      /** The worker runs beside it. */
      trouble: fc.option(fc.constantFrom(...TROUBLES), { freq: 2 }),
    }),
  },
)
export type Event = typeof anEvent extends fc.Arbitrary<infer Value> ? Value : never

/** How far a trade is before the events begin. */
export const aStart = fc.record({
  isNamed: fc.boolean(),
  isFunded: fc.constantFrom(true, true, true, false),
  isConfirmed: fc.boolean(),
  isAsked: fc.boolean(),
  isDisputed: rarely,
})
export type Start = typeof aStart extends fc.Arbitrary<infer Value> ? Value : never

/** The events that bring the trades to their beginnings, each step for all of them at once. */
export function beginnings(starts: readonly Start[]): Event[] {
  const those = (is: (start: Start) => boolean) => [...starts.keys()].filter((index) => is(starts[index] as Start))
  const all = (whos: number[], act: Act): Event[] =>
    whos.length === 0
      ? []
      : [{ kind: 'together', acts: whos.map((one) => ({ who: one, what: { act } })), trouble: null }]
  const funded = those((start) => start.isFunded)
  return [
    ...funded.map((one): Event => ({ kind: 'pay', who: one, share: 'all', how: 'right' })),
    ...all(funded.slice(0, 1), { kind: 'watch' }),
    ...all(
      those((start) => start.isConfirmed),
      { kind: 'confirm', by: 'seller', wallet: 0, hasPaper: true },
    ),
    ...all(
      those((start) => start.isAsked),
      { kind: 'ask', wallet: 0, reason: 'The ship sank.' },
    ),
    ...all(
      those((start) => start.isDisputed),
      { kind: 'dispute', by: 'buyer', reason: 'Nothing came.' },
    ),
  ]
}
