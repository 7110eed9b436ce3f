/** A worker with a wrong clock starts beside healthy ones: it must do nothing, and must not stop the others. */
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import type { Ground } from '../ground.ts'
import { openPlace } from '../place.ts'
import { shiftedClock } from './shifted-clock.ts'

const DAY_MS = 24 * 60 * 60_000
const SAYS = 'Its clock is 25 hours ahead'
const LIMIT_MS = 180_000

/** Returns when the refusal was recorded, when the worker ended, and how the schedule went on meanwhile. */
export async function wrongClock({ databaseUrl, settings, workers }: Ground): Promise<string> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { NODE_OPTIONS: options = '' } = settings
    const env = { ...settings, NODE_OPTIONS: `${options} ${shiftedClock(DAY_MS + DAY_MS / 24)}`.trim() }
    const place = openPlace({ role: 'worker', program: workers[0].program, port: null, env })
    const began = performance.now()
    const before = await minuteOf(client)
    const said = untilRefused(client, began)
    const why = await place.start().then(
      () => null,
      (error: unknown) => String(error),
    )
    const ended = secondsSince(began)
    await place.stop('SIGKILL')
    if (why === null) throw new Error('a worker started whose clock is 25 hours ahead')
    if (!why.includes(SAYS)) throw new Error(`it did not say why it does not start: ${why}`)
    const saidAfter = await said
    const after = await untilMinuteAfter(client, new Date(before.getTime() + 60_000))
    const { rows } = await client.query<{ ahead: number }>(
      `select count(*)::int as ahead from graphile_worker._private_jobs where run_at > now() + interval '12 hours'`,
    )
    if (rows[0]?.ahead !== 0) throw new Error(`${rows[0]?.ahead} jobs wait for tomorrow`)
    const minutes = (after.getTime() - before.getTime()) / 60_000
    return `refused after ${saidAfter} s, ended after ${ended} s, no job taken; the schedule went on for ${minutes} minutes`
  } finally {
    await client.end()
  }
}

async function untilRefused(client: Client, began: number): Promise<string> {
  for (const deadline = performance.now() + LIMIT_MS; performance.now() < deadline; await delay(100)) {
    const { rowCount } = await client.query('select 1 from process where refusal like $1', [`${SAYS}%`])
    if (rowCount) return secondsSince(began)
  }
  throw new Error('the refused start was not written down')
}

async function minuteOf(client: Client): Promise<Date> {
  const { rows } = await client.query<{ minute: Date }>('select minute from schedule_minute')
  const [row] = rows
  if (!row) throw new Error('no minute of the schedule has come')
  return row.minute
}

async function untilMinuteAfter(client: Client, at: Date): Promise<Date> {
  for (const deadline = performance.now() + LIMIT_MS; performance.now() < deadline; await delay(500)) {
    const minute = await minuteOf(client)
    if (minute > at) return minute
  }
  throw new Error('the schedule stands still')
}

function secondsSince(began: number): string {
  return ((performance.now() - began) / 1_000).toFixed(1)
}
