/** The pages of resellers: who may read what, and what an operator's forms do. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import { csvLine } from '#app/kernel/domain/words/csv.ts'
import { couponCommand } from '#scripts/coupon/coupon-command.ts'
import { type AdminPanelOf, openDesk, operator, thrownBy } from '#tests/support/settlement/admin.ts'
import { refreshMarket } from '#tests/support/world/market.ts'
import { type Person, paidBuyer, seller, walletOf } from '#tests/support/world/people.ts'
import { ORIGIN } from '#tests/support/world/routes.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let desk: AdminPanelOf
let olga: Person
const code = `P${randomUUID().slice(0, 8).toUpperCase()}`
const typed = {
  name: 'Rita Reseller',
  email: `rita-${randomUUID()}@reseller.example`,
  locale: 'fr',
  asset: 'USDC',
  walletAddress: walletOf('USDC', 'friend'),
  walletMemo: '',
  code,
  discount: '7.5',
  commission: '',
  reason: 'A forwarder whom we know.',
}

async function routes() {
  return {
    list: await import('#app/admin/routes/resellers/list.tsx'),
    listCsv: await import('#app/admin/routes/resellers/csv.ts'),
    make: await import('#app/admin/routes/resellers/make.tsx'),
    one: await import('#app/admin/routes/resellers/one/route.tsx'),
    csv: await import('#app/admin/routes/resellers/statement/csv.ts'),
    own: await import('#app/fees/resellers/routes/route.tsx'),
    ownCsv: await import('#app/fees/resellers/routes/statement-csv.ts'),
  }
}
let pages: Awaited<ReturnType<typeof routes>>
const rita = () => world.deps.db.reseller.findUniqueOrThrow({ where: { email: typed.email } })

beforeAll(async () => {
  world = await openWorld()
  await refreshMarket(world.deps)
  desk = await openDesk(world)
  olga = await operator(world)
  pages = await routes()
})
afterAll(async () => {
  await desk[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

test('a reseller is asked about once more, and then made with a code and a letter', async () => {
  const path = '/admin-panel/resellers/new'
  const asked = await pages.make.action(await desk.ask({ person: olga, path }, typed))
  expect(asked).toMatchObject({
    data: {
      sure: {
        facts: [
          { is: 'name', value: 'Rita Reseller' },
          { is: 'email', value: typed.email },
          { is: 'language', value: 'fr' },
          { is: 'paidIn', value: 'USDC' },
          { is: 'wallet', value: typed.walletAddress },
          { is: 'memo', value: null },
          { is: 'code', value: code },
          { is: 'discount', value: '0.075' },
          { is: 'commission', value: '0.1' },
        ],
      },
    },
  })
  const back = await pages.make.action(await desk.ask({ person: olga, path }, { ...typed, sure: 'back' }))
  expect(back).toMatchObject({ data: { wrong: [], typed, sure: null } })
  expect(await world.deps.db.reseller.count({ where: { email: typed.email } })).toBe(0)
  const made = await pages.make.action(await desk.ask({ person: olga, path }, { ...typed, sure: 'yes' }))
  expect(made).toMatchObject({ status: 303 })
  const row = await world.deps.db.resellerCode.findUniqueOrThrow({ where: { id: code } })
  expect([row.discountRate.toFixed(3), row.payoutRate.toFixed(2), row.resellerId]).toEqual([
    '0.075',
    '0.10',
    typed.email,
  ])
  const written = await world.deps.db.auditEvent.findFirstOrThrow({
    where: { kind: 'reseller_made', detail: { path: ['code'], equals: code } },
  })
  expect(written.detail).toMatchObject({ reason: typed.reason })
  // The command lists the same code, and adds another for this reseller by the address.
  expect(await couponCommand(world.deps.db, ['list'])).toContain(code)
  await couponCommand(world.deps.db, ['add', `${code}-2`, '--reseller', 'Another Name', '--email', typed.email])
  expect(await world.deps.db.resellerCode.findUnique({ where: { id: `${code}-2` } })).toMatchObject({
    resellerId: typed.email,
    resellerName: 'Rita Reseller',
  })
  const again = await pages.make.action(await desk.ask({ person: olga, path }, { ...typed, sure: 'yes' }))
  expect(again).toMatchObject({ data: { wrong: [{ problem: 'code_taken' }, { problem: 'email_taken' }] } })
})

test('the page of a reseller tells the running totals of a code, when they last changed, and whether it is assigned', async () => {
  const { db } = world.deps
  const { addToResellerTotals } = await import('#app/fees/db/coupons.server.ts')
  const earned = { code, commissionUsd: new Decimal('18.75'), netUsd: new Decimal('187.5') }
  await db.$transaction((tx) => addToResellerTotals(tx, earned))
  const { id } = await rita()
  const shown = async () => {
    const path = `/admin-panel/resellers/${id}`
    const page = await pages.one.loader(await desk.ask({ person: olga, path, params: { resellerId: id } }))
    return page.reseller.codes.find((each) => each.code === code)
  }
  const { lastUpdated } = await db.resellerCode.findUniqueOrThrow({ where: { id: code } })
  const totals = { fees: 1, netFees: '187.50', earned: '18.75', lastUpdated: lastUpdated.toISOString() }
  expect(await shown()).toMatchObject({ ...totals, isAssigned: true })
  await db.resellerCode.update({ where: { id: code }, data: { status: 'returned' } })
  expect(await shown()).toMatchObject({ isAssigned: false, counts: false })
  const nothing = { status: 'assigned', totalEarned: 0, totalNetFees: 0, totalTxCount: 0 }
  await db.resellerCode.update({ where: { id: code }, data: nothing })
})

test('everything that is wrong with a form is said at once, and nothing is made', async () => {
  const wrong = { ...typed, name: '', email: 'nobody', code: '!', discount: '51', walletAddress: 'nowhere', reason: '' }
  const answer = await pages.make.action(await desk.ask({ person: olga, path: '/admin-panel/resellers/new' }, wrong))
  const { data } = answer as unknown as { data: { wrong: { field?: string }[]; typed: object } }
  expect(data.wrong.map(({ field }) => field)).toEqual(['name', 'email', 'walletAddress', 'code', 'discount', 'reason'])
  expect(data.typed).toMatchObject({ email: 'nobody', discount: '51' })
})

describe('the list', () => {
  const shown = async (query: Record<string, string>) => {
    const path = `/admin-panel/resellers?${new URLSearchParams(query)}`
    return (await pages.list.loader(await desk.ask({ person: olga, path }))).list.rows.map(({ id }) => id)
  }
  const other = { name: 'Quentin Forwarder', email: `quentin-${randomUUID()}@example.org`, resellerId: randomUUID() }

  it('is searched by name, address, code and wallet, and filtered by whether a code counts', async () => {
    const { id } = await rita()
    const { id: without } = await world.deps.db.reseller.create({ data: other })
    for (const q of ['rita res', typed.email.toUpperCase(), code.slice(0, 6).toLowerCase(), typed.walletAddress])
      expect(await shown({ q }), q).toEqual([id])
    for (const q of ['quentin', other.email]) expect(await shown({ q }), q).toEqual([without])
    expect(await shown({ q: 'nobody of this name' })).toEqual([])
    expect(await shown({ state: 'active' })).toEqual([id])
    expect(await shown({ state: 'inactive' })).toEqual([without])
    expect((await shown({ state: 'made-up' })).sort()).toEqual([id, without].sort())
  })

  it('is saved as it is filtered, and that it was is written down', async () => {
    const path = '/admin-panel/resellers.csv?state=active'
    const answer = await pages.listCsv.loader(await desk.ask({ person: olga, path }))
    expect(answer.headers.get('Content-Disposition')).toMatch(/filename="quayside-resellers-[\d-]+\.csv"$/)
    const lines = (await answer.text()).trimEnd().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toBe('at,name,email,asset,wallet,memo,earned,accrued,payable,on_its_way,paid')
    expect(lines[1]).toContain(`,Rita Reseller,${typed.email},USDC,${typed.walletAddress},,0.00,`)
    const where = { kind: 'list_exported', userId: olga.id }
    const events = await world.deps.db.auditEvent.findMany({ where })
    expect(events.map(({ detail }) => detail)).toEqual([{ list: 'resellers', state: 'active' }])
  })
})

const INTENTS = ['change', 'add', 'stop', 'start', 'rates', 'pay', 'by-hand', 'take-back', 'renew', 'revoke']

/** Reads the rows that an admin action would leave. */
async function traces() {
  const { auditEvent, reseller, resellerCode, resellerPayout, outboxLetter } = world.deps.db
  const [rows, ...counts] = [
    reseller.findMany(),
    auditEvent.count(),
    resellerCode.count(),
    resellerPayout.count(),
  ] as const
  return [await rows, ...(await Promise.all([...counts, outboxLetter.count()]))]
}

