/** An export is checked by the script beside it, without our database and without our code. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sealEvents } from '#app/records/audit/workflows/seal-events.server.ts'
import {
  type AdminPanelOf,
  type Disputed,
  disputed,
  openDesk,
  operator,
  thrownBy,
} from '#tests/support/settlement/admin.ts'
import { type Person, seller } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const run = promisify(execFile)

let world: World
let desk: AdminPanelOf
let route: typeof import('#app/admin/routes/audit/export.ts')
let page: typeof import('#app/admin/routes/audit/route.tsx')
let olga: Person
let of: Disputed

beforeAll(async () => {
  world = await openWorld()
  desk = await openDesk(world)
  route = await import('#app/admin/routes/audit/export.ts')
  page = await import('#app/admin/routes/audit/route.tsx')
  olga = await operator(world)
  of = await disputed(world, { asset: 'XLM', amount: '12' })
  await disputed(world, { asset: 'XRP', amount: '5' })
  // Seals of some events each, as in production.
  while ((await sealEvents(world.deps, { atOnce: 7 })) !== null);
})

afterAll(async () => {
  await desk[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

type Files = Record<string, string>

async function ask(query: Record<string, string>): Promise<Response> {
  const answer = await route.loader(await desk.ask({ person: olga, path: `/x?${new URLSearchParams(query)}` }))
  if (!(answer instanceof Response)) throw new Error('no answer')
  return answer
}

async function filesOf(query: Record<string, string>): Promise<Files> {
  const answer = await ask(query)
  expect(answer.headers.get('Content-Type')).toBe('application/zip')
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]))
}

/** Returns what the script says, run by Node alone in a folder that holds nothing else. */
async function check(files: Files, ...words: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quayside-export-'))
  try {
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
    const { stdout } = await run(process.execPath, ['check.mjs', ...words], { cwd: folder, env: { NODE_ENV: 'test' } })
    return stdout
  } catch (error) {
    return (error as { stderr: string }).stderr
  } finally {
    await rm(folder, { recursive: true })
  }
}

type Line = {
  seq: number
  shown: { kind: string; escrow: string | null }
  body?: { user: string | null; detail: object }
}
const linesOf = (files: Files): Line[] =>
  (files['events.ndjson'] ?? '').split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]))
const today = () => world.deps.clock.now().toISOString().slice(0, 10)

describe('the events of one escrow', () => {
  it.each(['buyer', 'seller', 'court'])('are good as they are handed to the %s', async (audience) => {
    const files = await filesOf({ of: 'escrow', txid: of.transactionId, for: audience })
    const lines = linesOf(files)
    expect(Object.keys(files).sort()).toEqual(['README.txt', 'check.mjs', 'events.ndjson', 'proof.json'])
    expect(lines.length).toBeGreaterThan(4)
    expect(lines.every(({ shown }) => shown.escrow === of.escrowId)).toBe(true)
    expect(await check(files)).toMatch(new RegExp(`^Good: ${lines.length} events`))
  })

  it('tell a party of others no more than that it was done', async () => {
    const lines = linesOf(await filesOf({ of: 'escrow', txid: of.transactionId, for: 'buyer' }))
    const users = new Set(lines.flatMap(({ body }) => (body ? [body.user] : [])))
    expect([...users].filter((user) => user !== null)).toEqual([of.buyer.id])
    expect(lines.find(({ shown }) => shown.kind === 'shipment_confirmed')).not.toHaveProperty('body')
    expect(lines.map(({ shown }) => shown.kind)).not.toContain('operator_viewed')
    const court = linesOf(await filesOf({ of: 'escrow', txid: of.transactionId, for: 'court' }))
    expect(court.every(({ body }) => body !== undefined)).toBe(true)
  })

  it('are no longer good when anything in them is changed, left out or moved', async () => {
    const files = await filesOf({ of: 'escrow', txid: of.transactionId, for: 'court' })
    const lines = (files['events.ndjson'] ?? '').trim().split('\n')
    const withLines = (changed: string[]) => check({ ...files, 'events.ndjson': `${changed.join('\n')}\n` })
    const at = (place: number, from: string | RegExp, to: string) =>
      lines.map((line, n) => (n === place ? line.replace(from, to) : line))
    expect(await withLines(at(1, /"kind":"\w+"/, '"kind":"escrow_cancelled"'))).toContain('NOT GOOD')
    expect(await withLines(at(0, /"at":"20/, '"at":"19'))).toContain('NOT GOOD')
    expect(await withLines(at(0, '"currency":"XLM"', '"currency":"XRP"'))).toContain('not what was sealed')
    expect(await withLines(at(0, /"seq":(\d+)/, '"seq":9$1'))).toContain('NOT GOOD')
    expect(await withLines(lines.slice(1))).toContain('NOT GOOD')
    expect(await withLines(lines.toReversed())).toContain('NOT GOOD')
    expect(await withLines(lines)).toContain('Good')
  })

  it('are held against a root that is known from elsewhere', async () => {
    const files = await filesOf({ of: 'escrow', txid: of.transactionId, for: 'court' })
    const { size, root } = JSON.parse(files['proof.json'] ?? '') as { size: number; root: string }
    expect(await check(files, `${size}:${root}`)).toContain('Good')
    expect(await check(files, `${size}:${'ab'.repeat(32)}`)).toContain('NOT GOOD')
  })
})

describe('the events of some days', () => {
  it('are a piece of the chain, without details unless they are asked for', async () => {
    const days = { of: 'days', from: today(), to: today() }
    const files = await filesOf(days)
    const lines = linesOf(files)
    expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, n) => n + 1))
    expect(lines.some(({ body }) => body !== undefined)).toBe(false)
    expect(await check(files)).toMatch(/^Good: \d+ events, 0 of them/)
    const whole = await filesOf({ ...days, details: 'on' })
    expect(linesOf(whole).every(({ body }) => body !== undefined)).toBe(true)
    expect(await check(whole)).toContain('Good')
    const cut = (whole['events.ndjson'] ?? '').split('\n').toSpliced(3, 1).join('\n')
    expect(await check({ ...whole, 'events.ndjson': cut })).toContain('NOT GOOD')
  })

  it('may be none', async () => {
    const files = await filesOf({ of: 'days', from: '2020-01-01', to: '2020-01-02' })
    expect(await check(files)).toContain('Good: 0 events')
  })
})

