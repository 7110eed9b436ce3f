/** The dashboard's search, filters and spreadsheet table: always of the person who asks, and of nobody else. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirmShipment } from '#app/trade/documents/workflows/confirm-shipment.server.ts'
import { cancelEscrow } from '#app/trade/opening/workflows/cancel-escrow.server.ts'
import {
  escrowOf,
  fund,
  granted,
  type Person,
  paidBuyer,
  seller,
  unpaidBuyer,
  walletOf,
} from '#tests/support/world/people.ts'
import { cookieOf, ORIGIN, setRuntime } from '#tests/support/world/routes.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let dashboard: typeof import('#app/trade/lookup/routes/dashboard/route.tsx')
let csv: typeof import('#app/trade/lookup/routes/dashboard/escrows-csv.ts')
let buyer: Person
let supplier: Person
/** Escrow IDs: one that is funded and confirmed, one called off, one that has just been opened. */
let ids: Record<'confirmed' | 'over' | 'open', string>

beforeAll(async () => {
  world = await openWorld()
  setRuntime(world)
  dashboard = await import('#app/trade/lookup/routes/dashboard/route.tsx')
  csv = await import('#app/trade/lookup/routes/dashboard/escrows-csv.ts')
  ;[buyer, supplier] = [await paidBuyer(world), await seller(world)]
  await world.deps.db.user.update({ where: { id: supplier.id }, data: { name: 'Kofi & Daughters' } })
  const confirmed = await escrowOf(world, {
    buyer,
    asset: 'XLM',
    amount: '5',
    sellerEmail: supplier.email,
    notes: '=HYPERLINK("https://evil.example"), forty bags',
  })
  await fund(world, confirmed.escrowId)
  granted(
    await confirmShipment(world.deps, {
      sellerId: supplier.id,
      transactionId: confirmed.transactionId,
      walletAddress: walletOf('XLM', 'seller'),
      walletMemo: '',
      files: [],
    }),
  )
  const over = await escrowOf(world, { buyer, asset: 'XRP', amount: '6', notes: 'Sixty_5%' })
  granted(await cancelEscrow(world.deps, { escrowId: over.escrowId, buyerId: buyer.id, wallet: null }))
  const open = await escrowOf(world, { buyer, asset: 'XRP', amount: '7', notes: 'a\nb', sellerEmail: 'x@tema.example' })
  ids = { confirmed: confirmed.transactionId, over: over.transactionId, open: open.transactionId }
  // Nothing of another buyer is ever found.
  await escrowOf(world, { buyer: await paidBuyer(world), asset: 'XLM', amount: '8', notes: 'forty bags' })
})

afterAll(async () => {
  await (await import('#app/kernel/web/http/limits.server.ts')).closeLimits()
  await world[Symbol.asyncDispose]()
})

async function argsOf(path: string, person?: Person) {
  const headers = new Headers(person && { Cookie: await cookieOf(world, person) })
  return { request: new Request(ORIGIN + path, { headers }), params: {}, context: {} }
}

const pathOf = (query: Record<string, string>, path = '/dashboard') => `${path}?${new URLSearchParams(query)}`
const look = async (query: Record<string, string>, person: Person) =>
  dashboard.loader(await argsOf(pathOf(query), person))
const found = async (query: Record<string, string>, person = buyer) =>
  (await look(query, person)).escrows.map(({ transactionId }) => transactionId)

describe('what is looked for is found', () => {
  it('by its escrow ID, its memo or tag, and every hash of its money', async () => {
    const escrow = await world.deps.db.escrow.findUniqueOrThrow({ where: { transactionId: ids.confirmed } })
    expect(await found({ find: ids.confirmed.toLowerCase() })).toEqual([ids.confirmed])
    expect(await found({ find: String(escrow.reference) })).toEqual([ids.confirmed])
    for (const hash of [escrow.realTxId?.toUpperCase(), escrow.realTxId?.toLowerCase()])
      expect(await found({ find: hash ?? '' })).toEqual([ids.confirmed])
  })

  it('by words of the notes, and by who the other side is', async () => {
    expect(await found({ find: 'FORTY BAGS' })).toEqual([ids.confirmed])
    expect(await found({ find: 'kofi & d' })).toEqual([ids.confirmed])
    expect(await found({ find: 'tema.example' })).toEqual([ids.open])
    expect(await found({ find: 'A buyer' }, supplier)).toEqual([ids.confirmed])
    // To a person who types them, these are characters like others.
    for (const find of ['x_y', '5%', '_5', '%', '\\']) {
      expect(await found({ find }), find).toEqual(find === '5%' || find === '_5' || find === '%' ? [ids.over] : [])
    }
  })

  it('by state, asset and day, and by all of it together', async () => {
    const today = new Date().toISOString().slice(0, 10)
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    expect(await found({ state: 'finished' })).toEqual([ids.over])
    expect(await found({ state: 'open' })).toEqual([ids.open, ids.confirmed])
    expect(await found({ asset: 'XRP' })).toEqual([ids.open, ids.over])
    expect(await found({ asset: 'XRP', state: 'open', from: today, until: tomorrow })).toEqual([ids.open])
    expect(await found({ from: tomorrow })).toEqual([])
    expect(await found({ until: '2020-01-01' })).toEqual([])
    expect(await found({ asset: 'BTC', state: 'lost' })).toHaveLength(3)
  })

  it('but never by anybody else', async () => {
    const strangers = [await paidBuyer(world), await seller(world), await unpaidBuyer(world)]
    const escrow = await world.deps.db.escrow.findUniqueOrThrow({ where: { transactionId: ids.confirmed } })
    for (const stranger of strangers) {
      for (const find of [ids.confirmed, String(escrow.reference), escrow.realTxId ?? '', 'forty', 'Kofi']) {
        const page = await look({ find }, stranger)
        expect([page.escrows, page.payments.rows, page.invitations]).toEqual([[], [], []])
      }
    }
  })
})

