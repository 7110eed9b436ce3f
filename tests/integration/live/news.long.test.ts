/** Whether anything has changed: who may ask, what it costs, what ends a held answer, and what is published at all. */

import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openSession } from '#app/accounts/workflows/sign-in.server.ts'
import { newsAddress } from '#app/live/domain/news-path.ts'
import { nameSeller } from '#app/trade/opening/workflows/invitation/name-seller.server.ts'
import { PATIENCE_MS } from '#tests/support/runner/patience.ts'
import { operator } from '#tests/support/settlement/admin.ts'
import {
  seller as aSeller,
  escrowOf,
  fund,
  granted,
  type Person,
  paidBuyer,
  register,
  unpaidBuyer,
} from '#tests/support/world/people.ts'
import { cookieOf, ORIGIN, setRuntime } from '#tests/support/world/routes.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let buyer: Person
let seller: Person
let stranger: Person
let escrow: { escrowId: string; transactionId: string }
let ask: (as: { cookie?: string; of: string; since: string; isKeptOpen?: boolean }) => Promise<Response>
let close: () => Promise<void>

beforeAll(async () => {
  world = await openWorld()
  setRuntime(world)
  const { loader } = await import('#app/live/routes/news.ts')
  const { closeHub } = await import('#app/live/web/line.server.ts')
  const { closeLimits } = await import('#app/kernel/web/http/limits.server.ts')
  ask = ({ cookie, isKeptOpen = false, ...news }) => {
    const headers = cookie === undefined ? undefined : { Cookie: cookie }
    return loader({
      request: new Request(ORIGIN + newsAddress({ ...news, isKeptOpen }), { headers }),
      params: {},
      context: {},
    })
  }
  close = async () => {
    closeHub()
    await closeLimits()
  }
  buyer = await paidBuyer(world)
  seller = await aSeller(world)
  stranger = await unpaidBuyer(world)
})

afterAll(async () => {
  await close()
  await world[Symbol.asyncDispose]()
})

beforeEach(async () => {
  escrow = await escrowOf(world, { buyer, asset: 'XLM', amount: '10', sellerEmail: seller.email })
})

const subject = () => `escrow:${escrow.escrowId}`

async function versionNow(): Promise<string> {
  const [row] = await world.deps.db.$queryRaw<{ version: string }[]>`
    select news_version_of_escrow(${escrow.escrowId}::uuid) as version`
  return row?.version ?? ''
}

async function feeVersionOf({ id }: Person): Promise<string> {
  const [row] = await world.deps.db.$queryRaw<{ version: string }[]>`select news_version_of_fee(${id}::uuid) as version`
  return row?.version ?? ''
}

/** Waits until all earlier messages have been heard. They come in order, a moment after they were written. */
async function untilHeard(): Promise<void> {
  const { theHub } = await import('#app/live/web/line.server.ts')
  const heard = Promise.withResolvers<void>()
  const mark = { subject: `escrow:${randomUUID()}`, session: `session:${randomUUID()}`, userId: randomUUID() }
  theHub().add({ ...mark, since: '', beat: () => undefined, end: () => heard.resolve() }, theHub().moment())
  await vi.waitUntil(() => theHub().isHearing(), { timeout: PATIENCE_MS })
  await world.deps.db.$executeRaw`select pg_notify('quayside_news', ${mark.subject})`
  await heard.promise
}

const statusFor = async (person: Person | null, of = subject()) => {
  const cookie = person ? await cookieOf(world, person) : undefined
  const answer = await ask({ ...(cookie && { cookie }), of, since: await versionNow() })
  return answer.status
}

/** Counts queries, except the one by which a listener proves that it hears, and its shared query for all. */
function countQueries() {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  const textOf = (query: unknown) => (typeof query === 'string' ? query : (query as { text?: string }).text) ?? ''
  return {
    count: () => spy.mock.calls.filter(([query]) => !/pg_notify|^listen|unnest/.test(textOf(query))).length,
    stop: () => spy.mockRestore(),
  }
}

