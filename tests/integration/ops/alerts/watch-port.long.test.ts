/** The private port: what it reports, to whom it does not, and that it answers when nothing else does. */

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openWatchPort, type WatchPort } from '#app/ops/services/watch-port.server.ts'
import { checkMachine } from '#app/ops/workflows/alerts/check-machine.server.ts'
import { StorageError } from '#app/ports.ts'
import { PATIENCE_MS } from '#tests/support/runner/patience.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let port: WatchPort
let complaint: string | null = null
const onTaken = (error: unknown) => {
  throw error
}

beforeAll(async () => {
  world = await openWorld()
  port = await openWatchPort({
    process: 'worker',
    host: '127.0.0.1',
    port: 0,
    look: () => checkMachine(world.deps),
    checkSchema: async () => complaint,
    onTaken,
  })
})
afterAll(async () => {
  await port.close()
  await world[Symbol.asyncDispose]()
})

async function ask(path: string, method = 'GET', of = port) {
  const response = await fetch(`http://127.0.0.1:${of.address()?.port}${path}`, { method })
  return { status: response.status, text: await response.text(), type: response.headers.get('content-type') }
}

describe('the private port', () => {
  test('says what is wrong and how all stands, without a secret', async () => {
    const { status, text, type } = await ask('/health')
    expect([status, type]).toEqual([503, 'application/json'])
    const health = JSON.parse(text) as {
      ok: boolean
      schema: null
      troubles: { kind: string; isPressing: boolean }[]
      machine: { readings: object[]; queues: { feeCaps: object }[] }
    }
    expect(health).toMatchObject({ ok: false, process: 'worker', schema: null })
    // Nothing has ever run in this world, so nothing is read.
    expect(new Set(health.troubles.map(({ kind }) => kind))).toEqual(
      new Set(['worker_silent', 'books_late', 'price_missing']),
    )
    expect(health.machine.readings).toHaveLength(4)
    expect(health.machine.queues.map(({ feeCaps }) => feeCaps)).toEqual([
      { usual: '1000000', urgent: '5000000' },
      { usual: '10000', urgent: '100000' },
    ])
  })

  test('gives Prometheus the same', async () => {
    port.jobEnded({ task: 'reconcile', hasFailed: true, ms: 1_200 })
    const { status, text, type } = await ask('/metrics')
    expect([status, type?.split(';')[0]]).toEqual([200, 'text/plain'])
    for (const line of [
      /^quayside_database_up\{process="worker"\} 1$/m,
      /^quayside_trouble\{kind="worker_silent",process="worker"\} 1$/m,
      /^quayside_trouble\{kind="books_differ",process="worker"\} 0$/m,
      /^quayside_payouts\{network="xrpl",state="turn",process="worker"\} 0$/m,
      /^quayside_fee_cap\{network="xrpl",for="late",process="worker"\} 100000$/m,
      /^quayside_job_seconds_bucket\{le="2.5",process="worker",task="reconcile",outcome="failed"\} 1$/m,
      /^quayside_store_up\{process="worker"\} 1$/m,
      /^process_resident_memory_bytes\{process="worker"\} \d+$/m,
    ]) {
      expect(text).toMatch(line)
    }
  })

  test('answers nothing else', async () => {
    expect((await ask('/')).status).toBe(404)
    expect((await ask('/health', 'POST')).status).toBe(405)
    expect((await ask('/metrics', 'HEAD')).status).toBe(200)
  })

  test('says so when the database is away, and when the tables are others', async () => {
    const look = () => Promise.reject(Object.assign(new Error('no'), { code: 'ECONNREFUSED' }))
    const away = await openWatchPort({ process: 'web', host: '127.0.0.1', port: 0, look, onTaken })
    const { status, text } = await ask('/health', 'GET', away)
    expect([status, JSON.parse(text).error]).toEqual([503, expect.stringContaining('connection refused')])
    expect((await ask('/metrics', 'GET', away)).text).toMatch(/^quayside_database_up\{process="web"\} 0$/m)
    await away.close()

    complaint = 'The database is newer than this code.'
    const look2 = () => checkMachine(world.deps)
    const checkSchema = async () => complaint
    const other = await openWatchPort({
      process: 'worker',
      host: '127.0.0.1',
      port: 0,
      look: look2,
      checkSchema,
      onTaken,
    })
    expect(JSON.parse((await ask('/health', 'GET', other)).text)).toMatchObject({ ok: false, schema: complaint })
    await other.close()
  })

  test('does not wait for a store that is silent', async () => {
    const silent = { ...world.deps.storage, olderThan: () => new Promise<string[]>(() => undefined) }
    expect(await checkMachine({ ...world.deps, storage: silent })).toMatchObject({
      storeTrouble: 'no answer within 5 s',
    })
    const failing = { ...silent, olderThan: () => Promise.reject(new StorageError('the bucket is gone')) }
    const { storeTrouble } = await checkMachine({ ...world.deps, storage: failing })
    expect(storeTrouble).toContain('the bucket is gone')
  })

  test('that is taken keeps nobody from their work, and is opened when it is free', async () => {
    const look = () => checkMachine(world.deps)
    const first = await openWatchPort({ process: 'worker', host: '127.0.0.1', port: 0, look, onTaken })
    const taken = first.address()?.port ?? 0
    const said: unknown[] = []
    const tell = (error: unknown) => said.push(error)
    const next = await openWatchPort({ process: 'worker', host: '127.0.0.1', port: taken, look, onTaken: tell })
    expect(next.address()).toBeNull()
    next.jobEnded({ task: 'reconcile', hasFailed: false, ms: 5 })
    await first.close()
    await vi.waitUntil(() => next.address() !== null, { timeout: PATIENCE_MS })
    expect((await ask('/metrics', 'GET', next)).text).toMatch(/task="reconcile",outcome="done"\} 1$/m)
    expect(said).toMatchObject([{ code: 'EADDRINUSE' }])
    await next.close()
  })
})
