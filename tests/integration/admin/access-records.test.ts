/** The Admin Panel's page of logins, refusals and downloads: readers, what it finds, and that reads are recorded. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noteAccess } from '#app/accounts/workflows/note-access.server.ts'
import { withSecondFactor } from '#tests/support/world/authenticator.ts'
import { escrowOf, type Person, pilotBuyer, register, seller } from '#tests/support/world/people.ts'
import { cookieOf, ORIGIN, setRuntime } from '#tests/support/world/routes.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const PATH = '/admin-panel/records'

let world: World
let page: typeof import('#app/admin/routes/records/route.tsx')
let olga: Person
let buyer: Person
let vendor: Person
let escrow: { escrowId: string; transactionId: string }

beforeAll(async () => {
  world = await openWorld()
  setRuntime(world, { OPERATOR_SECOND_FACTOR: 'required' })
  page = await import('#app/admin/routes/records/route.tsx')
  olga = await operator()
  await withSecondFactor(world, olga)
  buyer = await pilotBuyer(world)
  vendor = await seller(world)
  escrow = await escrowOf(world, { buyer, asset: 'XRP', amount: '5' })
})
afterAll(async () => {
  await (await import('#app/kernel/web/http/limits.server.ts')).closeLimits()
  await world?.[Symbol.asyncDispose]()
})

async function operator(): Promise<Person> {
  const person = await register(world, { role: 'seller' })
  await world.deps.db.user.update({ where: { id: person.id }, data: { role: 'admin' } })
  return person
}

async function ask(query: Record<string, string> = {}, person: Person | null = olga) {
  const headers = { Cookie: person ? await cookieOf(world, person) : '' }
  const request = new Request(`${ORIGIN}${PATH}?${new URLSearchParams(query)}`, { headers })
  return page.loader({ request, params: {}, context: {} })
}

const deniedTo = async (person: Person | null) => {
  const answer = await ask({}, person).catch((thrown: unknown) => thrown)
  if (!(answer instanceof Response)) throw new Error('let in')
  return { status: answer.status, to: answer.headers.get('Location') }
}

type Noted = Parameters<typeof noteAccess>[1]
const note = (moment: string, access: Noted) =>
  noteAccess({ ...world.deps, clock: { now: () => new Date(moment) } }, access)

const reads = () =>
  world.deps.db.accessRecord.findMany({ where: { kind: 'records_read' }, orderBy: [{ firstAt: 'asc' }, { id: 'asc' }] })

describe('the door', () => {
  it('is closed to visitors, buyers and sellers', async () => {
    for (const person of [null, buyer, vendor]) expect(await deniedTo(person)).toEqual({ status: 403, to: null })
  })

  it('leads an operator without a second factor to where it is set up', async () => {
    expect(await deniedTo(await operator())).toEqual({ status: 303, to: '/settings/second-factor' })
  })

  it('is recorded each time it opens, with whose records were asked for, and never when it does not', async () => {
    expect(await reads()).toEqual([])
    await ask()
    await ask({ email: buyer.email })
    await ask({ txid: escrow.transactionId })
    await ask({ txid: escrow.transactionId })
    const rows = await reads()
    expect(rows.every(({ userId }) => userId === olga.id)).toBe(true)
    expect(rows).toMatchObject([
      { subject: '', escrowId: null },
      { subject: `account ${buyer.id}` },
      { escrowId: escrow.escrowId, count: 2 },
    ])
    expect((await ask({ kind: 'records_read' })).list?.rows).toHaveLength(3)
  })
})

describe('what is found', () => {
  const found = async (query: Record<string, string>) => {
    const { list } = await ask(query)
    return list?.rows
      .filter(({ kind }) => kind !== 'records_read')
      .map(({ kind, firstAt }) => `${firstAt.slice(0, 16)} ${kind}`)
  }

  beforeAll(async () => {
    await note('2026-10-01T10:00:00Z', { kind: 'signed_in', userId: buyer.id, place: '203.0.113.0/24' })
    await note('2026-10-02T10:00:00Z', { kind: 'sign_in_failed', userId: buyer.id, place: '198.51.100.0/24' })
    await note('2026-10-03T23:59:59Z', { kind: 'signed_in', userId: vendor.id, place: '203.0.113.0/24' })
    await note('2026-10-04T10:00:00Z', {
      kind: 'file_downloaded',
      userId: vendor.id,
      escrowId: escrow.escrowId,
      subject: '/contracts/1',
      place: '2001:db8::/48',
    })
    await note('2026-10-05T10:00:00Z', { kind: 'too_many_tries', subject: '/login' })
  })

  it('is whatever is asked for, newest first, all of it together', async () => {
    const [first, second, third, fourth, fifth] = [
      '2026-10-01T10:00 signed_in',
      '2026-10-02T10:00 sign_in_failed',
      '2026-10-03T23:59 signed_in',
      '2026-10-04T10:00 file_downloaded',
      '2026-10-05T10:00 too_many_tries',
    ]
    const autumn = { from: '2026-10-01', to: '2026-10-31' }
    expect(await found(autumn)).toEqual([fifth, fourth, third, second, first])
    expect(await found({ ...autumn, email: ` ${buyer.email.toUpperCase()} ` })).toEqual([second, first])
    expect(await found({ ...autumn, txid: escrow.transactionId })).toEqual([fourth])
    expect(await found({ ...autumn, kind: 'signed_in' })).toEqual([third, first])
    expect(await found({ ...autumn, kind: 'constructor' })).toHaveLength(5)
    expect(await found({ ...autumn, place: '203.0.113.77' })).toEqual([third, first])
    expect(await found({ ...autumn, place: '203.0.113.0/24' })).toEqual([third, first])
    expect(await found({ ...autumn, place: '2001:db8:0:7::1' })).toEqual([fourth])
    expect(await found({ ...autumn, place: 'somewhere\u0000' })).toEqual([])
    expect(await found({ from: '2026-10-03', to: '2026-10-03' })).toEqual([third])
    expect(await found({ ...autumn, email: vendor.email, kind: 'signed_in', place: '203.0.113.9' })).toEqual([third])
  })

  it('names the person, the escrow and the place, and nobody where nobody was signed in', async () => {
    const { list } = await ask({ from: '2026-10-04', to: '2026-10-05' })
    expect(list?.rows).toMatchObject([
      { email: null, txid: null, subject: '/login', count: 1 },
      { email: vendor.email, txid: escrow.transactionId, subject: '/contracts/1', place: '2001:db8::/48' },
    ])
  })

  it('is said to be nothing, with what was typed, where account, escrow or day do not exist', async () => {
    const query = { email: 'nobody@example.org', txid: 'auto_00000000000000000000', from: '2026-02-30', to: 'soon' }
    const before = (await reads()).length
    const answer = await ask(query)
    expect(answer).toMatchObject({ list: null, typed: query })
    expect(answer.problems.map(({ field, why }) => `${field} ${why}`)).toEqual([
      'email noAccount',
      'txid noEscrow',
      'from noDay',
      'to noDay',
    ])
    expect(await reads()).toHaveLength(before)
  })

  it('comes in pages on which nothing is twice and nothing is missing, whatever happens meanwhile', async () => {
    const september = { from: '2026-09-01', to: '2026-09-30' }
    // Forty of one moment, and twenty of others: the id orders equal ones.
    for (let n = 0; n < 40; n += 1) await note('2026-09-10T10:00:00Z', { kind: 'role_denied', subject: `/page-${n}` })
    for (let n = 0; n < 20; n += 1)
      await note(`2026-09-${10 + (n % 9)}T1${n % 10}:30:00Z`, { kind: 'role_denied', subject: `/other-${n}` })
    const subjects: string[] = []
    let after = ''
    do {
      const { list, isFirst } = await ask({ ...september, after })
      expect(isFirst).toBe(after === '')
      subjects.push(...(list?.rows.map(({ subject }) => subject) ?? []))
      after = list?.next ?? ''
      // A row of the first page counts further, and a new one begins.
      await note('2026-09-18T18:40:00Z', { kind: 'role_denied', subject: '/other-8' })
      await note('2026-09-29T10:00:00Z', { kind: 'role_denied', subject: `/late-${subjects.length}` })
    } while (after !== '')
    const old = subjects.filter((subject) => !subject.startsWith('/late-'))
    expect(old).toHaveLength(60)
    expect(new Set(old).size).toBe(60)
  })

  it.each(['x', '5_x', '99999999999999_00000000-0000-7000-8000-000000000000', "1_' or 1=1"])(
    'begins at the newest for a place like %j, or ends there, and is no error',
    async (after) => {
      expect((await ask({ after, from: '2026-09-01', to: '2026-10-31' })).list?.rows).toHaveLength(25)
    },
  )
})