describe('beside what was found', () => {
  it('stand the payments of one escrow, and none where several or none fit', async () => {
    const paid = async (query: Record<string, string>) =>
      (await look(query, buyer)).payments.rows.map(({ kind, transactionId }) => [kind, transactionId])
    expect(await paid({})).toEqual([
      ['deposit', ids.confirmed],
      ['fee', null],
    ])
    expect(await paid({ find: 'forty bags' })).toEqual([['deposit', ids.confirmed]])
    expect(await paid({ asset: 'XRP' })).toEqual([])
    expect(await paid({ find: 'nothing of the kind' })).toEqual([])
  })

  it('stand the invitations that fit', async () => {
    const { transactionId } = await escrowOf(world, {
      buyer,
      asset: 'XRP',
      amount: '9',
      sellerEmail: supplier.email,
      notes: 'tea',
    })
    const invited = async (query: Record<string, string>) =>
      (await look(query, supplier)).invitations.map((escrow) => escrow.transactionId)
    const fitting: Record<string, string>[] = [{}, { find: transactionId }, { find: 'TEA' }, { asset: 'XRP' }]
    for (const query of fitting) expect(await invited(query)).toEqual([transactionId])
    const others: Record<string, string>[] = [{ find: 'coffee' }, { asset: 'XLM' }, { state: 'finished' }]
    for (const query of others) expect(await invited(query)).toEqual([])
  })

  it('is said which day is none, as it was typed', async () => {
    const page = await look({ from: '31.01.2026' }, buyer)
    expect(page.noDays).toEqual([{ name: 'from', typed: '31.01.2026' }])
    expect(page.filter).toEqual({})
  })
})

describe('the table for a spreadsheet', () => {
  const tableOf = async (query: Record<string, string>, person?: Person) => {
    const args = await argsOf(pathOf(query, '/dashboard/escrows.csv'), person)
    const answer = await csv.loader(args).catch((thrown: unknown) => thrown)
    if (!(answer instanceof Response)) throw answer
    return answer
  }

  it('holds what the page lists, with nothing that a spreadsheet takes for a formula', async () => {
    const answer = await tableOf({ state: 'open', asset: 'XLM' }, buyer)
    expect(answer.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('Content-Disposition')).toMatch(/^attachment; filename="quayside-escrows-[\d-]+\.csv"$/)
    expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
    const text = Buffer.from(await answer.arrayBuffer()).toString()
    expect(text.startsWith('\ufeff')).toBe(true)
    expect(text.split('\r\n')).toHaveLength(3)
    expect(text).toContain(ids.confirmed)
    expect(text).toContain(`"'=HYPERLINK(""https://evil.example""), forty bags"`)
    expect(text).toContain('Kofi & Daughters')
  })

  it('keeps a note of two lines in one cell, and speaks the reader’s language', async () => {
    await world.deps.db.user.update({ where: { id: buyer.id }, data: { locale: 'de' } })
    const text = Buffer.from(await (await tableOf({ find: ids.open }, buyer)).arrayBuffer()).toString()
    expect(text).toMatch(/"a\r?\nb"/)
    expect(text).toContain('Treuhand')
    await world.deps.db.user.update({ where: { id: buyer.id }, data: { locale: 'en' } })
  })

  it('is of the person alone, and not for who is signed out', async () => {
    const stranger = await paidBuyer(world)
    const text = Buffer.from(await (await tableOf({}, stranger)).arrayBuffer()).toString()
    expect(text.trimEnd().split('\r\n')).toHaveLength(1)
    expect((await tableOf({})).headers.get('Location')).toMatch(/^\/login\?redirectTo=/)
  })

  it('is not made in a loop', async () => {
    const person = await paidBuyer(world)
    const statuses: number[] = []
    for (let count = 0; count < 80 && !statuses.includes(429); count += 1)
      statuses.push((await tableOf({}, person)).status)
    expect(statuses.at(-1)).toBe(429)
  })
})
