/** What was done with an escrow or an account, as operators read it: by whom and why, beside what its parties read. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { performAction } from '#app/admin/workflows/perform-action.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { decideReview } from '#app/screening/workflows/decide-review.server.ts'
import { screenPerson } from '#app/screening/workflows/screen.server.ts'
import { answerBy } from '#app/trade/terms/domain/deadline.ts'
import { requestExtension } from '#app/trade/terms/workflows/extend-deadline.server.ts'
import { DAY_MS, datedTrade, deposit, openDeadline } from '#tests/support/agreement/dated-trades.ts'
import { type AdminPanelOf, disputed, openDesk, operator, thrownBy } from '#tests/support/settlement/admin.ts'
import { decide } from '#tests/support/settlement/decide.ts'
import { granted, type Person, paidBuyer, pilotBuyer, register, seller } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const REASON = 'They wrote to us, and showed a passport.'

let world: World
let desk: AdminPanelOf
let screening: typeof import('#app/admin/routes/screening/route.tsx')
let olga: Person

beforeAll(async () => {
  world = await openWorld()
  desk = await openDesk(world)
  screening = await import('#app/admin/routes/screening/route.tsx')
  olga = await operator(world)
  await world.deps.db.user.update({ where: { id: olga.id }, data: { name: 'Olga Operator' } })
})

afterAll(async () => {
  await desk[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

const ofEscrow = async (txid: string, more = '') => {
  const path = `/admin-panel/escrows?txid=${txid}${more}`
  return desk.escrows.loader(await desk.ask({ person: olga, path }))
}
const ofPerson = async (userId: string, more = '') => {
  const path = `/admin-panel/people/${userId}${more}`
  return desk.person.loader(await desk.ask({ person: olga, path, params: { userId } }))
}
const act = (what: Parameters<typeof performAction>[1]['act'], subjectId: string) =>
  performAction(world.deps, { act: what, subjectId, operatorId: olga.id, reason: REASON, email: '', seen: 0 })

const BY_OLGA = { name: 'Olga Operator' }

describe('what was done with an escrow', () => {
  it('names the operator and the reason, and leaves out what its parties did', async () => {
    const of = await disputed(world, { asset: 'XLM', amount: '20' })
    const about = { escrowId: of.escrowId, disputeId: of.disputeId, operatorId: olga.id }
    granted(await decide(world.deps, { ...about, decision: 'release', sellerAmount: '', note: 'Heard both.' }))
    const { id: payoutId } = await world.deps.db.transfer.findFirstOrThrow({ where: { escrowId: of.escrowId } })
    await act('hold_payout', payoutId)
    await act('let_go', payoutId)
    await act('note_escrow', of.escrowId)
    const { acts, desk: read } = await ofEscrow(of.transactionId)
    expect(acts?.rows.map(({ kind, by, reason }) => [kind, by, reason])).toEqual([
      ['operator_viewed', BY_OLGA, null],
      ['note_added', BY_OLGA, null],
      ['payout_let_go', BY_OLGA, REASON],
      ['payout_held', BY_OLGA, REASON],
      ['dispute_decided', BY_OLGA, 'Heard both.'],
    ])
    // The parties' history beside it shows only the decision.
    const told = read?.view.events.map(({ kind }) => kind)
    expect(told).toEqual(expect.arrayContaining(['dispute_opened', 'dispute_decided']))
    expect(told).not.toEqual(expect.arrayContaining(['payout_held']))
  })

  it('is read page by page, each event once', async () => {
    const { transactionId, escrowId } = await disputed(world, { asset: 'XLM', amount: '21' })
    await ofEscrow(transactionId)
    const at = world.deps.clock.now()
    await world.deps.db.$transaction(async (tx) => {
      // Several of one moment: only their ids tell them apart.
      for (let count = 0; count < 45; count += 1)
        await writeEvent(tx, { kind: 'payment_stated', at, escrowId, detail: { hash: String(count) } })
    })
    const pages: string[][] = []
    let [more, back] = ['', '']
    for (;;) {
      const { acts } = await ofEscrow(transactionId, more)
      pages.push(acts?.rows.map(({ id }) => id) ?? [])
      if (acts?.previous && pages.length === 2) back = `&${new URLSearchParams(acts.previous)}`
      if (!acts?.next) break
      more = `&${new URLSearchParams(acts.next)}`
    }
    expect(pages.map(({ length }) => length)).toEqual([20, 20, 6])
    expect(new Set(pages.flat()).size).toBe(46)
    expect((await ofEscrow(transactionId, back)).acts?.rows.map(({ id }) => id)).toEqual(pages[0])
  })
})

describe('what was done with an account', () => {
  it('names the operator and the reason, and what its owner did', async () => {
    const ann = await register(world, { role: 'buyer' })
    await act('lock', ann.id)
    await act('unlock', ann.id)
    await ofPerson(ann.id)
    const { acts } = await ofPerson(ann.id)
    const rows = acts.rows.map(({ kind, by, reason }) => [kind, by, reason])
    expect(rows.slice(0, 3)).toEqual([
      ['person_viewed', BY_OLGA, null],
      ['person_unlocked', BY_OLGA, REASON],
      ['person_locked', BY_OLGA, REASON],
    ])
    expect(rows).toContainEqual(['user_registered', { name: 'A buyer' }, null])
  })

  it('holds nothing that an operator did to others', async () => {
    const ann = await register(world, { role: 'seller' })
    await act('lock', ann.id)
    await ofPerson(ann.id)
    expect((await ofPerson(olga.id)).acts.rows.filter(({ kind }) => kind !== 'person_viewed')).toEqual([])
  })
})

describe('the likenesses of a person', () => {
  it('stand on their page with how they are, lead to the one, and that leads back', async () => {
    const person = await pilotBuyer(world)
    await world.deps.db.user.update({ where: { id: person.id }, data: { name: 'Balthazar Quillfeather' } })
    await screenPerson(world.deps, { userId: person.id })
    const review = await world.deps.db.screeningReview.findFirstOrThrow({ where: { personId: person.id } })
    const { person: open, acts } = await ofPerson(person.id)
    expect(open.reviews).toMatchObject([
      { id: review.id, state: 'open', by: 'name', typed: 'Balthazar Quillfeather', list: 'OFAC SDN', decidedAt: null },
    ])
    expect(acts.rows.find(({ kind }) => kind === 'screening_opened')?.by).toBe('itself')

    await decideReview(world.deps, { reviewId: review.id, operatorId: olga.id, act: 'false_match', reason: REASON })
    const later = await ofPerson(person.id)
    expect(later.person.reviews).toMatchObject([{ id: review.id, state: 'false_match', decidedAt: expect.any(String) }])
    expect(later.acts.rows.find(({ kind }) => kind === 'screening_decided')).toMatchObject({
      by: BY_OLGA,
      reason: REASON,
    })

    const path = `/admin-panel/screening?review=${review.id}`
    const shown = await screening.loader(await desk.ask({ person: olga, path }))
    expect(shown.reviews.rows).toMatchObject([
      { id: review.id, person: { page: `/admin-panel/people/${person.id}` }, decided: { reason: REASON } },
    ])
    for (const unknown of [randomUUID(), 'x'])
      expect(
        await thrownBy(
          screening.loader(await desk.ask({ person: olga, path: `/admin-panel/screening?review=${unknown}` })),
        ),
      ).toMatchObject({ status: 404 })
  })
})

it('more time that nobody answered is not open on the desk once its time has passed', async () => {
  const { deps } = world
  const [buyer, supplier] = [await paidBuyer(world), await seller(world)]
  const trade = await datedTrade(world, { buyer, sellerEmail: supplier.email })
  await deposit(world, trade, '10')
  const clock = await openDeadline(world, trade)
  const until = new Date((clock?.dueAt.getTime() ?? 0) + 3 * DAY_MS).toISOString().slice(0, 10)
  granted(
    await requestExtension(deps, { escrowId: trade.escrowId, userId: supplier.id, until, reason: 'The ship waits.' }),
  )
  const asked = async () => (await ofEscrow(trade.transactionId)).desk?.view.agreement?.request?.state
  expect(await asked()).toBe('open')
  const { askedAt } = await deps.db.timeRequest.findFirstOrThrow({ where: { escrowId: trade.escrowId } })
  const before = deps.clock
  deps.clock = { now: () => new Date(answerBy({ askedAt }).getTime() + 1) }
  try {
    expect(await asked()).toBe('unanswered')
  } finally {
    deps.clock = before
  }
})
