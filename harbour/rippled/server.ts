/**
 * The harbour's rippled: a ledger of the XRP Ledger's kind behind its WebSocket and JSON-RPC interface, both on one
 * port of 127.0.0.1. One server is the whole network, so whatever it closes is validated.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Faults } from '#harbour/faults.ts'
import { eraseJournal } from '#harbour/journal.ts'
import { type DispatchSettings, dispatch, report } from '#harbour/rippled/dispatch.ts'
import { NO_LOAD } from '#harbour/rippled/engine/transactor.ts'
import { openFates } from '#harbour/rippled/fates.ts'
import {
  type Crowd,
  type GenesisAccount,
  type Node,
  type NodeOptions,
  type Recorded,
  startNode,
} from '#harbour/rippled/ledger/node.ts'
import type { LedgerSizes } from '#harbour/rippled/queue/fee-levels.ts'
import { readFrame, readRpc } from '#harbour/rippled/rpc/envelope.ts'
import { scopeOf } from '#harbour/rippled/rpc/scope.ts'
import { openStreams, type Streams } from '#harbour/rippled/streams.ts'

export type RippledOptions = {
  /** 0: any free one. */
  port: number
  networkId: number
  /** Time between two ledgers. 0: they close only when `closeLedger` is called. */
  ledgerMs: number
  /** Null keeps the ledger in memory only. */
  journalFile: string | null
  /** Drops, and flags of the AccountRoot. On a later start only those accounts are added that the journal has never known. */
  genesis: GenesisAccount[]
  faults: Faults
  now?: () => Date
  /** Oldest ledger whose transactions the server still has, as if the ones before had been pruned. */
  historyFloor?: number
  /** Index of the first ledger of a new chain. Default 32,570, as on the public network. */
  firstLedger?: number
  /** Goes into the hashes of a new chain's ledgers. Default: nothing that any other chain has. */
  origin?: string
  /** What ledgers take at the base fee. Default 1000, as in rippled's standalone mode. */
  ledgerSizes?: LedgerSizes
  /** False: the server says nothing of its network, as rippled does in its default configuration. Default true. */
  announcesNetwork?: boolean
  /** Ledgers an account must have been silent before it can be deleted. Default 255, as everywhere. */
  deletableAfter?: number
}

export type Rippled = {
  /** ws://127.0.0.1:port; the same port takes JSON-RPC by POST. */
  url: string
  port: number
  /** Closes the open ledger now and returns its index. */
  closeLedger(): number
  /** Forgets the transactions before this ledger, as a server that was pruned. */
  forgetBefore(ledger: number): void
  /**
   * Other people fill the ledgers until this is called with null: `ledgerLimit` transactions come in at the base fee,
   * above that the fee escalates as rippled's does, and `others` are in each open ledger from its beginning on. So with
   * more others than the limit, the base fee buys a place in the queue at most.
   */
  crowd(crowd: Crowd | null): void
  /** The server asks for this many times the least fee as long as it has so much to do. 1: as the ledger does. */
  load(factor: number): void
  /** Begins anew from the genesis, as a test network does now and then: what was there is gone, also from the journal. */
  reset(): void
  close(): Promise<void>
  /**
   * Test hook: the next Payment that is submitted, or the one with this hash, delivers no more than `drops` of its
   * Amount of XRP, as a partial payment across currencies may.
   */
  deliverPartially(next: { hash?: string; drops: string }): void
  /** Test hook: puts a transaction that was recorded elsewhere into the next ledger. It changes no balance. */
  injectIncoming(recorded: Recorded): void
}

const LARGEST_MESSAGE = 1024 * 1024
const HTML_PAGE = '<!doctype html><title>Just a moment…</title><p>Checking your connection.'

