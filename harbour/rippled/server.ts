/** The XRP Ledger as one server, WebSocket and JSON-RPC on one port: every ledger that it closes is validated. */
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
  /** 0: any free port. */
  port: number
  networkId: number
  /** Milliseconds between ledgers. 0: they close only by `closeLedger`. */
  ledgerMs: number
  /** Null: the ledger is kept in memory only. */
  journalFile: string | null
  /** In drops, with AccountRoot flags. On a later start only accounts unknown to the journal are added. */
  genesis: GenesisAccount[]
  faults: Faults
  now?: () => Date
  /** Oldest ledger whose transactions the server has, as if those before were pruned. */
  historyFloor?: number
  /** Index of the first ledger of a new chain. Default 32,570, as on the public network. */
  firstLedger?: number
  /** Part of the hashes of a new chain's ledgers. Default: unique. */
  origin?: string
  /** Capacity of ledgers at the base fee. Default 1000, as in rippled's standalone mode. */
  ledgerSizes?: LedgerSizes
  /** False: the server does not name its network, as rippled by default. Default true. */
  announcesNetwork?: boolean
  /** True: genesis accounts are paid in a ledger of their own, as their histories show. Default false: in the first. */
  fundsByPayment?: boolean
  /** 'clio': answers reads as a Clio server, which forwards what it cannot know. Default 'rippled'. */
  flavour?: Flavour
  /** An account can be deleted this many ledgers after its Sequence. Default 255, as everywhere. */
  deletableAfter?: number
  /** Request limit of a guest. Default: none. */
  guestLimit?: GuestLimit
}

/** Conditions of the network or the server, beyond single requests. */
export type NetworkWeather = { crowd: Crowd | null; load: number; history: 'own' | 'other' }

export type Rippled = {
  /** ws://127.0.0.1:port; the same port takes JSON-RPC by POST. */
  url: string
  port: number
  /** Closes the open ledger now and returns its index, in the chain that is shown. */
  closeLedger(): number
  /** Hides the transactions before this ledger, as a pruned server does. */
  forgetBefore(ledger: number): void
  /**
   * Others fill the ledgers; null ends it. Above `ledgerLimit` transactions the fee escalates as in rippled; each open
   * ledger begins with `others`. With more others than the limit, the base fee gets at most into the queue.
   */
  crowd(crowd: Crowd | null): void
  /** The server multiplies the minimum fee by this, as under load. 1: no load. */
  load(factor: number): void
  /**
   * Until `showOwnHistory`, a node of another chain answers here: same network id and genesis, `ledgers` long (default:
   * as long as this one). Sockets end at both switches. Submissions go only into that chain; ledgers close in both.
   */
  showOtherHistory(about?: { ledgers?: number }): void
  showOwnHistory(): void
  weather(): NetworkWeather
  /** Restarts from the genesis, as a test network does now and then; erases the journal, too. */
  reset(): void
  close(): Promise<void>
  /** Test hook: the next Payment, or that with `hash`, delivers at most `drops`, as a partial payment may. */
  deliverPartially(next: { hash?: string; drops: string }): void
  /** Test hook: puts a transaction recorded elsewhere into the next ledger. It changes no balance. */
  injectIncoming(recorded: Recorded): void
}

/** Rejects with the error of `listen`, for example EADDRINUSE. */
export async function startRippled(options: RippledOptions): Promise<Rippled> {
  const { networkId, faults, now = () => new Date(), deletableAfter = 255 } = options
  const http = createServer(KEPT_IDLE)
  // The port first: a second harbour must not write to the journal of a running one.
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
      // A client that disconnects is no error.
      if (!incoming.destroyed) report(error)
      response.destroy()
    })
  })
  const sockets = serveSockets(settings, streams, { server: http, guestLimit: options.guestLimit ?? null })
  /** Subscribers receive only the chain that is shown. */
  const publishLedgersOf = (source: Node) => {
    const isShown = () => settings.node === source
    source.onClosed(() => isShown() && streams.publish(newsOf(settings)))
    source.onProposed((proposed) => isShown() && streams.propose(proposed, source.open().index))
  }
  publishLedgersOf(node)
  /** The node shown in place of this one; null: none. */
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

/** Context of pushed messages: always the newest ledger, whatever the faults. */
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