describe('who may ask', () => {
  it('its buyer and the seller whom the buyer named', async () => {
    expect(await statusFor(buyer)).toBe(204)
    expect(await statusFor(seller)).toBe(204)
  })

  it('nobody else: another buyer, another seller, a seller of an address that nobody confirmed, an operator', async () => {
    expect(await statusFor(await paidBuyer(world))).toBe(404)
    expect(await statusFor(await aSeller(world))).toBe(404)
    const claimed = await register(world, { role: 'seller', isConfirmed: false })
    granted(await nameSeller(world.deps, { escrowId: escrow.escrowId, buyerId: buyer.id, sellerEmail: claimed.email }))
    expect(await statusFor(claimed)).toBe(404)
    expect(await statusFor(await operator(world))).toBe(404)
  })

  it('for an escrow that is not, as for one of others; and for no subject at all', async () => {
    for (const of of ['escrow:00000000-0000-7000-8000-000000000000', 'escrow:1', 'session:1', '', `payout:${buyer.id}`])
      expect(await statusFor(buyer, of)).toBe(404)
  })

  it('for a fee only whoever owes it', async () => {
    const cookie = await cookieOf(world, stranger)
    const of = `fee:${stranger.id}`
    expect((await ask({ cookie, of, since: await feeVersionOf(stranger) })).status).toBe(204)
    expect((await ask({ cookie: await cookieOf(world, buyer), of, since: await feeVersionOf(stranger) })).status).toBe(
      404,
    )
  })

  it('not who is signed out, whose session ended, or who has not given the code yet', async () => {
    expect(await statusFor(null)).toBe(401)
    const cookie = await cookieOf(world, buyer)
    await world.deps.db.session.deleteMany({ where: { userId: buyer.id } })
    expect((await ask({ cookie, of: subject(), since: await versionNow() })).status).toBe(401)
    const { createCookie } = await import('@remix-run/node')
    const token = await openSession(world.deps, buyer.id, { awaitsCode: true })
    const sid = await createCookie('sid').serialize(token.token)
    expect((await ask({ cookie: sid, of: subject(), since: await versionNow() })).status).toBe(401)
  })
})

describe('what it costs', () => {
  it('nothing without a cookie, one question with one, and none while an answer is held', async () => {
    const cookie = await cookieOf(world, buyer)
    await untilHeard()
    const since = await versionNow()
    const { count, stop } = countQueries()
    try {
      await ask({ of: subject(), since })
      expect(count()).toBe(0)
      const answer = await ask({ cookie, of: subject(), since })
      expect(count()).toBe(1)
      expect([answer.status, await answer.text()]).toEqual([204, ''])
      const held = await ask({ cookie, of: subject(), since, isKeptOpen: true })
      // One more, of the request itself; waiting costs none.
      expect(count()).toBe(2)
      await fund(world, escrow.escrowId)
      expect((await held.text()).trim()).toBe('changed')
    } finally {
      stop()
    }
  })

  it('is limited: who asks in a loop is told so, and has no more answers held than a few', async () => {
    const looping = await unpaidBuyer(world)
    const cookie = await cookieOf(world, looping)
    const asked = { cookie, of: `fee:${looping.id}`, since: await feeVersionOf(looping) }
    const held: Response[] = []
    for (let count = 0; count < 15; count += 1) held.push(await ask({ ...asked, isKeptOpen: true }))
    for (const answer of held.slice(12)) expect((await answer.text()).trim()).toBe('often')
    const statuses: number[] = []
    for (let count = 0; count < 120; count += 1) statuses.push((await ask(asked)).status)
    expect(statuses.at(0)).toBe(204)
    expect(statuses.at(-1)).toBe(429)
    // Nobody else is blocked by it.
    expect(await statusFor(buyer)).toBe(204)
    await world.deps.db.session.deleteMany({ where: { userId: looping.id } })
    for (const answer of held.slice(0, 12)) expect((await answer.text()).trim()).toBe('over')
  })
})