/** Rejects with the error of `listen`, EADDRINUSE for instance. */
export async function startRippled(options: RippledOptions): Promise<Rippled> {
  const { networkId, faults, now = () => new Date(), deletableAfter = 255 } = options
  const http = createServer()
  // The port first: a second harbour must not write to the journal of one that runs.
  const port = await listen(http, options.port)
  const nodeOptions = { ...options, deletableAfter, now }
  let node = startNodeOr(() => http.close(), nodeOptions)
  const fates = openFates(faults)
  const streams = openStreams()
  const settings: DispatchSettings = {
    node,
    networkId,
    announcesNetwork: options.announcesNetwork ?? true,
    port,
    historyFloor: options.historyFloor ?? 0,
    now,
    startedAt: now(),
    faults,
    fates,
  }

  http.on('request', (incoming, response) => {
    answerHttp(settings, incoming, response).catch((error: unknown) => {
      // A client that broke off is its own affair.
      if (!incoming.destroyed) report(error)
      response.destroy()
    })
  })
  const sockets = new WebSocketServer({ server: http, maxPayload: LARGEST_MESSAGE })
  sockets.on('connection', (socket) => serveSocket(settings, socket, streams))
  const publishLedgers = () => {
    node.onClosed(() => streams.publish(newsOf(settings)))
    node.onProposed((proposed) => streams.propose(proposed, node.open().index))
  }
  publishLedgers()
  const timer = options.ledgerMs > 0 ? setInterval(() => node.closeLedger(), options.ledgerMs) : undefined

  return {
    url: `ws://127.0.0.1:${port}`,
    port,
    closeLedger: () => node.closeLedger(),
    crowd(crowd) {
      node.crowd(crowd)
    },
    load(factor) {
      node.loadFactor = Math.round(NO_LOAD * factor)
    },
    forgetBefore(ledger) {
      settings.historyFloor = ledger
    },
    reset() {
      node.close()
      eraseJournal(options.journalFile)
      node = startNode(nodeOptions)
      settings.node = node
      settings.historyFloor = 0
      publishLedgers()
      for (const socket of sockets.clients) socket.terminate()
    },
    deliverPartially: ({ hash, drops }) => fates.shorten({ hash: hash?.toUpperCase() ?? null, drops: BigInt(drops) }),
    injectIncoming: (recorded) => node.place(recorded),
    async close() {
      clearInterval(timer)
      for (const socket of sockets.clients) socket.terminate()
      await new Promise<void>((resolve, reject) => {
        http.close((error) => (error ? reject(error) : resolve()))
        http.closeAllConnections()
      })
      node.close()
    },
  }
}

/** What subscribers are told of: always the newest ledger, whatever the faults. */
function newsOf({ node, historyFloor, networkId, announcesNetwork }: DispatchSettings) {
  return { node, scope: scopeOf(node, { historyFloor, lag: 0 }), networkId, announcesNetwork }
}

function startNodeOr(giveUp: () => void, options: NodeOptions): Node {
  try {
    return startNode(options)
  } catch (error) {
    giveUp()
    throw error
  }
}

async function listen(http: ReturnType<typeof createServer>, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject)
    http.listen(port, '127.0.0.1', () => {
      http.off('error', reject)
      resolve()
    })
  })
  const address = http.address()
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a port.')
  return address.port
}

function serveSocket(settings: DispatchSettings, socket: WebSocket, streams: Streams): void {
  const send = (message: unknown) => {
    if (socket.readyState === socket.OPEN) socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }
  const subscriber = streams.join(send)
  socket.on('close', () => streams.leave(subscriber))
  // A client that breaks off in the middle of a frame: its own affair, the close follows.
  socket.on('error', () => socket.terminate())
  socket.on('message', async (data) => {
    const request = readFrame(String(data))
    if ('malformed' in request) return send(request.malformed)
    const outcome = await dispatch(settings, request, subscriber)
    if (outcome.kind === 'hang_up') socket.terminate()
    else send(outcome.kind === 'html' ? HTML_PAGE : outcome.body)
  })
}

async function answerHttp(
  settings: DispatchSettings,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(incoming)
  const request = body === null ? null : readRpc(body)
  if (request === null) {
    response.writeHead(400, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Unable to parse request')
    return
  }
  const outcome = await dispatch(settings, request, null)
  switch (outcome.kind) {
    case 'hang_up':
      response.destroy()
      break
    case 'slow_down':
      response.writeHead(503, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Server is overloaded')
      break
    case 'html':
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(HTML_PAGE)
      break
    default:
      response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(outcome.body))
  }
}

/** Null when it is larger than any request. */
async function readBody(incoming: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming) {
    size += chunk.length
    if (size <= LARGEST_MESSAGE) chunks.push(chunk)
  }
  return size > LARGEST_MESSAGE ? null : Buffer.concat(chunks).toString('utf8')
}
