/** The person whose turn it is gets each reminder once, about what still waits, unless it is switched off. */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quoteServiceFee } from '#app/fees/workflows/quote-service-fee.server.ts'
import { confirmShipment } from '#app/trade/documents/workflows/confirm-shipment.server.ts'
import { cancelEscrow } from '#app/trade/opening/workflows/cancel-escrow.server.ts'
import { remind } from '#app/trade/reminders/workflows/remind.server.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'
import { dueReminders } from '#tests/support/agreement/due.ts'
import { refreshMarket } from '#tests/support/world/market.ts'
import {
  seller as aSeller,
  escrowOf,
  fund,
  granted,
  type Person,
  paidBuyer,
  unpaidBuyer,
  walletOf,
} from '#tests/support/world/people.ts'
import { cookieOf, ORIGIN, setRuntime } from '#tests/support/world/routes.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const HOUR_MS = 3_600_000

let world: World
let deps: WorkerDeps
let buyer: Person
let seller: Person
let page: typeof import('#app/notices/routes/emails.tsx')
let oneClick: typeof import('#app/notices/routes/one-click.ts')
let account: typeof import('#app/accounts/routes/settings/route.tsx')

beforeAll(async () => {
  world = await openWorld()
  setRuntime(world)
  deps = world.deps
  buyer = await paidBuyer(world)
  seller = await aSeller(world)
  page = await import('#app/notices/routes/emails.tsx')
  oneClick = await import('#app/notices/routes/one-click.ts')
  account = await import('#app/accounts/routes/settings/route.tsx')
})
afterAll(async () => {
  await (await import('#app/kernel/web/http/limits.server.ts')).closeLimits()
  await world?.[Symbol.asyncDispose]()
})

const after = (hours: number): WorkerDeps => ({ ...deps, clock: { now: () => new Date(Date.now() + hours * HOUR_MS) } })

/** Does what the sweep of that moment does; twice, by two workers at once. */
async function sweep(hours: number): Promise<void> {
  const then = after(hours)
  for (const due of await dueReminders(deps.db, then.clock.now())) {
    await Promise.all([remind(then, due), remind(then, due)])
  }
}

async function remindersTo(recipient: string): Promise<string[]> {
  const rows = await deps.db.outboxLetter.findMany({
    where: { recipient, content: { path: ['letter'], equals: 'reminder' }, withheldFor: null },
    orderBy: { id: 'asc' },
  })
  return rows.map(({ content }) => {
    const { kind, isLast } = content as { kind: string; isLast: boolean }
    return `${kind}${isLast ? ' last' : ''}`
  })
}

const clear = () => deps.db.$executeRaw`update "escrow" set "remindAt" = null`

test('an escrow without money reminds its buyer after a day and after three, and then no more', async () => {
  await clear()
  const sellerEmail = `new-${randomUUID()}@example.org`
  const { escrowId } = await escrowOf(world, { buyer, asset: 'XLM', amount: '10', sellerEmail })
  await world.workUntil(
    async () => (await deps.db.outboxLetter.count({ where: { recipient: sellerEmail, sentAt: null } })) === 0,
    'the seller is invited',
  )
  await sweep(23)
  expect(await remindersTo(buyer.email)).toEqual([])
  await sweep(25)
  await sweep(26)
  expect(await remindersTo(buyer.email)).toEqual(['escrow_unfunded'])
  expect(await remindersTo(sellerEmail)).toEqual(['invitation_unanswered'])
  await sweep(73)
  await sweep(80)
  expect(await remindersTo(buyer.email)).toEqual(['escrow_unfunded', 'escrow_unfunded last'])
  expect(await remindersTo(sellerEmail)).toEqual(['invitation_unanswered', 'invitation_unanswered last'])
  expect(await deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId } })).toMatchObject({ remindAt: null })
})

test('the turn moves on, and so do the reminders; a shipment is asked after more calmly', async () => {
  await clear()
  const { escrowId, transactionId } = await escrowOf(world, {
    buyer,
    asset: 'XLM',
    amount: '10',
    sellerEmail: seller.email,
  })
  const before = (await remindersTo(buyer.email)).length
  await fund(world, escrowId)
  await sweep(26)
  expect(await remindersTo(seller.email)).toEqual([])
  await sweep(73)
  expect(await remindersTo(seller.email)).toEqual(['shipment_unconfirmed'])
  granted(
    await confirmShipment(deps, {
      sellerId: seller.id,
      transactionId,
      walletAddress: walletOf('XLM'),
      walletMemo: '',
      files: [],
    }),
  )
  await sweep(25)
  expect((await remindersTo(buyer.email)).slice(before)).toEqual(['documents_unexamined'])
  expect(await remindersTo(seller.email)).toEqual(['shipment_unconfirmed'])
})