describe('nobody but an operator reads or does anything on the desk', () => {
  it.each(['a buyer', 'a seller', 'nobody'] as const)('%s', async (who) => {
    const person = who === 'a buyer' ? await paidBuyer(world) : who === 'a seller' ? await seller(world) : null
    const params = { resellerId: (await rita()).id }
    const path = `/admin-panel/resellers/${params.resellerId}`
    for (const { loader } of [pages.list, pages.listCsv, pages.make, pages.one, pages.csv]) {
      const asked = await desk.ask({ person, params, path: `${path}?month=2026-11` })
      expect((await thrownBy(Promise.resolve(loader(asked)))).status).toBe(403)
    }
    const made = await desk.ask({ person, path: '/admin-panel/resellers/new' }, { ...typed, sure: 'yes' })
    expect((await thrownBy(pages.make.action(made))).status).toBe(403)
    const before = await traces()
    for (const intent of INTENTS) {
      for (const sure of ['yes', 'back', '']) {
        const asked = await desk.ask({ person, params, path }, { ...typed, intent, sure, reason: 'x' })
        expect((await thrownBy(pages.one.action(asked))).status).toBe(403)
      }
    }
    expect(await traces()).toEqual(before)
  })

  it('and no operator what no form of ours sends', async () => {
    const params = { resellerId: (await rita()).id }
    const path = `/admin-panel/resellers/${params.resellerId}`
    const act = async (fields: Record<string, string>) =>
      pages.one.action(await desk.ask({ person: olga, params, path }, { sure: 'yes', reason: 'x', ...fields }))
    expect((await thrownBy(act({ intent: 'delete' }))).status).toBe(400)
    // Confirmations of questions that were never asked, and of things that do not exist.
    const changed = { data: { wrong: [{ problem: 'changed' }] } }
    const unasked: Record<string, string>[] = [
      { intent: 'pay' },
      { intent: 'change', ...typed },
      { intent: 'stop', codeId: 'NOBODYS' },
      { intent: 'by-hand', payoutId: params.resellerId, hash: 'ab'.repeat(32) },
    ]
    for (const fields of unasked) expect(await act(fields)).toMatchObject(changed)
    const over = { data: { wrong: [{ problem: 'earning_over' }] } }
    expect(await act({ intent: 'take-back', earningId: params.resellerId, why: 'not_earned' })).toMatchObject(over)
  })
})

