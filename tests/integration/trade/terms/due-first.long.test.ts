/** What is due first comes first, on the dashboard and the first page; who may open it gets a calendar file. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDispute } from '#app/trade/disputes/workflows/open-dispute.server.ts'
import { listTurns } from '#app/trade/lookup/queries/escrow-pages.server.ts'
import { askForRefund } from '#app/trade/refunds/workflows/ask-for-refund.server.ts'
import {
  DAY_MS,
  type DatedTrade,
  datedTrade,
  deposit,
  type MovingClock,
  movingClock,
  present,
} from '#tests/support/agreement/dated-trades.ts'
import { escrowOf, granted, type Person, paidBuyer, seller, walletOf } from '#tests/support/world/people.ts'
import { cookieOf, ORIGIN, setRuntime } from '#tests/support/world/routes.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let clock: MovingClock
let dashboard: typeof import('#app/trade/lookup/routes/dashboard/route.tsx')
let home: typeof import('#app/site/routes/home/route.tsx')
let calendar: typeof import('#app/trade/lookup/routes/dates-ics.ts')
let buyer: Person
let supplier: Person
let later: DatedTrade
let soon: DatedTrade
let without: { transactionId: string }
let days: { soon: string; later: string }

const dayIn = (days: number) => new Date(clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10)

beforeAll(async () => {
  world = await openWorld()
  clock = movingClock(world)
  setRuntime(world)
  dashboard = await import('#app/trade/lookup/routes/dashboard/route.tsx')
  home = await import('#app/site/routes/home/route.tsx')
  calendar = await import('#app/trade/lookup/routes/dates-ics.ts')
  ;[buyer, supplier] = [await paidBuyer(world), await seller(world)]
  const sellerEmail = supplier.email
  days = { soon: dayIn(2), later: dayIn(5) }
  soon = await datedTrade(world, { buyer, sellerEmail, dates: { fundBy: days.soon } })
  later = await datedTrade(world, { buyer, sellerEmail, dates: { fundBy: days.later } })
  without = await escrowOf(world, { buyer, asset: 'XLM', amount: '3', sellerEmail })
})

afterAll(async () => {
  await (await import('#app/kernel/web/http/limits.server.ts')).closeLimits()
  await world[Symbol.asyncDispose]()
})

async function argsOf(path: string, { person, params = {} }: { person?: Person; params?: Record<string, string> }) {
  const headers = new Headers(person && { Cookie: await cookieOf(world, person) })
  return { request: new Request(ORIGIN + path, { headers }), params, context: {} }
}

const look = async (person: Person) => dashboard.loader(await argsOf('/dashboard', { person }))
const idsOf = (rows: readonly { transactionId: string }[]) => rows.map(({ transactionId }) => transactionId)

describe('the dashboard', () => {
  it('names what is due first before what is due later, and what waits without an end behind both', async () => {
    const { turns } = await look(buyer)
    expect(idsOf(turns?.rows ?? [])).toEqual([soon.transactionId, later.transactionId, without.transactionId])
    expect(turns?.rows.map(({ dueAt }) => dueAt)).toEqual([
      `${days.soon}T23:59:00.000Z`,
      `${days.later}T23:59:00.000Z`,
      null,
    ])
    const { turns: first } = await home.loader(await argsOf('/', { person: buyer }))
    expect(idsOf(first?.escrows ?? [])[0]).toBe(soon.transactionId)
    // The seller is invited to all three, in the same order.
    const invited = await look(supplier)
    expect(idsOf(invited.invitations)).toEqual([soon.transactionId, later.transactionId, without.transactionId])
  })

  it('finds what is due however many newer escrows there are', async () => {
    const busy = await paidBuyer(world)
    const old = await datedTrade(world, { buyer: busy })
    const { id: escrowId } = await world.deps.db.escrow.findFirstOrThrow({ where: { buyerId: busy.id } })
    await world.deps.db.escrow.update({
      where: { id: escrowId },
      data: { createdAt: new Date('2020-01-01T00:00:00.000Z') },
    })
    await escrowOf(world, { buyer: busy, asset: 'XLM', amount: '1' })
    const turns = await listTurns(world.deps.db, { id: busy.id, role: 'buyer', now: world.deps.clock.now() })
    expect(turns[0]?.transactionId).toBe(old.transactionId)
  })

  it('calls nothing the buyer’s turn that waits for the seller’s wallet, though its date to fund runs', async () => {
    const busy = await paidBuyer(world)
    const held = { heldBy: 'ledger', heldUntil: dayIn(90), buyerWalletAddress: walletOf('XLM', 'buyer') } as const
    const trade = await datedTrade(world, { buyer: busy, sellerEmail: supplier.email, ...held })
    const turns = () => listTurns(world.deps.db, { id: busy.id, role: 'buyer', now: world.deps.clock.now() })
    expect((await look(busy)).escrows).toMatchObject([
      { transactionId: trade.transactionId, turn: 'seller', dueOwner: 'buyer' },
    ])
    expect(await turns()).toEqual([])
  })

  it('says that Quayside checks, and no date, once the date to fund has passed and the ledger is read up to it', async () => {
    const busy = await paidBuyer(world)
    await datedTrade(world, { buyer: busy, dates: { fundBy: dayIn(1) } })
    const listed = async () => (await look(busy)).turns?.rows
    expect(await listed()).toMatchObject([{ isChecked: false, dueAt: `${dayIn(1)}T23:59:00.000Z` }])
    clock.on(2 * DAY_MS)
    expect(await listed()).toMatchObject([{ isChecked: true, dueAt: null, turn: 'buyer' }])
  })

  it('keeps what a clock runs in, while the other side has a question to answer', async () => {
    const [busy, other] = [await paidBuyer(world), await seller(world)]
    const trade = await datedTrade(world, { buyer: busy, sellerEmail: other.email })
    await deposit(world, trade, '10')
    granted(await present(world, { seller: other, trade }))
    const wallet = { address: walletOf('XLM', 'second-buyer'), memo: '' }
    granted(await askForRefund(world.deps, { escrowId: trade.escrowId, buyerId: busy.id, reason: 'Late.', wallet }))
    const [ofBuyer] = await listTurns(world.deps.db, { id: busy.id, role: 'buyer', now: world.deps.clock.now() })
    expect(ofBuyer).toMatchObject({ transactionId: trade.transactionId, turn: 'seller', dueOwner: 'buyer' })
    const [ofSeller] = await listTurns(world.deps.db, { id: other.id, role: 'seller', now: world.deps.clock.now() })
    expect(ofSeller).toMatchObject({ transactionId: trade.transactionId, dueAt: null })
  })
})

describe('the calendar file', () => {
  const file = async (transactionId: string, person?: Person) =>
    calendar
      .loader(await argsOf(`/dates/${transactionId}.ics`, { ...(person && { person }), params: { transactionId } }))
      .catch((thrown: unknown) => thrown as Response)
  /** Unfolds lines, which are folded at 75 bytes (RFC 5545, 3.1). */
  const read = async (response: Response) => (await response.text()).replaceAll('\r\n ', '')

  it('has what runs, and what follows it, for both sides', async () => {
    const response = await file(later.transactionId, buyer)
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8')
    expect(response.headers.get('Cache-Control')).toBe('private, no-store')
    const text = await read(response)
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1)
    expect(text).toContain(`UID:${later.transactionId}@`)
    expect(text).toContain(`DTSTART:${days.later.replaceAll('-', '')}T235900Z`)
    expect(text).toContain('SUMMARY:Fund the escrow')
    expect(text).toContain('money received goes back to the buyer')
    expect(text.match(/TRIGGER:-P/g)).toHaveLength(2)
    const named = await file(later.transactionId, supplier)
    expect((await read(named)).match(/SUMMARY:[^\r]*/g)).toEqual(text.match(/SUMMARY:[^\r]*/g))
  })

  it('keeps its name when the date moves, and is a later version of it', async () => {
    const numbered = async () => {
      const text = await read(await file(later.transactionId, buyer))
      return { uid: text.match(/UID:[^\r]*/)?.[0], sequence: Number(text.match(/SEQUENCE:(\d+)/)?.[1]) }
    }
    const before = await numbered()
    clock.on(60_000)
    const after = await numbered()
    expect(after.uid).toBe(before.uid)
    expect(after.sequence).toBeGreaterThan(before.sequence)
  })

  it('is nobody else’s, and there is none where nothing runs out', async () => {
    const stranger = await paidBuyer(world)
    expect((await file(later.transactionId, stranger)).status).toBe(404)
    expect((await file(later.transactionId, await seller(world))).status).toBe(404)
    expect((await file(without.transactionId, buyer)).status).toBe(404)
    expect((await file('x', buyer)).status).toBe(404)
    const signedOut = await file(later.transactionId)
    expect(signedOut.status).toBe(302)
    expect(signedOut.headers.get('Location')).toMatch(/^\/login/)
    await deposit(world, soon, '10')
    granted(await present(world, { seller: supplier, trade: soon }))
    expect(await read(await file(soon.transactionId, buyer))).toContain('SUMMARY:Examine the documents')
    granted(await openDispute(world.deps, { escrowId: soon.escrowId, userId: buyer.id, reason: 'Short.' }))
    expect((await file(soon.transactionId, buyer)).status).toBe(404)
  })
})
