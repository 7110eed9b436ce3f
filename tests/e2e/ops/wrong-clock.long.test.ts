/** Workers whose machine has the wrong time, beside one that has the right time: docs/decisions/072. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { shiftedClock } from '#scripts/rehearse/faults/shifted-clock.ts'
import { waitFor } from '#scripts/trade/wait.ts'
import { PATIENCE_MS } from '#tests/support/runner/patience.ts'
import {
  type BareProcess,
  endBare,
  openWorkerGround,
  startBare,
  untilEnded,
  type WorkerGround,
} from '#tests/support/runner/worker-process.ts'

const HOUR_MS = 3_600_000

let ground: WorkerGround
let bare: BareProcess[] = []

beforeAll(async () => {
  ground = await openWorkerGround()
})
afterEach(async () => {
  for (const each of bare) await endBare(each, 'SIGKILL')
  bare = []
})
afterAll(() => ground?.[Symbol.asyncDispose]())

function startWith(options: string): BareProcess {
  const { NODE_OPTIONS: known = '' } = ground.plan.env
  const worker = startBare({ ...ground.plan.env, NODE_OPTIONS: `${known} ${options}`.trim() })
  bare.push(worker)
  return worker
}

async function startHealthy(): Promise<void> {
  await startWith('').untilLine('worker started')
}

async function minuteOf(): Promise<number> {
  const [row] = await ground.query<{ minute: Date }>('select minute from schedule_minute')
  return row?.minute.getTime() ?? 0
}

async function untilLaterMinute(than: number): Promise<void> {
  const isLater = async () => (await minuteOf()) > than || null
  await waitFor(isLater, { what: 'the next minute of the schedule', limitMs: PATIENCE_MS, pauseMs: 250 })
}

test('one that starts so takes no job, says why and ends; the schedule goes on', async () => {
  await startHealthy()
  const wrong = startWith(shiftedClock(25 * HOUR_MS))
  const refused = async () => (await ground.query('select 1 from process where refusal is not null'))[0] ?? null
  await waitFor(refused, { what: 'the refusal is written down', limitMs: PATIENCE_MS, pauseMs: 100 })
  const before = await minuteOf()
  expect(await untilEnded(wrong)).toBe(1)
  expect(JSON.parse(wrong.lines().at(-1) ?? '{}')).toMatchObject({
    reason: expect.stringContaining('Its clock is 25 hours ahead: set the time of this machine'),
    msg: 'process terminating',
  })
  expect(wrong.lines().join('\n')).not.toContain('worker started')
  await untilLaterMinute(before)
  expect(
    await ground.query(`select 1 from graphile_worker._private_jobs where run_at > now() + interval '1 hour'`),
  ).toEqual([])
})

test('one whose clock goes wrong while it runs says so and leaves its jobs; the schedule goes on', async () => {
  const wrong = startWith(shiftedClock(-HOUR_MS, 'SIGUSR2'))
  await wrong.untilLine('worker started')
  await startHealthy()
  wrong.process.kill('SIGUSR2')
  const told = async () =>
    (
      await ground.query<{ ms: string }>('select "clockOffMs"::text as ms from process where "clockOffMs" is not null')
    )[0] ?? null
  const { ms } = await waitFor(told, { what: 'that it is off', limitMs: PATIENCE_MS, pauseMs: 100 })
  expect(Math.round(Number(ms) / HOUR_MS)).toBe(-1)
  expect(await untilEnded(wrong)).toBe(1)
  const ends = wrong.lines().filter((line) => line.includes('process terminating'))
  expect(ends.join('\n')).toContain('Its clock is 60 minutes behind')
  await untilLaterMinute(await minuteOf())
})
