/** Emails that the mail service will never take, or may have taken, are not retried and delay no other. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { loadAdminOverview } from '#app/admin/queries/overview.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { beginTry, findOverdueEmails, recordFailedTry } from '#app/notices/db/outbox.server.ts'
import { queueEmail } from '#app/notices/workflows/queue-email.server.ts'
import { sendEmail } from '#app/notices/workflows/send-email.server.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const HOUR_MS = 3_600_000

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterEach(() => world.harbour.faults.clear())
afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

async function write(email = `${randomUUID()}@example.org`): Promise<string> {
  const content = { letter: 'password_changed', changedAt: '2026-11-22T12:00:00.000Z' } as const
  await inTransaction(world.deps.db, (tx) =>
    queueEmail(tx, { event: randomUUID(), to: { email, locale: 'en' }, content }),
  )
  const { id } = await world.deps.db.outboxLetter.findFirstOrThrow({ where: { recipient: email } })
  return id
}

const letterOf = (id: string) => world.deps.db.outboxLetter.findUniqueOrThrow({ where: { id } })
const mailsOf = (id: string) => world.harbour.post.mails().filter(({ idempotencyKey }) => idempotencyKey === id)
const at = (hours: number) => ({
  ...world.deps,
  clock: { now: () => new Date(Date.now() + hours * HOUR_MS) },
})

test('content that this version cannot read counts as a try, so it is given up like any other', async () => {
  const id = await write()
  await world.deps.db.outboxLetter.update({ where: { id }, data: { content: { letter: 'of_a_later_version' } } })
  await sendEmail(world.deps, { letterId: id }).catch(() => undefined)
  expect(await letterOf(id)).toMatchObject({ attempts: 1, sentAt: null })
})

test('an address that the mail service refuses is asked for once, and the operator reads why', async () => {
  const recipient = `two@ats@${randomUUID()}.example`
  const id = await write(recipient)
  expect(await sendEmail(world.deps, { letterId: id })).toBeNull()
  expect(await letterOf(id)).toMatchObject({
    attempts: 1,
    sentAt: null,
    givenUpFor: 'refused',
    nextTryAt: expect.any(Date),
  })
  expect(await findOverdueEmails(world.deps.db, new Date(Date.now() + 1_000 * HOUR_MS))).not.toContain(id)

  const desk = await loadAdminOverview(world.deps.db, new Date())
  expect(desk.givenUpLetters).toBeGreaterThan(0)
  expect(desk.letters.find((letter) => letter.id === id)).toMatchObject({
    recipient,
    kind: 'password_changed',
    why: 'refused',
    error: expect.stringContaining('The mail service answered 422 (validation_error): Invalid `to` field.'),
  })
})

test('a letter that may have been taken is not sent a second time when its key is forgotten', async () => {
  const id = await write()
  world.harbour.faults.set({ target: 'post', kind: 'drop_after', times: 1 })
  // It was taken without an answer; then nothing ran for a day.
  expect(await sendEmail(at(-24), { letterId: id })).toBeInstanceOf(Date)
  expect(mailsOf(id)).toHaveLength(1)
  expect(await sendEmail(world.deps, { letterId: id })).toBeNull()
  expect(mailsOf(id)).toHaveLength(1)
  expect(await letterOf(id)).toMatchObject({ sentAt: null, givenUpFor: 'fate_unknown', attempts: 1 })
})

test('a worker that dies while it sends a letter has left word that it may have been taken', async () => {
  const id = await write()
  world.harbour.faults.set({ target: 'post', kind: 'hold' })
  const sending = sendEmail(world.deps, { letterId: id })
  while ((await letterOf(id)).attempts === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  expect(await letterOf(id)).toMatchObject({ sentAt: null, maybeTakenAt: expect.any(Date) })
  world.harbour.faults.clear()
  await sending
})

test('a try that was surely not taken leaves the doubt of another try', async () => {
  const { db } = world.deps
  const failed = { error: 'Too many.', isSurelyNotTaken: true }
  const begin = async (id: string, at: Date) => {
    const begun = await beginTry(db, { id, at, nextTryAt: at })
    return { id, begunAt: at, attempt: begun?.attempts ?? 0 }
  }
  const [first, second] = [new Date(Date.now() - HOUR_MS), new Date()]

  // Two workers try at once: the later try may have been taken, and the earlier one ends last.
  const both = await write()
  const early = await begin(both, first)
  const late = await begin(both, second)
  await recordFailedTry(db, { ...late, error: 'No answer.', isSurelyNotTaken: false })
  await recordFailedTry(db, { ...early, ...failed })
  expect(await letterOf(both)).toMatchObject({ attempts: 2, maybeTakenAt: first })

  // A try in doubt, followed by one that was not taken.
  const again = await write()
  await recordFailedTry(db, { ...(await begin(again, first)), error: 'No answer.', isSurelyNotTaken: false })
  await recordFailedTry(db, { ...(await begin(again, second)), ...failed })
  expect(await letterOf(again)).toMatchObject({ attempts: 2, maybeTakenAt: first })
})

test('a letter that was surely not taken is still sent after days', async () => {
  const id = await write()
  world.harbour.faults.set({ target: 'post', kind: 'too_many', times: 1 })
  expect(await sendEmail(at(-48), { letterId: id })).toBeInstanceOf(Date)
  expect(await letterOf(id)).toMatchObject({
    maybeTakenAt: null,
    lastError: expect.stringContaining('The mail service answered 429'),
  })
  expect(await sendEmail(world.deps, { letterId: id })).toBeNull()
  expect(mailsOf(id)).toHaveLength(1)
})

test('but not for ever', async () => {
  const id = await write()
  const longAgo = new Date(Date.now() - 73 * HOUR_MS)
  await world.deps.db.outboxLetter.update({
    where: { id },
    data: { attempts: 20, firstTriedAt: longAgo, lastError: 'Too many.' },
  })
  expect(await sendEmail(world.deps, { letterId: id })).toBeNull()
  expect(await letterOf(id)).toMatchObject({ givenUpFor: 'tried_for_days', lastError: 'Too many.' })
  expect(mailsOf(id)).toEqual([])
})

test('letters that fail again and again come after one that waits for its first try', async () => {
  const now = Date.now()
  const failing = await Promise.all(Array.from({ length: 3 }, () => write()))
  const fresh = await write()
  const { db } = world.deps
  await db.outboxLetter.updateMany({
    where: { id: { in: failing } },
    data: { createdAt: new Date(now - 50 * HOUR_MS), nextTryAt: new Date(now + HOUR_MS) },
  })
  const found = await findOverdueEmails(db, new Date(now + 2 * HOUR_MS))
  expect(found.indexOf(fresh)).toBeLessThan(Math.min(...failing.map((id) => found.indexOf(id))))
  expect(await findOverdueEmails(db, new Date(now + HOUR_MS / 2))).not.toContain(failing[0])
})
