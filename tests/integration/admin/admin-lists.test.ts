/** The operator's lists: what they show, how they are filtered, where the search box leads, and the CSV file. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN_LISTS, type AdminListName, LIST_FACTS } from '#app/admin/domain/lists.ts'
import { listAsCsv, readListFilter, typedFilter } from '#app/admin/queries/lists/admin-list.server.ts'
import {
  type AdminPanelOf,
  type Disputed,
  disputed,
  openDesk,
  operator,
  thrownBy,
} from '#tests/support/settlement/admin.ts'
import { type Person, register } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let desk: AdminPanelOf
let olga: Person
let trade: Disputed

beforeAll(async () => {
  world = await openWorld()
  desk = await openDesk(world)
  olga = await operator(world)
  trade = await disputed(world, { asset: 'XRP', amount: '12.5' })
})

afterAll(async () => {
  await desk[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

async function show(list: AdminListName, query = '') {
  const path = `/admin-panel/lists/${list}?${query}`
  const answer = await desk.list.loader(await desk.ask({ person: olga, path, params: { list } }))
  return answer.data
}

async function rowsOf(list: AdminListName, query = '') {
  return (await show(list, query)).page?.rows ?? []
}

async function search(q: string) {
  const path = `/admin-panel/lists?${new URLSearchParams({ q })}`
  const answer = desk.lists.loader(await desk.ask({ person: olga, path }))
  return answer.catch((thrown: unknown) => {
    if (thrown instanceof Response) return thrown.headers.get('Location')
    throw thrown
  })
}

async function csvOf(list: AdminListName, query = '') {
  const path = `/admin-panel/lists/${list}/csv?${query}`
  return desk.csv.loader(await desk.ask({ person: olga, path, params: { list } }))
}

const q = (text: string) => `q=${encodeURIComponent(text)}`

describe('every list', () => {
  it.each(ADMIN_LISTS)('%s: shows all its columns, in every state and asset, to operators alone', async (list) => {
    const { columns, states, hasAsset } = LIST_FACTS[list]
    const queries = ['', ...states.map((state) => `state=${state}`), ...(hasAsset ? ['asset=XRP'] : [])]
    for (const query of queries) {
      for (const row of await rowsOf(list, query))
        expect(Object.keys(row)).toEqual(expect.arrayContaining(Object.keys(columns)))
    }
    for (const person of [null, trade.buyer, trade.seller]) {
      for (const loader of [desk.list.loader, desk.csv.loader]) {
        expect((await thrownBy(loader(await desk.ask({ person, params: { list } })))).status).toBe(403)
      }
    }
  })

  it.each(['', 'people ', 'pg_catalog', 'constructor'])('there is none called %j', async (list) => {
    for (const loader of [desk.list.loader, desk.csv.loader]) {
      expect((await thrownBy(loader(await desk.ask({ person: olga, params: { list } })))).status).toBe(404)
    }
  })

  it('says what is wrong with a filter, and keeps what was typed', async () => {
    const page = await show('escrows', 'q=two+words&from=2026-02-30&to=x&asset=XRP')
    expect(page.page).toBeNull()
    expect(page.problems.map(({ field }) => field)).toEqual(['q', 'from', 'to'])
    expect(page.typed).toMatchObject({ q: 'two words', from: '2026-02-30', asset: 'XRP' })
    expect((await thrownBy(csvOf('escrows', 'from=x'))).status).toBe(400)
  })
})

describe('escrows', () => {
  it('are found by ID, hash, address, wallet, and memo or tag', async () => {
    const { db } = world.deps
    const payment = await db.ledgerPayment.findFirstOrThrow({ where: { escrowId: trade.escrowId } })
    const { reference } = await db.escrow.findUniqueOrThrow({ where: { id: trade.escrowId } })
    const typed = [trade.transactionId, payment.hash, trade.buyer.email, trade.seller.email, String(reference)]
    for (const text of typed) {
      expect(
        (await rowsOf('escrows', q(text))).map(({ txid }) => txid),
        text,
      ).toEqual([trade.transactionId])
    }
    const paidBy = await rowsOf('escrows', q(payment.fromAddress))
    expect(paidBy.map(({ txid }) => txid)).toContain(trade.transactionId)
    const deposits = await rowsOf('deposits', q(payment.hash))
    expect(deposits).toMatchObject([{ state: 'counts', amount: '12.5', asset: 'XRP', txid: trade.transactionId }])
  })

  it('are told apart by state, asset and day', async () => {
    const of = async (query: string) => (await rowsOf('escrows', query)).map(({ txid }) => txid)
    const today = world.deps.clock.now().toISOString().slice(0, 10)
    expect(await of('state=funded&asset=XRP')).toContain(trade.transactionId)
    expect(await of(`from=${today}&to=${today}`)).toContain(trade.transactionId)
    for (const query of [
      'state=unfunded',
      'state=released',
      'state=refunded',
      'asset=XLM',
      'to=2020-01-01',
      'from=2999-01-01',
    ]) {
      expect(await of(query), query).not.toContain(trade.transactionId)
    }
  })
})

describe('people', () => {
  it('are read page by page, each once, forward and back', async () => {
    for (let n = 0; n < 28; n += 1) {
      const email = `many-${String(n).padStart(2, '0')}-${randomUUID()}@example.org`
      // All of one moment: only their ids tell them apart.
      await world.deps.db.user.create({
        data: { name: `N${n}`, email, role: 'buyer', createdAt: new Date('2026-01-05T10:00:00Z') },
      })
    }
    const days = 'from=2026-01-05&to=2026-01-05'
    const first = await show('people', days)
    expect(first.page?.rows).toHaveLength(25)
    const after = new URLSearchParams({ ...first.page?.next }).toString()
    const second = await show('people', `${days}&${after}`)
    expect(second.page?.rows).toHaveLength(3)
    const ids = [...(first.page?.rows ?? []), ...(second.page?.rows ?? [])].map(({ id }) => id)
    expect(new Set(ids).size).toBe(28)
    const back = await show('people', `${days}&${new URLSearchParams({ ...second.page?.previous })}`)
    expect(back.page?.rows.map(({ id }) => id)).toEqual(first.page?.rows.map(({ id }) => id))
  })

  it('are found by how their address begins, whatever signs it has', async () => {
    const bob = await register(world, { role: 'buyer' })
    expect((await rowsOf('people', q(bob.email.slice(0, 12).toUpperCase()))).map(({ id }) => id)).toContain(bob.id)
    expect(await rowsOf('people', q('%'.repeat(3)))).toEqual([])
    expect(await rowsOf('people', q('__'))).toEqual([])
  })
})

describe('failed payments', () => {
  it('tell the sentence that people saw', async () => {
    const hash = 'ab'.repeat(32)
    const reason = 'Memo does not match.'
    await world.deps.db.failedPayment.create({ data: { uid: trade.buyer.id, txid: hash, currency: 'XLM', reason } })
    for (const text of [hash, hash.toUpperCase(), trade.buyer.email]) {
      expect(await rowsOf('failed', q(text))).toMatchObject([{ hash, reason, person: trade.buyer.email, asset: 'XLM' }])
    }
    expect(Object.keys(LIST_FACTS.failed.columns)).toContain('asset')
  })
})

describe('the search box', () => {
  it('leads straight to the escrow or the person that is meant', async () => {
    const { db } = world.deps
    const payment = await db.ledgerPayment.findFirstOrThrow({ where: { escrowId: trade.escrowId } })
    const { reference } = await db.escrow.findUniqueOrThrow({ where: { id: trade.escrowId } })
    for (const typed of [trade.transactionId.toLowerCase(), payment.hash, String(reference)]) {
      expect(await search(typed), typed).toBe(`/admin-panel/escrows?txid=${trade.transactionId}`)
    }
    expect(await search(` ${trade.buyer.email} `)).toBe(`/admin-panel/people/${trade.buyer.id}`)
  })

  it('names the lists that know it where it may be several things', async () => {
    const payment = await world.deps.db.ledgerPayment.findFirstOrThrow({ where: { escrowId: trade.escrowId } })
    expect(await search(payment.fromAddress)).toMatchObject({ lists: ['escrows', 'deposits', 'letters'] })
  })

  it('leads to the list where one alone knows it', async () => {
    const hash = 'cd'.repeat(32)
    await world.deps.db.failedPayment.create({
      data: { uid: trade.buyer.id, txid: hash, currency: 'XLM', reason: 'No.' },
    })
    expect(await search(hash)).toBe(`/admin-panel/lists/failed?q=${hash}`)
  })

  it('says whether it could not read what was typed, or knows nothing of it', async () => {
    expect(await search('two words')).toMatchObject({ nothing: 'unread' })
    expect(await search('2147483647')).toMatchObject({ nothing: 'unknown' })
    expect(await search('nobody@example.net')).toMatchObject({ nothing: 'unknown' })
    expect(await search('')).toMatchObject({ nothing: null, lists: [] })
  })
})

describe('the file of a list', () => {
  it('has what the page shows, and that it was taken is written down', async () => {
    const answer = await csvOf('escrows', q(trade.transactionId))
    expect(answer.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('Content-Disposition')).toMatch(/^attachment; filename="quayside-escrows-[\d-]+\.csv"$/)
    // Reads the bytes: decoding them as text drops the byte order mark.
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const [head, row, rest] = bytes.toString('utf8').slice(1).split('\r\n')
    expect(head).toBe('at,txid,state,amount,buyer,seller,reference,asset,heldBy')
    expect(row).toContain(`,${trade.transactionId},funded,12.5,${trade.buyer.email},${trade.seller.email},`)
    expect(rest).toBe('')
    const where = { kind: 'list_exported', userId: olga.id }
    const events = await world.deps.db.auditEvent.findMany({ where, orderBy: [{ at: 'desc' }, { id: 'desc' }] })
    expect(events.map(({ detail }) => detail)).toContainEqual({ list: 'escrows', q: trade.transactionId })
  })

  it('lets no name be reckoned by the program that opens it', async () => {
    const name = '=HYPERLINK("http://evil.example","Click")'
    const email = `hostile-${randomUUID()}@example.org`
    await world.deps.db.user.create({ data: { name, email, role: 'buyer' } })
    const text = await (await csvOf('people', q(email))).text()
    expect(text).toContain(`"'=HYPERLINK(""http://evil.example"",""Click"")"`)
  })

  it('comes in slices, all of them, and ends where it says', async () => {
    const people = Array.from({ length: 2300 }, (_, n) => ({
      name: `Slice ${n}`,
      email: `slice-${n}-${randomUUID()}@example.org`,
      role: 'buyer' as const,
      createdAt: new Date('2026-02-03T10:00:00Z'),
    }))
    await world.deps.db.user.createMany({ data: people })
    const { filter } = readListFilter('people', typedFilter(new URLSearchParams('from=2026-02-03&to=2026-02-03')))
    if (!filter) throw new Error('no filter')
    const read = async (most?: number) => {
      const parts: string[] = []
      for await (const part of listAsCsv(world.deps.db, { list: 'people', filter, ...(most && { most }) }))
        parts.push(part)
      return { parts: parts.length, emails: parts.join('').match(/slice-\d+-[\w-]+@/g) ?? [] }
    }
    const all = await read()
    expect(all.parts).toBe(4)
    expect(new Set(all.emails).size).toBe(2300)
    expect((await read(1500)).emails).toHaveLength(1500)
  })
})