describe('an answer that is held', () => {
  it('is given at once to whoever shows another version', async () => {
    const answer = await ask({ cookie: await cookieOf(world, buyer), of: subject(), since: 'old', isKeptOpen: true })
    expect(await answer.text()).toBe('changed')
  })

  it('is kept from proxies that gather or compress it', async () => {
    const answer = await ask({ cookie: await cookieOf(world, buyer), of: subject(), since: 'old', isKeptOpen: true })
    expect(answer.headers.get('X-Accel-Buffering')).toBe('no')
    expect(answer.headers.get('Cache-Control')).toBe('no-store, no-transform')
  })

  it('ends with the session, and with the right to see: the seller who was replaced hears of that and of nothing more', async () => {
    const cookie = await cookieOf(world, seller)
    await untilHeard()
    const first = await ask({ cookie, of: subject(), since: await versionNow(), isKeptOpen: true })
    const other = await aSeller(world)
    granted(await nameSeller(world.deps, { escrowId: escrow.escrowId, buyerId: buyer.id, sellerEmail: other.email }))
    expect((await first.text()).trim()).toBe('changed')
    expect((await ask({ cookie, of: subject(), since: await versionNow(), isKeptOpen: true })).status).toBe(404)

    const mine = await cookieOf(world, other)
    await untilHeard()
    const second = await ask({ cookie: mine, of: subject(), since: await versionNow(), isKeptOpen: true })
    await world.deps.db.session.deleteMany({ where: { userId: other.id } })
    expect((await second.text()).trim()).toBe('over')
  })

  it('goes on although the connection that listens is cut off: the version tells what was missed', async () => {
    const { theHub } = await import('#app/live/web/line.server.ts')
    const cookie = await cookieOf(world, buyer)
    await untilHeard()
    const held = await ask({ cookie, of: subject(), since: await versionNow(), isKeptOpen: true })
    await world.deps.db.$executeRaw`
      select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'`
    await fund(world, escrow.escrowId)
    expect((await held.text()).trim()).toBe('changed')
    await vi.waitUntil(() => theHub().isHearing(), { timeout: PATIENCE_MS })
  })
})

describe('what is told', () => {
  it('and what is counted in the version are the same tables', async () => {
    const { db } = world.deps
    const tables = await db.$queryRaw<{ table: string }[]>`
      select distinct c.relname as "table" from pg_trigger t join pg_class c on c.oid = t.tgrelid
      join pg_proc p on p.oid = t.tgfoid where p.proname like 'tell\\_news\\_of\\_%'`
    const bodies = await db.$queryRaw<{ source: string }[]>`
      select prosrc as source from pg_proc where proname like 'news\\_version\\_of\\_%'`
    const told = tables.map(({ table }) => table).sort()
    const known = bodies.flatMap(({ source }) => [...source.matchAll(/(?:from|join) "(\w+)"/g)].map(([, name]) => name))
    const counted = [...new Set(known)].filter((name) => name !== 'quote' && name !== 'user').sort()
    expect(told).toEqual(counted)
    expect(told).toContain('transfer')
  })

  it('changes the version with money, and leaves that of others alone', async () => {
    const other = await escrowOf(world, { buyer, asset: 'XLM', amount: '10' })
    const versions = async () => {
      const rows = await world.deps.db.$queryRaw<{ id: string; version: string }[]>`
        select id, news_version_of_escrow(id) as version from escrow where id in (${escrow.escrowId}::uuid, ${other.escrowId}::uuid)`
      return new Map(rows.map(({ id, version }) => [id, version]))
    }
    // After this payment the follow-up of both openings is done.
    await fund(world, escrow.escrowId, '4')
    const before = await versions()
    expect(await versions()).toEqual(before)
    await fund(world, escrow.escrowId, '3')
    const after = await versions()
    expect(after.get(escrow.escrowId)).not.toBe(before.get(escrow.escrowId))
    expect(after.get(other.escrowId)).toBe(before.get(other.escrowId))
  })
})
