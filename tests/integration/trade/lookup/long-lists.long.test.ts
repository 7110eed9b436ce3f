/** People with more escrows and payments than fit on a page: links reach each, and what waits is on the first page. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WrittenPlace } from '#app/kernel/domain/paging/list-place.ts'
import { refreshMarket } from '#tests/support/world/market.ts'
import { type Person, paidBuyer, seller } from '#tests/support/world/people.ts'
import { cookieOf, ORIGIN, setRuntime } from '#tests/support/world/routes.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const MANY = 120

let world: World
let dashboard: typeof import('#app/trade/lookup/routes/dashboard/route.tsx')
let confirming: typeof import('#app/trade/documents/routes/seller-confirm/route.tsx')
let home: typeof import('#app/site/routes/home/route.tsx')
let buyer: Person
let theirSeller: Person

beforeAll(async () => {
  world = await openWorld()
  setRuntime(world)
  dashboard = await import('#app/trade/lookup/routes/dashboard/route.tsx')
  confirming = await import('#app/trade/documents/routes/seller-confirm/route.tsx')
  home = await import('#app/site/routes/home/route.tsx')
  await refreshMarket(world.deps)
  buyer = await paidBuyer(world)
  theirSeller = await seller(world)
  await trade(buyer, { seller: theirSeller, count: MANY, from: 1 })
  // Another person's, made at the same moments.
  await trade(await paidBuyer(world), { seller: await seller(world), count: MANY, from: 1_001 })
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

/** Escrows that are over, two of each moment; the oldest waits for its buyer. No triggers: no ledger saw the money. */
async function trade(of: Person, { seller: by, count, from }: { seller: Person; count: number; from: number }) {
  await world.deps.db.$transaction(async (tx) => {
    await tx.$executeRaw`set local session_replication_role = replica`
    await tx.$executeRaw`
      insert into "escrow" ("id", "transactionId", "type", "buyerId", "sellerId", "currency", "amount", "account", "reference",
        "walletAddress", "receivedAmount", "txValidated", "verifiedAt", "sellerConfirmed", "confirmedAt", "payoutAddress",
        "documentApprovalStatus", "releasedAt", "createdAt", "updatedAt")
      select gen_random_uuid(), 'auto_' || lpad(n::text, 20, '0'), 'auto', ${of.id}::uuid, ${by.id}::uuid, 'XLM', n, 'G', 1000000 + n,
        'G', n, true, at, true, at, 'G', (case when n = ${from} then 'Pending' else 'Approved' end)::"Approval",
        case when n > ${from} then at end, at, at
      from generate_series(${from}::int, ${from + count - 1}::int) as n,
        lateral (select timestamptz '2026-01-01' + (n / 2) * interval '1 minute' as at) as time`
    await tx.$executeRaw`
      insert into "ledger_payment" ("id", "network", "hash", "operation", "fromAddress", "toAddress", "asset", "assetLabel", "amount",
        "escrowId", "closedAt")
      select gen_random_uuid(), 'stellar', "transactionId", '1', 'GFROM', 'G', 'XLM', 'XLM', "amount", "id", "createdAt"
      from "escrow" where "buyerId" = ${of.id}::uuid`
  })
}

async function visit(path: string, person: Person) {
  const headers = { Cookie: await cookieOf(world, person) }
  return { request: new Request(ORIGIN + path, { headers }), params: {}, context: {} }
}

const numbersOf = (rows: { transactionId: string | null }[]) =>
  rows.map(({ transactionId }) => Number(transactionId?.slice(5)))
const addressOf = (path: string, place: WrittenPlace, prefix = '') =>
  `${path}?${new URLSearchParams(Object.entries(place).map(([way, row]) => [prefix + way, row]))}`
const all = Array.from({ length: MANY }, (_, n) => MANY - n)

