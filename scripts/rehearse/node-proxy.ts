/**
 * A TLS proxy before several web processes, as docs/proxies.md asks: a closed port is skipped, and a GET or HEAD is
 * retried at the next one when its connection breaks.
 */
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { Certificate } from './certificate.ts'

/** From the documentation network (RFC 5737): a proxy on the internet sees no visitor at 127.0.0.1. */
const VISITOR = '198.51.100.7'
const ASKED_AGAIN = new Set(['GET', 'HEAD'])

export type TlsProxy = {
  /** The header with the visitor's address. */
  addressHeader: string
  close(): Promise<void>
}

export async function startNodeProxy(at: {
  port: number
  upstreams: number[]
  certificate: Certificate
}): Promise<TlsProxy> {
  let turn = 0
  const server = createServer(at.certificate, (incoming, outgoing) => {
    turn += 1
    const order = at.upstreams.map((_, place) => at.upstreams[(turn + place) % at.upstreams.length] ?? 0)
    pass(incoming, outgoing, order)
  })
  await new Promise<void>((resolve) => server.listen(at.port, '127.0.0.1', resolve))
  return {
    addressHeader: 'X-Forwarded-For',
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, [port, ...others]: number[]): void {
  if (port === undefined) return void outgoing.writeHead(502).end('No web process answers.')
  const { method = 'GET', url, headers } = incoming
  const asked = request({
    host: '127.0.0.1',
    port,
    method,
    path: url,
    headers: { ...headers, 'x-forwarded-for': VISITOR, 'x-forwarded-proto': 'https', connection: 'close' },
    agent: false,
  })
  let isConnected = false
  asked.once('socket', (socket) =>
    socket.once('connect', () => {
      isConnected = true
      incoming.pipe(asked)
    }),
  )
  asked.once('response', (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
    answer.once('error', () => outgoing.destroy())
  })
  asked.once('error', () => {
    if (!isConnected || (ASKED_AGAIN.has(method) && !outgoing.headersSent)) pass(incoming, outgoing, others)
    else if (outgoing.headersSent) outgoing.destroy()
    else outgoing.writeHead(502).end('The web process went away.')
  })
}
