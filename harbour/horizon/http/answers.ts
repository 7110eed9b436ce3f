/** HTTP requests and answers of the Horizon stand-in. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Json } from '#harbour/horizon/resources/json.ts'
import { Problem } from './problems.ts'

export type Request = {
  method: string
  /** Without a trailing slash, except the root. */
  path: string
  parameters: URLSearchParams
  contentType: string
  lastEventId: string | null
  wantsStream: boolean
  /** Scheme and host that the client used. */
  base: string
  body: string
}

export type Answer = {
  status: number
  contentType: string
  body: string
  headers?: Record<string, string>
}

/** In bytes. Envelopes are below 100 kB, and no other request has a body. */
const LARGEST_BODY = 1024 * 1024

/** Reads a whole request. Rejects when the client disconnects; throws Problem when the body is too large. */
export async function readRequest(incoming: IncomingMessage): Promise<Request> {
  const base = `http://${incoming.headers.host ?? '127.0.0.1'}`
  const url = parseUrl(incoming.url ?? '/', base)
  const { headers } = incoming
  return {
    method: incoming.method ?? 'GET',
    path: url.pathname.replace(/(?<=.)\/+$/, ''),
    parameters: url.searchParams,
    contentType: headers['content-type'] ?? '',
    lastEventId: typeof headers['last-event-id'] === 'string' ? headers['last-event-id'] : null,
    wantsStream: headers.accept?.includes('text/event-stream') ?? false,
    base,
    body: await readBody(incoming),
  }
}

/** Throws Problem (not_found) for a path that cannot be decoded. */
function parseUrl(target: string, base: string): URL {
  try {
    const url = new URL(target, base)
    decodeURIComponent(url.pathname)
    return url
  } catch (error) {
    throw new Problem('not_found', undefined, { cause: error })
  }
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming) {
    const bytes: Buffer = Buffer.from(chunk)
    size += bytes.length
    if (size > LARGEST_BODY) throw new Problem('bad_request')
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString('utf8')
}

export function halAnswer(body: Json, status = 200): Answer {
  return { status, contentType: 'application/hal+json; charset=utf-8', body: JSON.stringify(body, null, 2) }
}

export function problemAnswer(problem: Problem): Answer {
  return {
    status: problem.status,
    contentType: 'application/problem+json; charset=utf-8',
    body: JSON.stringify(problem.body, null, 2),
  }
}

/** A page as a proxy in between may show in place of an answer. */
export function htmlAnswer(): Answer {
  const body = '<!doctype html><html lang="en"><title>Please wait</title><p>Checking your browser…</p></html>'
  return { status: 200, contentType: 'text/html; charset=utf-8', body }
}

export function send(response: ServerResponse, { status, contentType, body, headers }: Answer, now: Date): void {
  response.writeHead(status, {
    ...commonHeaders(contentType, now),
    'Content-Disposition': 'inline',
    Vary: 'Origin',
    ...headers,
  })
  response.end(body)
}

export function commonHeaders(contentType: string, now: Date): Record<string, string> {
  return {
    'Content-Type': contentType,
    Date: now.toUTCString(),
    'Cache-Control': 'no-cache, no-store, max-age=0',
  }
}
