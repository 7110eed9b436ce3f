/** The worker's process: it ends when it is of no use any more, whoever keeps it starts another, and SIGTERM is heard. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { keepWorker, type WorkerKeeper } from '#scripts/launcher/worker-keeper.ts'
import { waitFor } from '#scripts/trade/wait.ts'
import { endWorker, openWorkerGround, startBareWorker, type WorkerGround } from '#tests/support/app/worker-process.ts'

let ground: WorkerGround

beforeAll(async () => {
  ground = await openWorkerGround()
})
afterEach(() => ground.harbour.faults.clear())
afterAll(() => ground?.[Symbol.asyncDispose]())

/** A letter that waits for the worker; answers with its address. */
async function writeLetter(): Promise<string> {
  const recipient = `${randomUUID()}@example.org`
  const content = JSON.stringify({ letter: 'password_changed', changedAt: '2026-11-22T12:00:00.000Z' })
  await ground.query(
    `with letter as (
       insert into outbox_letter (id, key, recipient, locale, content) values ($1::uuid, $2, $2, 'en', $3::json) returning id
     )
     select graphile_worker.add_job('send_letter', json_build_object('letterId', id), job_key := 'send_letter:' || id)
     from letter`,
    [randomUUID(), recipient, content],
  )
  return recipient
}

const mailsTo = (recipients: string[]) =>
  ground.harbour.post.mails().filter(({ to }) => recipients.some((recipient) => to.includes(recipient)))

async function untilSent(recipients: string[]): Promise<void> {
  const isDone = async () => mailsTo(recipients).length === recipients.length || null
  await waitFor(isDone, { what: 'the letters arrive', limitMs: 40_000, pauseMs: 50 })
}

/** Jobs that are under way and that the mail service holds. */
async function untilUnderWay(count: number): Promise<void> {
  const isDone = async () => {
    const rows = await ground.query(
      `select 1 from graphile_worker.jobs where task_identifier = 'send_letter' and locked_at is not null`,
    )
    return rows.length >= count || null
  }
  await waitFor(isDone, { what: `${count} letters are under way`, limitMs: 40_000, pauseMs: 25 })
}

describe('when PostgreSQL is killed while jobs end', () => {
  let keeper: WorkerKeeper
  beforeAll(async () => {
    keeper = await keepWorker(ground.plan, () => undefined)
  })
  afterAll(() => keeper?.stop())

  // What broke was a count that several ends at once brought out of step: once may go well by luck.
  test.each([1, 2, 3])(
    'jobs are taken again as soon as it is back, and SIGTERM ends the worker (time %i)',
    async () => {
      ground.harbour.faults.set({ target: 'post', kind: 'hold', match: '/emails' })
      const early = await Promise.all(Array.from({ length: 4 }, writeLetter))
      await untilUnderWay(4)
      await ground.killPostgres()
      ground.harbour.faults.clear()
      await ground.startPostgres()
      const late = await writeLetter()
      await untilSent([late])
      // Those that were cut off are done again, and none arrives twice.
      await untilSent(early)
      await keeper.kill('SIGTERM')
      await keeper.restart()
    },
  )
})
