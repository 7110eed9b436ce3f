/** A proxy before the harbour's Horizon that disturbs requests, as the sky says. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { DELAY_MS, HTML, RETRY_AFTER_SECONDS, type Sky, type Weather } from './sky.ts'

export type WeatherProxy = {
  url: string
  /** From now on another server answers behind the address; open connections end. */
  lead(to: string): void
  close(): Promise<void>
}

type Answer = { status: number; headers: Record<string, string>; body: string }

const KEPT_HEADERS = ['content-type', 'latest-ledger', 'retry-after', 'x-ratelimit-remaining', 'x-ratelimit-reset']

export async function startStellarWeather(of: { url: string; sky: Sky }): Promise<WeatherProxy> {
  const { sky } = of
  let { url } = of
  /** Answers by path, repeated when the server lags. */
  const earlier = new Map<string, Answer>()
  const open = new Set<AbortController>()

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/'
    const isStream = request.headers.accept?.includes('text/event-stream') === true
    const sent = request.method === 'POST' ? await text(request) : undefined
    const passing = isStream ? 'stream' : sent === undefined ? 'read' : 'submission'
    const weather = sky.strike('stellar', passing)
    if (weather === 'drop_before') return void response.destroy()
    if (weather === 'delay') await delay(DELAY_MS)
    if (isStream) return stream(path, response)
    const told = weather === null ? null : insteadOf(weather)
    if (told) return answer(response, told)
    const got = await forward(path, { method: request.method, sent })
    if (weather === 'submitted_twice') await forward(path, { method: request.method, sent })
    const isKnown = earlier.get(path)
    if (sent === undefined && got.status === 200) earlier.set(path, got)
    if (weather === 'drop_after') return void response.destroy()
    answer(response, weather === null ? got : spoiled(weather, { got, isKnown }))
  }

  async function forward(path: string, { method, sent }: { method: string | undefined; sent: string | undefined }) {
    const init =
      sent === undefined ? {} : { body: sent, headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    const got = await fetch(`${url}${path}`, { method: method ?? 'GET', ...init })
    const headers = Object.fromEntries(
      KEPT_HEADERS.flatMap((name) => (got.headers.has(name) ? [[name, got.headers.get(name) ?? '']] : [])),
    )
    return { status: got.status, headers, body: await got.text() }
  }

  async function stream(path: string, response: ServerResponse): Promise<void> {
    const ending = new AbortController()
    open.add(ending)
    response.on('close', () => ending.abort())
    try {
      const got = await fetch(`${url}${path}`, { headers: { accept: 'text/event-stream' }, signal: ending.signal })
      response.writeHead(got.status, { 'content-type': got.headers.get('content-type') ?? '' })
      response.flushHeaders()
      for await (const piece of Readable.fromWeb(got.body as never)) {
        if (sky.strike('stellar', 'stream') === null) response.write(piece)
      }
      response.end()
    } finally {
      open.delete(ending)
    }
  }

  const server = createServer((request, response) => {
    // The client or the harbour is gone: either sees a broken connection.
    pass(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lead(to) {
      url = to
      // A lagging server repeats its own answers, not another server's.
      earlier.clear()
      for (const ending of open) ending.abort()
    },
    close() {
      for (const ending of open) ending.abort()
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function answer(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, headers).end(body)
}

const json = (status: number, body: object, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(body),
})

/** The answer without asking the ledger; null: the ledger is asked. */
function insteadOf(weather: Weather): Answer | null {
  switch (weather) {
    case 'too_many':
      return json(429, { status: 429, title: 'Rate Limit Exceeded' }, { 'retry-after': String(RETRY_AFTER_SECONDS) })
    case 'server_error':
      return json(503, { status: 503, title: 'Service Unavailable' })
    case 'lied_taken':
      return json(201, { tx_status: 'PENDING' })
    case 'too_busy':
      return json(503, { tx_status: 'TRY_AGAIN_LATER' })
    default:
      return null
  }
}

function spoiled(weather: Weather, { got, isKnown }: { got: Answer; isKnown: Answer | undefined }): Answer {
  switch (weather) {
    case 'html':
      return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: HTML }
    case 'empty':
      return { ...got, status: 200, body: '' }
    case 'truncated':
      return { ...got, body: got.body.slice(0, got.body.length / 2) }
    case 'stale':
      return isKnown ?? got
    case 'duplicate':
      return withRecords(got, (records) => records.flatMap((record) => [record, record]))
    case 'reversed':
      return withRecords(got, (records) => records.toReversed())
    case 'lied_refused':
      // txBAD_AUTH, in the result's XDR.
      return json(400, { tx_status: 'ERROR', error_result_xdr: 'AAAAAAAAAGT////6AAAAAA==' })
    default:
      return got
  }
}

function withRecords(got: Answer, change: (records: unknown[]) => unknown[]): Answer {
  const body = JSON.parse(got.body) as { _embedded?: { records: unknown[] } }
  if (!body._embedded) return got
  return { ...got, body: JSON.stringify({ ...body, _embedded: { records: change(body._embedded.records) } }) }
}