test('a link opens the own page, a renewed or revoked one is dead, and a stranger’s token opens nothing', async () => {
  const open = async (token: string) => {
    const request = new Request(`${ORIGIN}/reseller?${new URLSearchParams({ token })}`)
    return (await pages.own.loader({ request, params: {}, context: {} })) as unknown as {
      data: { page: { name: string; links: { href: string }[] } | null }
      init: { status?: number; headers: Record<string, string> }
    }
  }
  const tokenNow = async () => world.deps.accountToken({ id: (await rita()).linkId ?? '', purpose: 'reseller_link' })
  const first = await tokenNow()
  const opened = await open(first)
  expect(opened.data.page?.links[0]?.href).toBe(`${ORIGIN}/payment?ref=${code}`)
  expect(opened.init.headers).toEqual({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex, nofollow' })
  for (const token of ['', 'x', `${first}x`, 'y'.repeat(5000)]) {
    const { data, init } = await open(token)
    expect([data.page, init.status]).toEqual([null, 404])
  }
  const { id } = await rita()
  const act = async (intent: string) =>
    pages.one.action(
      await desk.ask(
        { person: olga, params: { resellerId: id }, path: `/admin-panel/resellers/${id}` },
        { intent, reason: 'They asked for it.', sure: 'yes' },
      ),
    )
  expect(await act('renew')).toMatchObject({ status: 303 })
  expect((await open(first)).data.page).toBeNull()
  const second = await tokenNow()
  expect((await open(second)).data.page?.name).toBe('Rita Reseller')
  const request = new Request(
    `${ORIGIN}/reseller/statement.csv?${new URLSearchParams({ token: second, month: '2026-11' })}`,
  )
  const csv = await pages.ownCsv.loader({ request, params: {}, context: {} })
  expect(await csv.text()).toMatch(/^earned_at,code,/)
  expect(await act('revoke')).toMatchObject({ status: 303 })
  expect((await open(second)).data.page).toBeNull()
})

test('a change from an old tab is refused', async () => {
  const { id, updatedAt } = await rita()
  const change = async (name: string) =>
    pages.one.action(
      await desk.ask(
        { person: olga, params: { resellerId: id }, path: `/admin-panel/resellers/${id}` },
        { ...typed, name, intent: 'change', seen: updatedAt.toISOString(), reason: 'Married.', sure: 'yes' },
      ),
    )
  expect(await change('Rita One')).toMatchObject({ status: 303 })
  expect(await change('Rita Two')).toMatchObject({ data: { wrong: [{ problem: 'changed' }] } })
  expect(await world.deps.db.resellerCode.findUnique({ where: { id: code } })).toMatchObject({
    resellerName: 'Rita One',
  })
})

test('no spreadsheet reckons with what others have written', () => {
  expect(csvLine(['=1+1', ' @x', '-5.20', '-x', 'a,b', 'say "no"', '+49'])).toBe(
    `'=1+1,' @x,-5.20,'-x,"a,b","say ""no""",'+49\r\n`,
  )
})
