/** Operators are alerted to what is wrong: each of them, by email, in time, and by the web when no worker runs. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ingestPayments } from '#app/ledgers/payments/workflows/ingest-payments.server.ts'
import type { EmailContent } from '#app/notices/emails/emails.ts'
import { checkMachine } from '#app/ops/workflows/alerts/check-machine.server.ts'
import { watchMachine } from '#app/ops/workflows/alerts/watch-machine.server.ts'
import { takeWatch } from '#app/ops/workflows/alerts/watch-worker.server.ts'
import { readOutgoingTransactions } from '#app/settlement/payouts/workflows/outgoing/read-outgoing.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { stellarPlayKey } from '#harbour/accounts.ts'
import { sendByHand } from '#tests/support/world/by-hand.ts'
import { aUser } from '#tests/support/world/rows.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let deps: Deps
let now = new Date('2026-11-18T12:00:00Z')
const passSeconds = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1_000)
}
const passMinutes = (minutes: number) => passSeconds(minutes * 60)

type Told = Extract<EmailContent, { letter: 'operator_alert' }>

beforeAll(async () => {
  world = await openWorld()
  deps = { ...world.deps, clock: { now: () => now } }
  await aUser(deps.db, { role: 'admin' })
  await aUser(deps.db, { role: 'admin' })
  await aUser(deps.db, { role: 'buyer', email: 'nobody@example.org' })
})
beforeEach(async () => {
  passMinutes(60)
  await deps.db.$executeRaw`delete from "operator_alert"`
  await deps.db.$executeRaw`delete from "outbox_letter"`
  await deps.db.$executeRaw`delete from "worker_heartbeat"`
  await deps.db.$executeRaw`delete from "machine_look"`
  await deps.db.$executeRaw`delete from "process"`
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

async function lettersToOne(): Promise<Told[]> {
  const rows = await deps.db.outboxLetter.findMany({ orderBy: { id: 'asc' } })
  const first = rows.filter(({ recipient }) => recipient === rows[0]?.recipient)
  expect(rows).toHaveLength(2 * first.length)
  return first.map(({ content }) => content as Told)
}

const kinds = (told: Told['began']) => [...new Set(told.map(({ kind }) => kind))].sort()

test('what lasts is told to every operator once, reminded of after a day, and told to be over', async () => {
  // No worker was ever seen: the first check knows it, and it is why nothing is read.
  await watchMachine(deps)
  const [first] = await lettersToOne()
  expect(kinds(first!.began)).toEqual(['worker_silent'])
  expect(await deps.db.outboxLetter.count()).toBe(2)

  await runAJob()
  passMinutes(2)
  await watchMachine(deps)
  passMinutes(2)
  await watchMachine(deps)
  const [, second, third] = await lettersToOne()
  expect([kinds(second!.began), kinds(third!.began)]).toEqual([['books_late', 'price_missing'], ['reading_late']])
  for (let minute = 0; minute < 30; minute += 1) {
    passMinutes(1)
    await watchMachine(deps)
  }
  const [, , , fourth, ...further] = await lettersToOne()
  expect([kinds(fourth!.began), kinds(fourth!.over), further]).toEqual([[], ['worker_silent'], []])

  passMinutes(24 * 60)
  await watchMachine(deps)
  const [, , , , reminder] = await lettersToOne()
  expect(kinds(reminder!.still)).toEqual(['books_late', 'price_missing', 'reading_late'])
})

test('what comes and goes is one trouble', async () => {
  await watchMachine(deps)
  for (let time = 0; time < 5; time += 1) {
    await runAJob()
    passMinutes(1)
    await watchMachine(deps)
    await runAJob({ secondsAgo: 300 })
    passMinutes(5)
    await watchMachine(deps)
  }
  expect(await deps.db.operatorAlert.count({ where: { kind: 'worker_silent' } })).toBe(1)
  expect((await lettersToOne()).filter(({ began }) => kinds(began).includes('worker_silent'))).toHaveLength(1)
})

test('two that watch at once write one letter to each', async () => {
  await Promise.all([watchMachine(deps), watchMachine(deps), watchMachine(deps)])
  expect(await lettersToOne()).toHaveLength(1)
})

test('of all processes one looks in ten seconds, by the clock of the database', async () => {
  await takeWatch(deps, { process: 'worker' })
  expect(await deps.db.operatorAlert.count({ where: { kind: 'worker_silent' } })).toBe(1)
  await deps.db.$executeRaw`delete from "operator_alert"`
  passMinutes(60)
  await takeWatch(deps, { process: 'worker' })
  expect(await deps.db.operatorAlert.count()).toBe(0)
  await deps.db.$executeRaw`update "machine_look" set "lookedAt" = now() - interval '11 seconds'`
  await takeWatch(deps, { process: 'worker' })
  expect(await deps.db.operatorAlert.count({ where: { kind: 'worker_silent' } })).toBe(1)
})

test('without a worker the web process tells of it, and sends what is owed, whoever has written it', async () => {
  await runAJob({ secondsAgo: 50 })
  await takeWatch(deps, { process: 'web' })
  expect(await deps.db.operatorAlert.count({ where: { kind: 'worker_silent' } })).toBe(0)

  await runAJob({ secondsAgo: 61 })
  await watchMachine(deps)
  expect(await deps.db.outboxLetter.count({ where: { sentAt: { not: null } } })).toBe(0)
  // A worker whose queue is stuck still watches, and sends nothing.
  await takeWatch(deps, { process: 'worker' })
  expect(await deps.db.outboxLetter.count({ where: { sentAt: { not: null } } })).toBe(0)
  await takeWatch(deps, { process: 'web' })
  expect(await deps.db.outboxLetter.count({ where: { sentAt: { not: null } } })).toBe(2)
  const [told] = await lettersToOne()
  expect(kinds(told!.began)).toContain('worker_silent')
  const mails = world.harbour.post.mails()
  expect(mails.at(-1)?.text).toContain('No worker runs: payouts and payments wait.')
  expect(mails.at(-1)?.text).toContain('First step: Check worker and log')
})

test('how long ago a job ran is the database’s word: a clock that was moved by a day makes no worker silent', async () => {
  await runAJob()
  passMinutes(24 * 60)
  const { at, jobRanAt } = await checkMachine(deps)
  expect(at.getTime() - jobRanAt!.getTime()).toBeLessThan(60_000)
})

test('a process whose clock is off tells of clocks alone, and closes nothing of the others', async () => {
  await watchMachine(deps)
  await aProcess({ role: 'web', clockOffMs: 61_000 })
  await watchMachine({ ...deps, clock: { now: () => new Date(now.getTime() + 90_000_000) } }, { isClockOff: true })
  const [, second] = await lettersToOne()
  expect(second!.began).toMatchObject([{ kind: 'clock_off', subject: 'web', facts: { seconds: '+61' } }])
  expect(await deps.db.operatorAlert.findFirst({ where: { kind: 'worker_silent' } })).toMatchObject({ closedAt: null })
  expect(await deps.db.operatorAlert.count({ where: { kind: 'books_late', closedAt: { not: null } } })).toBe(0)
})

test('the log has a warning when something begins, and an error once it is to be told', async () => {
  const lines: string[] = []
  const at = (level: string) => (about: object, message: string) => {
    if ('trouble' in about && about.trouble === 'settings_differ') lines.push(`${level}: ${message}`)
  }
  const log = { ...deps.log, info: at('info'), warn: at('warn'), error: at('error') }
  const look = () => watchMachine({ ...deps, log })
  const differ = async () => {
    await aProcess({ role: 'web', settings: { SERVICE_FEE: 'a' } })
    await aProcess({ role: 'worker', settings: { SERVICE_FEE: 'b' } })
  }
  await runAJob()
  await differ()
  await look()
  expect(lines).toEqual(['warn: alert pending'])
  passSeconds(91)
  await look()
  await look()
  expect(lines.slice(1)).toEqual(['error: alert raised'])
  await deps.db.$executeRaw`delete from "process"`
  await look()
  expect(lines.slice(2)).toEqual(['info: alert resolved'])
  // It returned within ten minutes, so it counts as never over.
  await differ()
  await look()
  await look()
  expect(lines.slice(3)).toEqual(['error: alert raised'])
})

test('settings that differ and a start that was refused are told with names and sentence', async () => {
  await runAJob()
  await aProcess({ role: 'web', settings: { SERVICE_FEE: 'a', PAYOUT_SLOTS: 'b' } })
  await aProcess({ role: 'worker', settings: { SERVICE_FEE: 'c' } })
  await aProcess({ role: 'worker', refusal: 'ONCHAIN_SEALING_KEY: it opens nothing', secondsAgo: -1 })
  await watchMachine(deps)
  const [first] = await lettersToOne()
  expect(first!.began).toMatchObject([
    { kind: 'start_refused', subject: 'worker', facts: { refusal: 'ONCHAIN_SEALING_KEY: it opens nothing' } },
  ])
  passMinutes(2)
  await watchMachine(deps)
  const [, second] = await lettersToOne()
  expect(second!.began.filter(({ kind }) => kind === 'settings_differ')).toMatchObject([{ subject: 'SERVICE_FEE' }])
})

test('stolen money is told at the next look, with its amount, whatever was written just before; and the books are compared', async () => {
  await runAJob()
  await readOutgoingTransactions(deps, 'stellar')
  await readOutgoingTransactions(deps, 'stellar')
  await aCase()
  await watchMachine(deps)
  passMinutes(2)
  await watchMachine(deps)
  const [first] = await lettersToOne()
  expect(kinds(first!.began)).toContain('cases_wait')

  const to = stellarPlayKey('seller').publicKey()
  const hash = await sendByHand(world, { from: 'escrow', to, amount: '5' })
  await deps.db.$executeRaw`delete from graphile_worker._private_jobs where "key" = 'reconcile'`
  await readOutgoingTransactions(deps, 'stellar')
  passSeconds(15)
  await watchMachine(deps)
  const [, second] = await lettersToOne()
  expect(second!.began).toMatchObject([
    { kind: 'money_unexplained', subject: 'stellar', facts: { what: `5 XLM → ${to} (${hash})` } },
  ])
  expect(await deps.db.$queryRaw`select "key" from graphile_worker.jobs where "key" = 'reconcile'`).toHaveLength(1)

  // Another one is news after half a minute; closing the case is not.
  await sendByHand(world, { from: 'escrow', to, amount: '6' })
  await readOutgoingTransactions(deps, 'stellar')
  passSeconds(15)
  await watchMachine(deps)
  expect(await lettersToOne()).toHaveLength(2)
  passSeconds(15)
  await watchMachine(deps)
  const [, , third] = await lettersToOne()
  expect(third!.began).toMatchObject([
    { kind: 'money_unexplained', facts: { what: expect.stringMatching(/^6 XLM .*; 5 XLM /) } },
  ])
})

async function aCase(): Promise<void> {
  const { escrow } = deps.accounts.stellar
  await sendByHand(world, { from: 'buyer', to: escrow, amount: '1.5', memo: '99999999' })
  await ingestPayments(deps, { network: 'stellar', account: escrow })
}

async function aProcess(said: {
  role: 'web' | 'worker'
  clockOffMs?: number
  settings?: Record<string, string>
  refusal?: string
  secondsAgo?: number
}): Promise<void> {
  const { role, clockOffMs = null, settings = {}, refusal = null, secondsAgo = 0 } = said
  await deps.db.$executeRaw`
    insert into "process" ("id", "role", "clockOffMs", "settings", "refusal", "startedAt")
    values (gen_random_uuid(), ${role}, ${clockOffMs}, ${JSON.stringify(settings)}::jsonb, ${refusal},
      now() - make_interval(secs => ${secondsAgo}))`
}

/** The database's clock sets the times. */
async function runAJob({ secondsAgo = 0 }: { secondsAgo?: number } = {}): Promise<void> {
  await deps.db.$executeRaw`
    insert into "worker_heartbeat" ("workerId", "beatAt", "jobRanAt")
    values ('w', now(), now() - make_interval(secs => ${secondsAgo}))
    on conflict ("workerId") do update set "beatAt" = excluded."beatAt", "jobRanAt" = excluded."jobRanAt"`
}