test('what was called off reminds nobody', async () => {
  await clear()
  const { escrowId } = await escrowOf(world, { buyer, asset: 'XLM', amount: '10' })
  const before = await remindersTo(buyer.email)
  granted(await cancelEscrow(deps, { escrowId, buyerId: buyer.id, wallet: null }))
  await sweep(30)
  expect(await remindersTo(buyer.email)).toEqual(before)
})

test('a fee that was begun and not paid reminds its buyer of the newest quote', async () => {
  const newcomer = await unpaidBuyer(world)
  for (const amountUsd of ['20000', '30000']) {
    granted(await quoteServiceFee(deps, { userId: newcomer.id, amountUsd, couponCode: '', asset: 'USDC' }))
  }
  await sweep(25)
  expect(await remindersTo(newcomer.email)).toEqual(['quote_unpaid'])
  await sweep(74)
  await sweep(75)
  expect(await remindersTo(newcomer.email)).toEqual(['quote_unpaid', 'quote_unpaid last'])
})

const oneClickOf = (link: string) => link.replace('/letters?', '/letters/one-click?')

/** Returns the link of the newest reminder, as the email shows it, and as mail programs get it. */
async function offLink(email: string): Promise<string> {
  const ofMail = () =>
    world.harbour.post.mails().findLast(({ to, headers }) => to.includes(email) && 'List-Unsubscribe' in headers)
  await world.workUntil(async () => ofMail() !== undefined, 'the reminder is sent')
  const mail = ofMail()
  const link = /\/letters\?letter=\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  expect(mail?.headers['List-Unsubscribe']).toBe(`<${ORIGIN}${oneClickOf(link)}>`)
  return link
}

const look = (path: string) => page.loader({ request: new Request(ORIGIN + path), params: {}, context: {} })
const press = (path: string, fields: Record<string, string>, cookie = '') => {
  const headers = { Origin: ORIGIN, Cookie: cookie }
  const request = new Request(ORIGIN + path, { method: 'POST', body: new URLSearchParams(fields), headers })
  return page.action({ request, params: {}, context: {} })
}

test('a kind is switched off by the link of a letter, signed out, and on again; looking switches nothing', async () => {
  await clear()
  const { id } = await aSeller(world)
  const sellerEmail = `off-${id}@example.org`
  await escrowOf(world, { buyer, asset: 'XLM', amount: '10', sellerEmail })
  await world.workUntil(
    async () => (await deps.db.outboxLetter.count({ where: { recipient: sellerEmail, sentAt: null } })) === 0,
    'the seller is invited',
  )
  await sweep(25)
  const link = await offLink(sellerEmail)
  expect((await look(link)).data.link).toEqual({ kind: 'invitation_unanswered', isOff: false })
  await press(link, { intent: 'off' })
  expect((await look(link)).data.link).toMatchObject({ isOff: true })
  await sweep(74)
  expect(await remindersTo(sellerEmail)).toHaveLength(1)
  await press(link, { intent: 'on' })
  expect((await look(link)).data.link).toMatchObject({ isOff: false })

  // A mail program: no cookie, no origin, the body of RFC 8058, in either kind of form.
  const byProgram = async (path: string, body: URLSearchParams | FormData) =>
    (await oneClick.action({ request: new Request(ORIGIN + path, { method: 'POST', body }), params: {}, context: {} }))
      .status
  const form = new FormData()
  form.set('List-Unsubscribe', 'One-Click')
  const bodies = [new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }), form]
  for (const body of bodies) {
    await press(link, { intent: 'on' })
    for (const _ of ['once', 'twice']) expect(await byProgram(oneClickOf(link), body)).toBe(200)
    expect((await look(link)).data.link).toMatchObject({ isOff: true })
  }
  await press(link, { intent: 'on' })
  expect(await byProgram(`${oneClickOf(link)}x`, bodies[0] as URLSearchParams)).toBe(404)
  expect(await byProgram(oneClickOf(link), new URLSearchParams({ intent: 'off' }))).toBe(400)
  expect((await look(link)).data.link).toMatchObject({ isOff: false })
  // Opened in a browser, or by a scanner, it switches nothing and redirects to the page.
  const opened = await Promise.resolve()
    .then(() => oneClick.loader({ request: new Request(ORIGIN + oneClickOf(link)), params: {}, context: {} }))
    .catch((thrown: unknown) => thrown)
  expect((opened as Response).headers.get('Location')).toBe(link)

  for (const wrong of [`${link}x`, '/letters?letter=nonsense&token=a', `/letters?letter=${randomUUID()}&token=a`]) {
    const answer = await look(wrong)
    expect([answer.data.link, answer.init?.status]).toEqual([null, 404])
    await press(wrong, { intent: 'off' })
  }
  expect(await deps.db.letterOff.count({ where: { address: sellerEmail } })).toBe(0)
})

