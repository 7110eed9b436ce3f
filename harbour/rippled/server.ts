/**
 * The harbour's rippled: a ledger of the XRP Ledger's kind behind its WebSocket and JSON-RPC interface, both on one
 * port of 127.0.0.1. One server is the whole network, so whatever it closes is validated.
 */
import { createServer } from 'node:http'
import type { Faults } from '#harbour/faults.ts'
import { KEPT_IDLE } from '#harbour/http.ts'
import { eraseJournal } from '#harbour/journal.ts'
import { type DispatchSettings, type Flavour, report } from '#harbour/rippled/dispatch.ts'
import { NO_LOAD } from '#harbour/rippled/engine/transactor.ts'
import { openFates } from '#harbour/rippled/fates.ts'
import { answerHttp } from '#harbour/rippled/http.ts'
import type { GenesisAccount } from '#harbour/rippled/ledger/genesis-account.ts'
import { type Crowd, type Node, type NodeOptions, startNode } from '#harbour/rippled/ledger/node.ts'
import type { Recorded } from '#harbour/rippled/ledger/recorded.ts'
import type { LedgerSizes } from '#harbour/rippled/queue/fee-levels.ts'
import { scopeOf } from '#harbour/rippled/rpc/scope.ts'
import { type GuestLimit, serveSockets } from '#harbour/rippled/sockets.ts'
import { openStreams } from '#harbour/rippled/streams.ts'

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
  /**
   * True: the first ledger has only the account that every new XRP Ledger begins with, and that pays those of the genesis
   * in a ledger of its own, so that their histories begin with how they came to be. Default false: they are in the first.
   */
  fundsByPayment?: boolean
  /** 'clio': reads come as a Clio server gives them, which passes on to a rippled what it cannot know. Default 'rippled'. */
  flavour?: Flavour
  /** Ledgers an account must have been silent before it can be deleted. Default 255, as everywhere. */
  deletableAfter?: number
  /** How much a guest may ask. Default: as much as it likes. */
  guestLimit?: GuestLimit
}

/** What is wrong with the network, or with the server, beyond single requests. */
export type NetworkWeather = { crowd: Crowd | null; load: number; history: 'own' | 'other' }

export type Rippled = {
  /** ws://127.0.0.1:port; the same port takes JSON-RPC by POST. */
  url: string
  port: number
  /** Closes the open ledger now and returns its index, in the chain that is shown. */
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
  /**
   * Another node answers at this address until `showOwnHistory`: of a chain with the same network id, begun anew from the
   * same genesis, `ledgers` long (default: as long as this one). Sockets end when it begins and when it is over. What is
   * submitted meanwhile goes into that chain alone; ledgers close in both.
   */
  showOtherHistory(about?: { ledgers?: number }): void
  showOwnHistory(): void
  weather(): NetworkWeather
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

/** Rejects with the error of `listen`, EADDRINUSE for instance. */
export async function startRippled(options: RippledOptions): Promise<Rippled> {
  const { networkId, faults, now = () => new Date(), deletableAfter = 255 } = options
  const http = createServer(KEPT_IDLE)
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
    flavour: options.flavour ?? 'rippled',
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
  const sockets = serveSockets(settings, streams, { server: http, guestLimit: options.guestLimit ?? null })
  /** Subscribers hear of the chain that is shown. */
  const publishLedgersOf = (source: Node) => {
    const isShown = () => settings.node === source
    source.onClosed(() => isShown() && streams.publish(newsOf(settings)))
    source.onProposed((proposed) => isShown() && streams.propose(proposed, source.open().index))
  }
  publishLedgersOf(node)
  /** The node that is shown in place of this one. */
  let other: Node | null = null
  let crowd: Crowd | null = null
  let load = 1
  const show = (shown: Node) => {
    settings.node = shown
    sockets.terminateAll()
  }
  const applyWeather = () => {
    for (const one of other === null ? [node] : [node, other]) {
      one.crowd(crowd)
      one.loadFactor = Math.round(NO_LOAD * load)
    }
  }
  const showOwnHistory = () => {
    if (other === null) return
    other.close()
    other = null
    show(node)
  }
  const closeLedger = () => {
    const own = node.closeLedger()
    return other === null ? own : other.closeLedger()
  }
  const timer = options.ledgerMs > 0 ? setInterval(closeLedger, options.ledgerMs) : undefined

  return {
    url: `ws://127.0.0.1:${port}`,
    port,
    closeLedger,
    crowd(people) {
      crowd = people
      applyWeather()
    },
    load(factor) {
      load = factor
      applyWeather()
    },
    showOtherHistory({ ledgers } = {}) {
      if (other !== null) return
      const length = ledgers ?? node.chain.last() - node.chain.first + 1
      other = startNode({ ...nodeOptions, journalFile: null, origin: undefined, ledgers: length })
      publishLedgersOf(other)
      applyWeather()
      show(other)
    },
    showOwnHistory,
    weather: () => ({ crowd, load, history: other === null ? 'own' : 'other' }),
    forgetBefore(ledger) {
      settings.historyFloor = ledger
    },
    reset() {
      showOwnHistory()
      node.close()
      eraseJournal(options.journalFile)
      node = startNode(nodeOptions)
      settings.historyFloor = 0
      publishLedgersOf(node)
      applyWeather()
      show(node)
    },
    deliverPartially: ({ hash, drops }) => fates.shorten({ hash: hash?.toUpperCase() ?? null, drops: BigInt(drops) }),
    injectIncoming: (recorded) => settings.node.place(recorded),
    async close() {
      clearInterval(timer)
      sockets.terminateAll()
      await new Promise<void>((resolve, reject) => {
        http.close((error) => (error ? reject(error) : resolve()))
        http.closeAllConnections()
      })
      other?.close()
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