describe('the dashboard', () => {
  it.each([
    ['buyer', () => buyer],
    ['seller', () => theirSeller],
  ])('leads its %s to every escrow, newest first, and back', async (_, whose) => {
    const seen: number[] = []
    const pages: number[] = []
    let path = '/dashboard'
    for (let way: 'next' | 'previous' = 'next'; ; ) {
      const { escrows, pages: ways } = await dashboard.loader(await visit(path, whose()))
      if (way === 'next') seen.push(...numbersOf(escrows))
      pages.push(escrows.length)
      if (way === 'next' && !ways.next) way = 'previous'
      const place = ways[way]
      if (!place) break
      path = addressOf('/dashboard', place)
    }
    expect(new Set(seen)).toEqual(new Set(all))
    expect(seen).toHaveLength(MANY)
    expect(seen.map((n) => Math.floor(n / 2))).toEqual(seen.map((n) => Math.floor(n / 2)).toSorted((a, b) => b - a))
    expect(pages).toEqual([50, 50, 20, 50, 50])
  })

  it('says on the first page what waits for the person, although it is the oldest of all', async () => {
    const first = await dashboard.loader(await visit('/dashboard', buyer))
    expect(numbersOf(first.escrows)).not.toContain(1)
    expect(first.turns?.count).toBe(1)
    expect(numbersOf(first.turns?.rows ?? [])).toEqual([1])
    const second = await dashboard.loader(await visit(addressOf('/dashboard', first.pages.next ?? {}), buyer))
    expect(second.turns).toBeNull()
    const back = await dashboard.loader(await visit(addressOf('/dashboard', second.pages.previous ?? {}), buyer))
    expect(numbersOf(back.turns?.rows ?? [])).toEqual([1])
    const { turns } = await home.loader(await visit('/', buyer))
    expect(turns).toMatchObject({ count: 1, role: 'buyer' })
    expect((await dashboard.loader(await visit('/dashboard', theirSeller))).turns?.count).toBe(0)
  })

  it('leads to every payment by ways of its own', async () => {
    const seen: number[] = []
    for (let path = '/dashboard'; ; ) {
      const { payments, asked } = await dashboard.loader(await visit(path, buyer))
      expect(payments.rows.length).toBeLessThanOrEqual(25)
      expect(asked.escrows).toEqual({})
      seen.push(...numbersOf(payments.rows.filter(({ kind }) => kind === 'deposit')))
      if (!payments.next) break
      path = addressOf('/dashboard', payments.next, 'paid-')
    }
    expect(new Set(seen)).toEqual(new Set(all))
    expect(seen).toHaveLength(MANY)
  })

  it.each(['after=yesterday', 'after=1_x', 'before=%00', 'paid-after=-1_'])(
    'reads “%s” as the first page',
    async (query) => {
      const { escrows } = await dashboard.loader(await visit(`/dashboard?${query}`, buyer))
      expect(numbersOf(escrows)[0]).toBe(MANY)
    },
  )
})

it('the seller’s own list leads to every escrow', async () => {
  const seen: number[] = []
  for (let path = '/seller-confirm'; ; ) {
    const { mine } = await confirming.loader(await visit(path, theirSeller))
    seen.push(...numbersOf(mine?.rows ?? []))
    if (!mine?.next) break
    path = addressOf('/seller-confirm', mine.next)
  }
  expect(new Set(seen)).toEqual(new Set(all))
  expect(seen).toHaveLength(MANY)
})

it('an escrow whose release is done waits for its buyer while the other part of a split has no good wallet', async () => {
  const other = await paidBuyer(world)
  await trade(other, { seller: await seller(world), count: 2, from: 2_001 })
  const { db } = world.deps
  const { id } = await db.escrow.findFirstOrThrow({ where: { buyerId: other.id, releasedAt: { not: null } } })
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`set local session_replication_role = replica`
    await tx.$executeRaw`
      insert into "transfer" ("id", "escrowId", "settlementId", "purpose", "state", "network", "asset", "amount", "address", "blockedReason",
        "settledHash", "settledAt", "updatedAt")
      values
        (gen_random_uuid(), ${id}::uuid, gen_random_uuid(), 'release', 'confirmed', 'stellar', 'XLM', 1, 'G', null, 'a split', now(), now()),
        (gen_random_uuid(), ${id}::uuid, gen_random_uuid(), 'refund', 'blocked', 'stellar', 'XLM', 1, 'G', 'account_missing', null, null, now())`
  })
  const { turns } = await dashboard.loader(await visit('/dashboard', other))
  expect(numbersOf(turns?.rows ?? [])).toEqual([2002, 2001])
})
