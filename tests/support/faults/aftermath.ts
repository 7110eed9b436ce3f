/** The end of a storm, without faults: a day without mail, the clean-up, and waiting until nothing is under way. */
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { JobName } from '#app/jobs/catalogue.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { queueEmail } from '#app/notices/workflows/queue-email.server.ts'
import type { FaultKind } from '#harbour/faults.ts'
import type { StormGround } from './storm-ground.ts'
import { persist } from './traders.ts'

export type Patience = {
  limitMs: number
  /** Postponed jobs run at once, in tests that cannot wait for their time. */
  isHasty: boolean
}

const LOOK_MS = 250
const DAY = 25 * 3_600_000
/** Emails per kind of failure on the day without mail. */
const LETTERS = 5

/** Enqueues a job that the schedule would run later. */
export async function wake({ deps }: StormGround, name: 'sweep_open_work' | 'tidy_up'): Promise<void> {
  await persist(name, () => inTransaction(deps.db, (tx) => enqueue<JobName>(tx, { name, payload: {} })))
}

/** Polls until the query returns no rows. After the time limit throws with the first of them. */
export async function untilNone(ground: StormGround, question: string, { limitMs, isHasty }: Patience): Promise<void> {
  for (const deadline = Date.now() + limitMs; ; await delay(LOOK_MS)) {
    const rows = await persist('look', () => ground.query(question))
    if (rows.length === 0) return
    if (Date.now() > deadline) throw new Error(`${rows.length} rows still, the first: ${JSON.stringify(rows[0])}`)
    if (isHasty) await bringForward(ground)
  }
}

const bringForward = (ground: StormGround) =>
  persist('bring jobs forward', () =>
    ground.query('update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null'),
  )

/** Waits until everything owed is paid, and every email is sent, given up or withheld. */
export async function untilSettled(ground: StormGround, patience: Patience): Promise<void> {
  await untilNone(
    ground,
    `select id, state, "waitsFor", "blockedReason", asset from transfer where "lockId" is null and state <> 'confirmed'`,
    patience,
  )
  await untilNone(
    ground,
    `select id, "lastError" from outbox_letter where "sentAt" is null and "givenUpAt" is null and "withheldFor" is null`,
    patience,
  )
  await untilNone(ground, `select hash from transfer_attempt where "laneKey" is null and state = 'live'`, patience)
}

/**
 * The mail service fails for longer than it keeps idempotency keys, in three ways: it refuses emails, takes them
 * without an answer, or may have taken them. Stored times are moved instead of the clock.
 */
export async function dayWithoutMail(ground: StormGround, patience: Patience): Promise<void> {
  const { deps, harbour } = ground
  const ways: FaultKind[] = ['too_many', 'drop_after', 'server_error']
  for (const way of ways) {
    harbour.faults.clear('post')
    harbour.faults.set({ target: 'post', kind: way })
    const keys = Array.from({ length: LETTERS }, (_, place) => `${way}:${place}`)
    await inTransaction(deps.db, async (tx) => {
      for (const event of keys) {
        const to = { email: `${event.replace(':', '-')}@example.org`, locale: 'en' }
        const content = { letter: 'password_changed', changedAt: '2026-11-22T12:00:00.000Z' } as const
        await queueEmail(tx, { event, to, content })
      }
    })
    await untilNone(
      ground,
      `select id from outbox_letter where "sentAt" is null and "withheldFor" is null and ("attempts" = 0 or "lastError" is null)`,
      patience,
    )
  }
  // No email may be taken while the day passes: one taken before would be taken again afterwards.
  harbour.faults.clear('post')
  harbour.faults.set({ target: 'post', kind: 'too_many' })
  await ground.query(
    `update outbox_letter set "createdAt" = "createdAt" - interval '25 hours',
       "firstTriedAt" = "firstTriedAt" - interval '25 hours', "maybeTakenAt" = "maybeTakenAt" - interval '25 hours',
       "nextTryAt" = "nextTryAt" - interval '25 hours'
     where "sentAt" is null`,
  )
  harbour.post.letPass(DAY)
  harbour.faults.clear('post')
  await wake(ground, 'sweep_open_work')
}

/** Makes every left-over of an upload older than any upload takes, and cleans up. */
export async function tidyFiles(ground: StormGround, patience: Patience): Promise<void> {
  await untilNone(
    ground,
    `select key from graphile_worker._private_jobs where key like 'remove_file:%' and attempts < max_attempts`,
    patience,
  )
  const past = new Date(Date.now() - 2 * 3_600_000)
  await ground.query(`update file_intent set "createdAt" = $1`, [past])
  const incoming = join(ground.documents, 'incoming')
  const names = await readdir(incoming).catch(() => [])
  for (const name of names) await utimes(join(incoming, name), past, past)
  await wake(ground, 'tidy_up')
  await untilNone(
    ground,
    `select key from graphile_worker._private_jobs where key = 'tidy_up' and attempts < max_attempts`,
    patience,
  )
}
