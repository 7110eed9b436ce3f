/**
 * A private port for monitoring: /health says what is wrong and the state of everything, /metrics the same for
 * Prometheus. It shows no secret and no client data, but our accounts and amounts.
 */
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { causeOf } from '#app/kernel/domain/cause.ts'
import { isPressing, ruleOf } from '#app/ops/domain/alert-cause.ts'
import { alertCausesOf } from '#app/ops/domain/judge-machine.ts'
import type { Machine } from '#app/ops/domain/machine.ts'
import { openMetrics } from './metrics.server.ts'

/** The database is asked this often, however many requests come. */
const KEEP_MS = 2_000
/** The same for its tables, which change only with a release. */
const KEEP_SCHEMA_MS = 60_000
/** How often a taken port is tried again. */
const TRY_EVERY_MS = 2_000
/** A slower read counts as failed. */
const LOOK_LIMIT_MS = 10_000

export type WatchPort = {
  /** Null: another process has the port. */
  address(): AddressInfo | null
  jobEnded(job: { task: string; hasFailed: boolean; ms: number }): void
  close(): Promise<void>
}

type Seen = { machine: Machine } | { machine: null; error: string }

/**
 * Opens the port, and keeps trying while it is taken: the predecessor of this process may still have it, and monitoring
 * must never prevent payments. `onTaken` gets the first failure. `checkSchema` returns what is wrong with the tables.
 * Null: nothing.
 */
export async function openWatchPort(of: {
  process: 'web' | 'worker'
  host: string
  port: number
  look: () => Promise<Machine>
  checkSchema?: () => Promise<string | null>
  onTaken: (error: unknown) => void
}): Promise<WatchPort> {
  const metrics = openMetrics(of.process)
  const look = keepFor(KEEP_MS, () => seen(of.look))
  // The other read reports a database that does not answer.
  const schema = keepFor(KEEP_SCHEMA_MS, async () => of.checkSchema?.().catch(() => null) ?? null)
  const server = createServer(async (request, response) => {
    const path = request.url?.split('?')[0]
    if (path !== '/health' && path !== '/metrics') return answer(response, 404, 'There are /health and /metrics.')
    if (request.method !== 'GET' && request.method !== 'HEAD') return answer(response, 405, 'Only GET is answered.')
    const now = await look()
    if (path === '/health') return answerHealth(response, { process: of.process, now, schema: await schema() })
    metrics.show(now.machine)
    answer(response, 200, await metrics.text(), metrics.contentType)
  })
  const stopCounting = of.process === 'web' ? metrics.countRequests(server) : () => undefined
  const stopTrying = await keepTrying(() => listen(server, of), of.onTaken)
  // The server alone keeps no process alive.
  server.unref()
  return {
    address: () => server.address() as AddressInfo | null,
    jobEnded: metrics.jobEnded,
    async close() {
      stopTrying()
      stopCounting()
      server.closeAllConnections()
      if (server.listening) await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function listen(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  server.listen(port, host)
  await once(server, 'listening')
}

/** Settles after the first attempt. Returns a function that stops further ones. */
async function keepTrying(work: () => Promise<void>, onFailure: (error: unknown) => void): Promise<() => void> {
  try {
    await work()
    return () => undefined
  } catch (error) {
    onFailure(error)
  }
  const timer = setInterval(() => {
    work().then(
      () => clearInterval(timer),
      () => undefined,
    )
  }, TRY_EVERY_MS).unref()
  return () => clearInterval(timer)
}

type Told = { process: string; now: Seen; schema: string | null }

function answerHealth(response: ServerResponse, { process, now, schema }: Told): void {
  if (now.machine === null) {
    const error = `The database does not answer: ${now.error}`
    answerJson(response, 503, { ok: false, process, error })
    return
  }
  const troubles = alertCausesOf(now.machine).map((trouble) => {
    return { ...trouble, urgency: ruleOf(trouble.kind).urgency, isPressing: isPressing(trouble) }
  })
  const ok = schema === null && !troubles.some((trouble) => trouble.isPressing)
  answerJson(response, ok ? 200 : 503, { ok, process, schema, troubles, machine: now.machine })
}

function answerJson(response: ServerResponse, status: number, body: object): void {
  answer(response, status, `${JSON.stringify(body, null, 2)}\n`, 'application/json')
}

function answer(response: ServerResponse, status: number, body: string, type = 'text/plain; charset=utf-8'): void {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body)
}

/** Never rejects: a failed read is a result, too. */
async function seen(look: () => Promise<Machine>): Promise<Seen> {
  const timeout = AbortSignal.timeout(LOOK_LIMIT_MS)
  try {
    const late = new Promise<never>((_, reject) => {
      timeout.addEventListener('abort', () => reject(new Error(`no answer within ${LOOK_LIMIT_MS / 1000} s`)))
    })
    return { machine: await Promise.race([look(), late]) }
  } catch (error) {
    return { machine: null, error: causeOf(error) }
  }
}

function keepFor<Value>(ms: number, read: () => Promise<Value>): () => Promise<Value> {
  let kept: { value: Promise<Value>; until: number } | null = null
  return () => {
    if (kept === null || Date.now() > kept.until) kept = { value: read(), until: Date.now() + ms }
    return kept.value
  }
}
