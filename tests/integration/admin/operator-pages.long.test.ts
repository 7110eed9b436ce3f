/** The Admin Panel as its routes answer: who gets in, and what is shown there (product.md §1). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refuse } from '#app/kernel/domain/refusal.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'
import {
  type AdminPanelOf,
  disputed,
  openDesk,
  operator,
  refusalOf,
  thrownBy,
} from '#tests/support/settlement/admin.ts'
import { decide } from '#tests/support/settlement/decide.ts'
import { runRound } from '#tests/support/settlement/payout-rounds.ts'
import { granted, seller, unpaidBuyer } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const NO_DISPUTE = '00000000-0000-7000-8000-000000000000'

let world: World
let desk: AdminPanelOf
let olga: Awaited<ReturnType<typeof operator>>

beforeAll(async () => {
  world = await openWorld()
  desk = await openDesk(world)
  olga = await operator(world)
})

afterAll(async () => {
  await desk[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

describe('the door', () => {
  const loaders = () => [
    desk.layout.loader,
    desk.overview.loader,
    desk.cases.loader,
    desk.disputes.loader,
    desk.dispute.loader,
    desk.books.loader,
    desk.outgoing.loader,
    desk.escrows.loader,
    desk.lists.loader,
    desk.list.loader,
    desk.csv.loader,
    desk.person.loader,
    desk.act.loader,
  ]
  const actions = () => [
    desk.cases.action,
    desk.dispute.action,
    desk.books.action,
    desk.outgoing.action,
    desk.act.action,
  ]

  it('is closed to everybody but operators, whatever is asked or sent', async () => {
    for (const person of [null, await unpaidBuyer(world), await seller(world)]) {
      for (const loader of loaders()) {
        expect((await thrownBy(loader(await desk.ask({ person, path: '/x?txid=auto_1' })))).status).toBe(403)
      }
      for (const action of actions()) {
        expect((await thrownBy(action(await desk.ask({ person }, { outcome: 'x' })))).status).toBe(403)
      }
    }
  })

  it('closes behind an operator whose session has ended', async () => {
    const args = await desk.ask({ person: olga }, { decision: 'dismissed' })
    await world.deps.db.session.deleteMany({ where: { userId: olga.id } })
    expect((await thrownBy(desk.dispute.action(args))).status).toBe(403)
  })

  it('takes no form that another site sent, not even from an operator', async () => {
    for (const action of actions()) {
      const headers = { Origin: 'https://evil.example' }
      expect((await thrownBy(action(await desk.ask({ person: olga, headers }, {})))).status).toBe(403)
    }
    const headers = { Origin: 'https://evil.example' }
    const fields = { email: olga.email, password: olga.password }
    expect((await thrownBy(desk.admin.action(await desk.ask({ headers }, fields)))).status).toBe(403)
  })

  it('answers to a dispute that does not exist that there is no page', async () => {
    for (const disputeId of [NO_DISPUTE, 'no-id', '']) {
      expect(
        (await thrownBy(desk.dispute.loader(await desk.ask({ person: olga, params: { disputeId } })))).status,
      ).toBe(404)
    }
  })
})
describe('signing in at /admin', () => {
  const signIn = async (fields: Record<string, string>) => desk.admin.action(await desk.ask({}, fields))

  it('opens a session for an operator and leads to the desk', async () => {
    const answer = await signIn({ email: olga.email, password: olga.password })
    if (!(answer instanceof Response)) throw new Error('no redirect')
    expect(answer.headers.get('Location')).toBe('/admin-panel')
    expect(answer.headers.get('Set-Cookie')).toContain('sid=')
  })

  it('says to anybody else what it says to a wrong password, and opens nothing', async () => {
    const buyer = await unpaidBuyer(world)
    const sentence = refusalText(translatorFor('en'), refuse('bad_credentials'))
    for (const fields of [
      { email: buyer.email, password: 'a long enough phrase for tests' },
      { email: olga.email, password: 'not the password' },
      { email: 'nobody@example.org', password: 'a long enough phrase for tests' },
    ]) {
      const answer = await signIn(fields)
      if (!('data' in answer)) throw new Error('signed in')
      expect(answer.init?.status).toBe(400)
      expect(answer.data.problems).toEqual([{ field: 'email', text: sentence }])
    }
    expect(await world.deps.db.session.count({ where: { userId: buyer.id } })).toBe(0)
  })

  it('leads an operator who is signed in on to the desk, and other people nowhere', async () => {
    expect((await thrownBy(desk.admin.loader(await desk.ask({ person: olga })))).headers.get('Location')).toBe(
      '/admin-panel',
    )
    expect((await thrownBy(desk.admin.loader(await desk.ask({ person: await seller(world) })))).status).toBe(403)
    expect(await desk.admin.loader(await desk.ask({}))).toBeNull()
  })
})
describe('any escrow', () => {
  it('is found by its ID and by the hash of its payment, and by nobody else’s words', async () => {
    const of = await disputed(world, { asset: 'XRP', amount: '12' })
    const [payment] = await world.deps.db.ledgerPayment.findMany({ where: { escrowId: of.escrowId } })
    const hash = payment?.hash ?? ''
    for (const typed of [of.transactionId, of.transactionId.toLowerCase(), hash, hash.toLowerCase()]) {
      const page = await desk.escrows.loader(await desk.ask({ person: olga, path: `/x?txid=${typed}` }))
      expect(page.desk?.view.transactionId, typed).toBe(of.transactionId)
    }
    for (const [typed, refused] of [
      ['auto_00000000000000000000', 'escrow_not_found'],
      ['ab'.repeat(32), 'escrow_not_found'],
      ["' or 1=1", 'escrow_not_found'],
      ['', 'transaction_id_missing'],
    ] as const) {
      const page = await desk.escrows.loader(
        await desk.ask({ person: olga, path: `/x?txid=${encodeURIComponent(typed)}` }),
      )
      expect(page.refusal?.refused).toBe(refused)
    }
  })

  it('keeps for itself that an operator read it, once an hour', async () => {
    const of = await disputed(world, { asset: 'XLM', amount: '20' })
    const path = `/x?txid=${of.transactionId}`
    const first = await desk.escrows.loader(await desk.ask({ person: olga, path }))
    await desk.escrows.loader(await desk.ask({ person: olga, path }))
    await desk.dispute.loader(await desk.ask({ person: olga, params: { disputeId: of.disputeId } }))
    const where = { escrowId: of.escrowId, kind: 'operator_viewed' }
    expect(await world.deps.db.auditEvent.findMany({ where })).toMatchObject([{ userId: olga.id }])
    const again = await desk.escrows.loader(await desk.ask({ person: olga, path }))
    expect(again.desk?.view.events.map(({ kind }) => kind)).toEqual(first.desk?.view.events.map(({ kind }) => kind))
    expect(again.desk?.view.events.map(({ kind }) => kind)).not.toContain('operator_viewed')
  })

  it('keeps it too when a statement is opened by its address alone', async () => {
    const { loader: asPdf } = await import('#app/records/statement/routes/statement-pdf.ts')
    const { loader: asPage } = await import('#app/records/statement/routes/statement.tsx')
    for (const loader of [asPdf, asPage]) {
      const { escrowId, transactionId } = await disputed(world, { asset: 'XLM', amount: '20' })
      await loader(await desk.ask({ person: olga, params: { escrowId, transactionId } }))
      const where = { escrowId, kind: 'operator_viewed' }
      expect(await world.deps.db.auditEvent.findMany({ where })).toMatchObject([{ userId: olga.id }])
    }
  })
})

describe('a payout that the ledger refused for good', () => {
  it('is sent again by the operator once, and its failures are counted anew', async () => {
    const { deps } = world
    const of = await disputed(world, { asset: 'XLM', amount: '20' })
    const about = { escrowId: of.escrowId, disputeId: of.disputeId, operatorId: olga.id }
    granted(await decide(deps, { ...about, decision: 'release', sellerAmount: '', note: 'Heard.' }))
    const { id } = await deps.db.transfer.findFirstOrThrow({ where: { escrowId: of.escrowId } })
    await deps.db.transfer.update({ where: { id }, data: { state: 'blocked', blockedReason: 'payout_failed' } })
    await runRound(deps, { payoutId: id })
    expect((await deps.db.transfer.findUniqueOrThrow({ where: { id } })).state).toBe('blocked')

    const params = { act: 'retry_payout', subjectId: id }
    const fields = { reason: 'The account has XLM for fees again.', sure: 'yes' }
    const path = `/admin-panel/acts/retry_payout/${id}`
    const press = async () => desk.act.action(await desk.ask({ person: olga, path, params }, fields))
    const answer = await press()
    if (!(answer instanceof Response)) throw new Error('refused')
    expect(answer.headers.get('Location')).toBe(`/admin-panel/escrows?txid=${of.transactionId}&done=retry_payout`)
    expect(refusalOf(await press())).toBe('payout_not_failed')
    const isPaid = async () => (await deps.db.transfer.findUniqueOrThrow({ where: { id } })).state === 'confirmed'
    await world.workUntil(isPaid, 'the payout is paid')
  })
})

describe('the overview', () => {
  it('counts what waits, and names payouts that a wallet holds up', async () => {
    const of = await disputed(world, { asset: 'XLM', amount: '20' })
    const about = { escrowId: of.escrowId, disputeId: of.disputeId, operatorId: olga.id }
    granted(await decide(world.deps, { ...about, decision: 'release', sellerAmount: '', note: 'Heard.' }))
    await world.deps.db.transfer.updateMany({
      where: { escrowId: of.escrowId },
      data: { state: 'blocked', blockedReason: 'payout_failed' },
    })
    const { db } = world.deps
    const page = await desk.overview.loader(await desk.ask({ person: olga }))
    expect(page.openDisputes).toBe(await db.dispute.count({ where: { decision: null } }))
    expect(page.openCases).toBe(await db.paymentCase.count({ where: { closedAt: null } }))
    expect(page.waitingPayouts).toBe(await db.transfer.count({ where: { state: 'blocked' } }))
    const named = { transactionId: of.transactionId, purpose: 'release', amount: '20' }
    expect(page.payouts).toContainEqual(expect.objectContaining({ ...named, isLate: false, reason: 'payout_failed' }))
  })

  it('names a payout that is late, whatever it waits for', async () => {
    const of = await disputed(world, { asset: 'XLM', amount: '21' })
    const about = { escrowId: of.escrowId, disputeId: of.disputeId, operatorId: olga.id }
    granted(await decide(world.deps, { ...about, decision: 'release', sellerAmount: '', note: 'Heard.' }))
    const named = async () => {
      const { payouts } = await desk.overview.loader(await desk.ask({ person: olga }))
      return payouts.find(({ transactionId }) => transactionId === of.transactionId)
    }
    expect(await named()).toBeUndefined()
    await world.deps.db.$executeRaw`
      update "transfer" set "createdAt" = "createdAt" - interval '16 minutes' where "escrowId" = ${of.escrowId}::uuid`
    expect(await named()).toMatchObject({ isLate: true, reason: null })
  })

  it('lists what is wrong and lasts, and nothing that has a place of its own there', async () => {
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    const row = { id: randomUUID(), subject: 'xrpl', mark: '', openedAt: at(5) }
    await world.deps.db.operatorAlert.createMany({
      data: [
        { ...row, kind: 'float_low', since: at(9) },
        { ...row, id: randomUUID(), kind: 'fees_high', openedAt: at(1) },
        { ...row, id: randomUUID(), kind: 'leaving_late', closedAt: at(1) },
        { ...row, id: randomUUID(), kind: 'disputes_wait' },
        { ...row, id: randomUUID(), kind: 'of_another_version' },
      ],
    })
    const { troubles } = await desk.overview.loader(await desk.ask({ person: olga }))
    expect(troubles).toMatchObject([{ kind: 'float_low', subject: 'xrpl' }])
  })
})
