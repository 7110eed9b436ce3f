/** HTTP for market, post and wallet: a handler maps a request to one reply, so that a fault can wrap it. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Faults, FaultTarget } from '#harbour/faults.ts'

export type Request = {
  method: string
  url: URL
  headers: IncomingHttpHeaders
  body: string
}

export type Reply = { status: number; headers: Record<string, string>; body: string | Buffer }

/** In place of a reply: close the connection without an answer. */
export const HANG_UP = Symbol('hang up')

export type Handler = (request: Request) => Promise<Reply | typeof HANG_UP> | Reply | typeof HANG_UP

export type Server = { url: string; port: number; close(): Promise<void> }

/**
 * How long a connection may stay idle, in milliseconds. With Node's 5 s it closes just as a busy client sends its next
 * request on it, which then fails; no real service behind a proxy closes that soon.
 */
export const KEPT_IDLE = { keepAliveTimeout: 60_000 } as const

/** In bytes: more than any email or form of the app. */
const LARGEST_BODY = 10 * 1024 * 1024

/** Listens on 127.0.0.1 (port 0: any free port). Rejects with the error of `listen`, for example EADDRINUSE. */
export async function serve(options: { port: number; handle: Handler }): Promise<Server> {
  const server = createServer(KEPT_IDLE, (incoming, response) => {
    void answer(incoming, response, options.handle)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      }),
  }
}

async function answer(incoming: IncomingMessage, response: ServerResponse, handle: Handler): Promise<void> {
  try {
    const body = await readBody(incoming)
    const reply = body === null ? text(413, 'The request is too large.') : await handle(requestOf(incoming, body))
    if (reply === HANG_UP) {
      response.destroy()
      return
    }
    response.writeHead(reply.status, reply.headers)
    response.end(incoming.method === 'HEAD' ? undefined : reply.body)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
    if (response.headersSent || response.destroyed) response.destroy()
    else
      response
        .writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' })
        .end('The harbour has a fault of its own.')
  }
}

function requestOf(incoming: IncomingMessage, body: string): Request {
  return {
    method: incoming.method ?? 'GET',
    url: new URL(incoming.url ?? '/', 'http://harbour.invalid'),
    headers: incoming.headers,
    body,
  }
}

/** Null: larger than LARGEST_BODY. */
async function readBody(incoming: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming) {
    size += chunk.length
    if (size <= LARGEST_BODY) chunks.push(chunk)
  }
  return size > LARGEST_BODY ? null : Buffer.concat(chunks).toString('utf8')
}

export function json(status: number, value: unknown, headers: Record<string, string> = {}): Reply {
  return jsonText(status, JSON.stringify(value), headers)
}

/** For JSON whose numbers have more digits than a JavaScript number holds exactly. */
export function jsonText(status: number, body: string, headers: Record<string, string> = {}): Reply {
  return { status, headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers }, body }
}

export function text(status: number, body: string, headers: Record<string, string> = {}): Reply {
  return { status, headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers }, body }
}

/** Post/Redirect/Get: the browser loads `location` with GET. */
export function redirect(location: string): Reply {
  return { status: 303, headers: { Location: location }, body: '' }
}

/** Parses the request's JSON; undefined: not JSON. */
export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body) as unknown
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

type Trouble = {
  faults: Faults
  target: FaultTarget
  /** 429 and 500 as the real service words them. */
  tooMany: (request: Request) => Reply
  serverError: (request: Request) => Reply
}

/** Applies the active fault around the handler (harbour/faults.ts says what each does). */
export function withFaults(trouble: Trouble, handle: Handler): Handler {
  return async (request) => {
    const path = request.url.pathname + request.url.search
    const kinds = ['drop_before', 'drop_after', 'delay', 'hold', 'too_many', 'server_error', 'html'] as const
    const fault = trouble.faults.take(trouble.target, path, kinds)
    switch (fault?.kind) {
      case 'drop_before':
        return HANG_UP
      case 'drop_after':
        await handle(request)
        return HANG_UP
      case 'delay':
        await wait(fault.delayMs)
        return handle(request)
      case 'hold':
        await trouble.faults.untilCleared(fault)
        return handle(request)
      case 'too_many':
        return trouble.tooMany(request)
      case 'server_error':
        return trouble.serverError(request)
      case 'html':
        return {
          status: 200,
          headers: { 'Content-Type': 'text/html; charset=utf-8' },
          body: '<!doctype html><title>Just a moment…</title><p>Checking your connection.',
        }
      default:
        return handle(request)
    }
  }
}