test('the account’s page lists the reminders of the role, and its form keeps the choice', async () => {
  const person = await paidBuyer(world)
  const cookie = await cookieOf(world, person)
  const shown = async () => {
    const request = new Request(`${ORIGIN}/account`, { headers: { Cookie: cookie } })
    return (await account.loader({ request, params: {}, context: {} })).reminders
  }
  expect(await shown()).toEqual([
    { kind: 'quote_unpaid', isWanted: true },
    { kind: 'escrow_unfunded', isWanted: true },
    { kind: 'documents_unexamined', isWanted: true },
  ])
  const answer = await press('/letters', { documents_unexamined: 'on', shipment_unconfirmed: 'on' }, cookie)
  expect(answer.headers.get('Location')).toBe('/settings?reminders=saved#reminders')
  expect((await shown()).map(({ isWanted }) => isWanted)).toEqual([false, false, true])
  await clear()
  await escrowOf(world, { buyer: person, asset: 'XLM', amount: '10' })
  await sweep(25)
  expect(await remindersTo(person.email)).toEqual([])

  const signedOut = await press('/letters', {}).catch((thrown: unknown) => thrown)
  expect(signedOut instanceof Response && signedOut.headers.get('Location')).toContain('/login')
})

test('one that fails each time stands before nobody: it is looked at again in an hour', async () => {
  await clear()
  const failing = await escrowOf(world, { buyer, asset: 'XLM', amount: '10' })
  const newcomer = await unpaidBuyer(world)
  await refreshMarket(deps)
  const quote = granted(
    await quoteServiceFee(deps, { userId: newcomer.id, amountUsd: '31000', couponCode: '', asset: 'XRP' }),
  )
  // Like a row that today's code cannot read.
  const broken = 'the reminder cannot be stored'
  await deps.db.$executeRawUnsafe(`
    create function "break_reminder"() returns trigger language plpgsql as $$
    begin
      if new."remindAt" is null or new."remindAt" > now() + interval '30 hours' then raise exception '${broken}'; end if;
      return new;
    end $$`)
  for (const table of ['escrow', 'fee_quote']) {
    await deps.db.$executeRawUnsafe(
      `create trigger "zz_break_reminder" before update of "remindAt" on "${table}" for each row execute function "break_reminder"()`,
    )
  }
  try {
    const then = after(25).clock.now()
    const due = (await dueReminders(deps.db, then)).filter(({ id }) => [failing.escrowId, quote.id].includes(id))
    expect(due.map(({ of }) => of).sort()).toEqual(['escrow', 'quote'])
    for (const each of due) await expect(remind(after(25), each)).rejects.toThrow(broken)
    const idsDue = async (hours: number) =>
      (await dueReminders(deps.db, after(hours).clock.now()))
        .map(({ id }) => id)
        .filter((id) => [failing.escrowId, quote.id].includes(id))
        .sort()
    expect(await idsDue(25.9)).toEqual([])
    expect(await idsDue(26.1)).toEqual([failing.escrowId, quote.id].sort())
  } finally {
    for (const table of ['escrow', 'fee_quote']) {
      await deps.db.$executeRawUnsafe(`drop trigger "zz_break_reminder" on "${table}"`)
    }
    await deps.db.$executeRawUnsafe('drop function "break_reminder"()')
  }
})
