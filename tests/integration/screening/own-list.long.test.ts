/** The operators' own list, and what people state about themselves besides the name. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerUser } from '#app/accounts/workflows/register-user.server.ts'
import { sweepOpenWork } from '#app/ops/workflows/sweep-open-work.server.ts'
import { decideReview } from '#app/screening/workflows/decide-review.server.ts'
import { blockOwn, endOwn } from '#app/screening/workflows/own-list.server.ts'
import { screenPayouts, screenPerson, screenReseller } from '#app/screening/workflows/screen.server.ts'
import { openResellers } from '#tests/support/resellers/resellers.ts'
import { type AdminPanelOf, openDesk, operator, refusalOf, thrownBy } from '#tests/support/settlement/admin.ts'
import { runRound } from '#tests/support/settlement/payout-rounds.ts'
import { queuePayouts } from '#tests/support/settlement/queued-payouts.ts'
import { granted, PASSWORD, type Person, pilotBuyer, seller, walletOf } from '#tests/support/world/people.ts'
import { anEnvelopeOf, runOutLeases } from '#tests/support/world/rows.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let desk: AdminPanelOf
let page: typeof import('#app/admin/routes/screening/own-list.tsx')
let queue: typeof import('#app/admin/routes/screening/route.tsx')
let about: typeof import('#app/accounts/routes/settings/about.tsx')
let olga: Person

const PATH = '/admin-panel/screening/own'

beforeAll(async () => {
  world = await openWorld()
  desk = await openDesk(world)
  page = await import('#app/admin/routes/screening/own-list.tsx')
  queue = await import('#app/admin/routes/screening/route.tsx')
  about = await import('#app/accounts/routes/settings/about.tsx')
  olga = await operator(world)
})

afterAll(async () => {
  await desk[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

const send = async (fields: Record<string, string>) => page.action(await desk.ask({ person: olga, path: PATH }, fields))
const reviewsOf = (subject: string) => world.deps.db.screeningReview.findMany({ where: { subject } })
const entries = () => world.deps.db.listEntry.findMany({ where: { list: 'own', endedAt: null } })
const block = (what: { name?: string; wallet?: string }) =>
  blockOwn(world.deps, { operatorId: olga.id, name: '', wallet: '', reason: 'Cheated a seller.', ...what })

test('whoever has a name that operators block is looked at, those who came before too', async () => {
  const name = `Ferdinand Oxbridge ${randomUUID().slice(0, 4)}`
  const person = await pilotBuyer(world)
  await world.deps.db.user.update({ where: { id: person.id }, data: { name } })
  await screenPerson(world.deps, { userId: person.id })
  expect(await reviewsOf(`user:${person.id}`)).toEqual([])
  const blocked = { name, wallet: '', reason: 'Cheated a seller.' }
  expect(await send(blocked)).toMatchObject({ data: { sure: { name, wallet: '' } } })
  expect(await entries()).toEqual([])
  expect(await send({ ...blocked, sure: 'back' })).toMatchObject({ data: { sure: null, typed: blocked } })
  expect(await send({ ...blocked, sure: 'yes' })).toMatchObject({ status: 303 })
  await world.workUntil(async () => (await reviewsOf(`user:${person.id}`)).length === 1, 'everybody is compared')
  const shown = await queue.loader(await desk.ask({ person: olga, path: '/admin-panel/screening' }))
  const review = shown.reviews.rows.find((row) => row.person?.name === name)
  expect(review).toMatchObject({ entry: { list: null, remarks: 'Cheated a seller.' }, percent: 100 })
})

test('a blocked wallet holds a payout; taking it off lets nobody go', async () => {
  const [id = '', later = ''] = await queuePayouts(world, 'XRP', 2)
  const payout = () => world.deps.db.transfer.findUniqueOrThrow({ where: { id } })
  const wallet = walletOf('XRP', 'seller')
  expect(await block({ wallet })).toBeNull()
  await world.workUntil(async () => {
    await runRound(world.deps, { payoutId: id })
    return (await payout()).waitsFor === 'check'
  }, 'it waits for a check')
  const sourceId = (await entries()).find(({ detail }) => JSON.stringify(detail).includes(wallet))?.sourceId ?? ''
  await endOwn(world.deps, { operatorId: olga.id, sourceId, reason: 'A mistake.' })
  await endOwn(world.deps, { operatorId: olga.id, sourceId, reason: 'A mistake.' })
  expect(await screenPayouts(world.deps, [id, later])).toEqual(
    new Map([
      [id, 'review'],
      [later, 'review'],
    ]),
  )
  expect((await entries()).map((entry) => entry.sourceId)).not.toContain(sourceId)
  expect(await world.deps.db.listedWallet.count({ where: { address: wallet } })).toBe(0)
})

test('each change is a snapshot that stays, with who made it', async () => {
  expect(await block({ name: 'Ignatius Pumblewick' })).toBeNull()
  const source = await world.deps.db.listSource.findUniqueOrThrow({
    where: { list: 'own' },
    include: { snapshot: true },
  })
  expect(source.snapshot).toMatchObject({ list: 'own', added: 1, ended: 0, address: 'desk' })
  const mine = (await entries()).find(({ snapshotId }) => snapshotId === source.snapshotId)
  expect(mine).toMatchObject({ madeById: olga.id })
  const person = await pilotBuyer(world)
  await screenPerson(world.deps, { userId: person.id })
  const noted = await world.deps.db.screening.findFirstOrThrow({
    where: { subject: `user:${person.id}` },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
  })
  expect(noted.snapshotIds).toContain(source.snapshotId)
  await expect(
    world.deps.db.listEntry.create({
      data: {
        list: 'own',
        sourceId: 'x',
        hash: 'x',
        kind: 'person',
        detail: {},
        snapshotId: source.snapshotId ?? '',
        since: new Date(),
      },
    }),
  ).rejects.toThrow(/list_entry_own_is_made/)
})

test('whoever takes an entry off says why and is asked once more; the record has both with their words', async () => {
  const wallet = walletOf('XLM', 'friend')
  const blocked = { name: 'Cornelius Wrenfield', wallet, reason: 'Cheated a buyer.' }
  expect(await send({ ...blocked, sure: 'yes' })).toMatchObject({ status: 303 })
  const entry = (await entries()).find(({ detail }) => JSON.stringify(detail).includes(wallet))?.sourceId ?? ''
  const off = { intent: 'end', entry, reason: 'It was another one.' }
  for (const sure of ['', 'yes'])
    expect(refusalOf(await send({ ...off, reason: '', sure }))).toBe('review_reason_required')
  expect(await send(off)).toMatchObject({ data: { sure: { name: blocked.name, wallet }, typed: { entry } } })
  expect((await entries()).map(({ sourceId }) => sourceId)).toContain(entry)
  expect(await send({ ...off, sure: 'yes' })).toMatchObject({ status: 303 })
  expect((await entries()).map(({ sourceId }) => sourceId)).not.toContain(entry)
  // Another operator was faster.
  expect(await send(off)).toMatchObject({ status: 303 })
  const events = await world.deps.db.auditEvent.findMany({
    where: { kind: 'own_list_changed', detail: { path: ['wallet'], equals: wallet } },
    orderBy: { id: 'asc' },
  })
  expect(events.map(({ detail }) => detail)).toEqual([
    { added: entry, ...blocked },
    { ended: entry, name: blocked.name, wallet, reason: off.reason },
  ])
})

test('two operators at once block both names', async () => {
  const names = ['Lavinia Crookshank', 'Mortimer Hollowell', 'Prudence Ashdown']
  expect(await Promise.all(names.map((name) => block({ name })))).toEqual([null, null, null])
  const kept = JSON.stringify((await entries()).map(({ detail }) => detail))
  for (const name of names) expect(kept).toContain(name)
  expect(await block({ name: 'Lavinia Crookshank' })).toMatchObject({ refused: 'own_entry_known', field: 'name' })
})

test('what is missing or mistyped is said beside its field, and what was typed stays', async () => {
  expect(refusalOf(await send({ name: '', wallet: '', reason: 'x' }))).toBe('own_entry_empty')
  expect(refusalOf(await send({ name: 'Somebody Else', wallet: '', reason: '' }))).toBe('review_reason_required')
  const wallet = walletOf('XLM', 'seller')
  const mistyped = `${wallet.slice(0, -1)}${wallet.endsWith('A') ? 'B' : 'A'}`
  for (const wrong of [mistyped, wallet.toLowerCase(), 'somewhere']) {
    const answer = await send({ name: 'Somebody Else', wallet: wrong, reason: 'x' })
    expect(answer).toMatchObject({
      data: { refusal: { refused: 'wallet_invalid', field: 'wallet' }, typed: { wallet: wrong } },
    })
  }
})

test('nobody but operators reads or changes the list', async () => {
  const before = await entries()
  for (const stranger of [await pilotBuyer(world), await seller(world), undefined]) {
    const asked = { path: PATH, ...(stranger && { person: stranger }) }
    expect((await thrownBy(desk.ask(asked).then(page.loader))).status).not.toBe(200)
    const forms: Record<string, string>[] = [
      { name: 'Me', wallet: '', reason: 'x' },
      { intent: 'end', entry: before[0]?.sourceId ?? '' },
    ]
    for (const form of forms) expect((await thrownBy(desk.ask(asked, form).then(page.action))).status).not.toBe(200)
  }
  expect(await entries()).toEqual(before)
})

test('a reseller whose name is blocked is looked at, and the commission waits until then', async () => {
  const resellers = await openResellers(world)
  const name = `Octavia Hartlepool ${randomUUID().slice(0, 4)}`
  const reseller = await resellers.aReseller('XLM')
  await world.deps.db.reseller.update({ where: { id: reseller.id }, data: { name } })
  await resellers.earn(reseller, '20000')
  await world.workUntil(async () => {
    await sweepOpenWork(world.deps)
    return (await resellers.earningsOf(reseller)).every(({ status }) => status === 'payable')
  }, 'the commission can be paid')
  expect(await block({ name })).toBeNull()
  const subject = `reseller:${reseller.id}`
  await world.workUntil(async () => (await reviewsOf(subject)).length === 1, 'resellers are compared as everybody')
  const paid = await resellers.paying(reseller)
  if (!('payoutId' in paid)) throw new Error(JSON.stringify(paid))
  const payout = () => world.deps.db.transfer.findUniqueOrThrow({ where: { id: paid.payoutId } })
  await world.workUntil(async () => {
    await runRound(world.deps, { payoutId: paid.payoutId })
    return (await payout()).waitsFor === 'check'
  }, 'the commission waits for a check')
  await expect(
    world.deps.db.transferAttempt.create({ data: await anEnvelopeOf(world.deps.db, paid.payoutId) }),
  ).rejects.toThrow(/waits until somebody has looked at reseller/)
  await runOutLeases(world.deps.db)
  const shown = await queue.loader(await desk.ask({ person: olga, path: '/admin-panel/screening' }))
  const review = shown.reviews.rows.find((row) => row.person?.name === name)
  expect(review?.person?.email).toContain('@reseller.example')
  const said = { reviewId: review?.id ?? '', operatorId: olga.id, act: 'false_match', reason: 'Another one.' } as const
  expect(await decideReview(world.deps, said)).toEqual({ is: 'saved' })
  await world.workUntil(async () => resellers.isPaid(paid.payoutId), 'the commission is paid')
})

test('a reseller is held for a listed wallet, whichever they state later', async () => {
  const resellers = await openResellers(world)
  const { id } = await resellers.aReseller('XRP')
  const { address } = await world.deps.db.reseller.findUniqueOrThrow({ where: { id } })
  expect(await block({ wallet: address ?? '' })).toBeNull()
  const subject = `reseller:${id}`
  await world.workUntil(async () => (await reviewsOf(subject)).length === 1, 'resellers are compared as everybody')
  expect(await reviewsOf(subject)).toMatchObject([{ by: 'wallet', typed: address, personId: null }])
  await world.deps.db.reseller.update({ where: { id }, data: { address: walletOf('XRP', 'buyer') } })
  await screenReseller(world.deps, { resellerId: id })
  const newest = { where: { subject }, orderBy: [{ at: 'desc' }, { id: 'desc' }] } as const
  expect(
    await world.deps.db.screening.findFirst({ ...newest, orderBy: [{ at: 'desc' }, { id: 'desc' }] }),
  ).toMatchObject({
    outcome: 'review',
  })
  expect(await reviewsOf(subject)).toHaveLength(1)
})

test('the queue comes in pages, the one who waits longest first, each of them once', async () => {
  for (let count = 0; count < 27; count += 1) {
    const person = await pilotBuyer(world)
    await world.deps.db.user.update({ where: { id: person.id }, data: { name: 'Ignatius Pumblewick' } })
    await screenPerson(world.deps, { userId: person.id })
  }
  const seen: string[] = []
  let path = '/admin-panel/screening'
  for (let pages = 0; pages < 10; pages += 1) {
    const { reviews } = await queue.loader(await desk.ask({ person: olga, path }))
    seen.push(...reviews.rows.map(({ openedAt }) => openedAt))
    if (!reviews.next) break
    path = `/admin-panel/screening?${new URLSearchParams(reviews.next)}`
  }
  expect(seen).toHaveLength(await world.deps.db.screeningReview.count({ where: { state: 'open' } }))
  expect(seen.length).toBeGreaterThan(27)
  expect(seen).toEqual(seen.toSorted())
})

test('company and the name in its own script are compared when somebody registers, and when they are said later', async () => {
  const nothing = { nativeName: '', company: '', country: '', birthDate: '' }
  const register = async (said: Partial<typeof nothing>) =>
    registerUser(world.deps, {
      ...{ name: 'Marguerite Oldenquist', email: `${randomUUID()}@example.org`, password: PASSWORD, role: 'buyer' },
      ...{ isPilot: true, locale: 'en', about: { ...nothing, ...said } },
    })
  const { userId } = granted(await register({ nativeName: 'Зебулон Тарнвик', country: 'KE', birthDate: '1961-04-12' }))
  await world.workUntil(async () => (await reviewsOf(`user:${userId}`)).length === 1, 'it is compared')
  expect(await reviewsOf(`user:${userId}`)).toMatchObject([{ typed: 'Зебулон Тарнвик', state: 'open' }])
  expect(await register({ birthDate: '2999-01-01' })).toMatchObject({
    refused: 'birth_date_invalid',
    field: 'birthDate',
  })

  const other = granted(await register({}))
  expect(await world.deps.db.personDetail.count({ where: { userId: other.userId } })).toBe(0)
  const user = await world.deps.db.user.findUniqueOrThrow({ where: { id: other.userId } })
  const ask = async (fields?: Record<string, string>) => desk.ask({ person: user, path: '/settings/about' }, fields)
  expect(await about.action(await ask({ company: 'Fenwraith Metals', country: 'XX' }))).toMatchObject({
    data: { problems: [{ field: 'country' }], values: { company: 'Fenwraith Metals' } },
  })
  expect(await about.action(await ask({ company: 'Fenwraith Metals', country: 'KE' }))).toMatchObject({ status: 303 })
  expect(await about.loader(await ask())).toMatchObject({
    detail: { company: 'Fenwraith Metals', country: 'KE', nativeName: '' },
  })
  await world.workUntil(async () => (await reviewsOf(`user:${other.userId}`)).length === 1, 'the company is compared')
  expect((await thrownBy(desk.ask({ path: '/settings/about' }, { company: 'x' }).then(about.action))).status).not.toBe(
    200,
  )
})