it('taking something away is an event itself, with who took it', async () => {
  const where = { kind: 'audit_exported', userId: olga.id }
  const before = await world.deps.db.auditEvent.count({ where })
  await filesOf({ of: 'escrow', txid: of.transactionId, for: 'seller' })
  expect(await world.deps.db.auditEvent.count({ where })).toBe(before + 1)
})

it.each([
  [{ of: 'escrow', txid: 'auto_NONE' }, 'txid', 'noEscrow'],
  [{ of: 'escrow', txid: '' }, 'txid', 'noEscrow'],
  [{ of: 'days', from: '2026-02-30', to: '2026-03-01' }, 'from', 'noDay'],
  [{ of: 'days', from: '2026-02-20', to: '' }, 'to', 'noDay'],
  [{ of: 'days', from: '2026-02-20', to: '2026-02-19' }, 'to', 'badDays'],
] as const)('%o leads back to the page, with what was typed and what is wrong', async (asked, field, why) => {
  const { txid = '', from = '', to = '' }: Record<string, string> = asked
  const answer = await ask(asked)
  expect(answer.status).toBe(302)
  const path = answer.headers.get('Location') ?? ''
  const shown = await page.loader(await desk.ask({ person: olga, path }))
  expect(shown.problem).toEqual({ field, why })
  expect(shown.typed).toMatchObject({ txid, from, to })
})

describe('everybody else', () => {
  it('gets neither page nor file, and has nothing checked', async () => {
    const figures = await import('#app/admin/routes/figures/route.tsx')
    const csv = await import('#app/admin/routes/figures/csv.ts')
    for (const person of [null, of.buyer, await seller(world)]) {
      const path = `/x?of=escrow&txid=${of.transactionId}&for=court`
      for (const loader of [route.loader, page.loader, figures.loader, csv.loader]) {
        expect((await thrownBy(loader(await desk.ask({ person, path })))).status).toBe(403)
      }
      expect((await thrownBy(page.action(await desk.ask({ person, path: '/admin-panel/audit' }, {})))).status).toBe(403)
    }
    expect(await world.deps.db.auditCheck.count()).toBe(0)
  })
})

it('the button has the worker check everything, and the page says what it found', async () => {
  await page.action(await desk.ask({ person: olga, path: '/admin-panel/audit' }, {}))
  await page.action(await desk.ask({ person: olga, path: '/admin-panel/audit' }, {}))
  const isDone = async () => (await world.deps.db.auditCheck.count({ where: { finishedAt: { not: null } } })) > 0
  await world.workUntil(isDone, 'the check is done')
  const { log } = await page.loader(await desk.ask({ person: olga }))
  expect(log.checks).toMatchObject([{ state: 'whole', by: 'An operator', wrong: null }])
  expect(log.checks[0]?.checked).toBe(log.checks[0]?.size)
})
