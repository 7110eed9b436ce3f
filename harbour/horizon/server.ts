/** A Stellar network in one process with Horizon's API: unmodified clients cannot tell it from the real one. */
import { createServer, type Server } from 'node:http'
import type { Faults } from '#harbour/faults.ts'
import { KEPT_IDLE } from '#harbour/http.ts'
import { eraseJournal } from '#harbour/journal.ts'
import { respond } from './http/respond.ts'
import type { Arrange } from './ledger/closing/order.ts'
import type { GenesisAccount } from './ledger/genesis.ts'
import type { Market } from './ledger/market.ts'
import { GENESIS_LEDGER, Network } from './ledger/network.ts'
import type { NetworkOptions } from './ledger/network-options.ts'

export type { GenesisAccount } from './ledger/genesis.ts'

export type HorizonOptions = {
  /** 0: any free port. */
  port: number
  passphrase: string
  /** Milliseconds between ledgers; 0: they close only by `closeLedger`. */
  ledgerMs: number
  /** Null: nothing is persisted. */
  journalFile: string | null
  /** Accounts of the first ledger. On a later start only those unknown to the journal are added. */
  genesis: GenesisAccount[]
  faults: Faults
  now?: () => Date
  /** Oldest ledger shown, as on a Horizon with a partial history. */
  historyFloor?: number
  /** Rates for path payments; none by default. */
  market?: Market
  /** Milliseconds that POST /transactions waits for the ledger before it answers 504. */
  submissionTimeoutMs?: number
  /** Order within a ledger; `drawOrder` by default, as on a real network. */
  arrange?: Arrange
}

export type Horizon = {
  url: string
  port: number
  /** Closes a ledger now and returns its number. */
  closeLedger(): number
  /** Closes one ledger at the current time after the clock was moved, without those in between. */
  passTime(): number
  /** Number of the last closed ledger, in the chain that is shown. */
  latestLedger(): number
  /** Hides the ledgers before this one, as a Horizon with a partial history. */
  forgetBefore(ledger: number): void
  /**
   * Until `showOwnHistory`, a node of another chain answers here: same passphrase and genesis, `ledgers` long (default:
   * as long as this one). Streams end at both switches. Submissions go only into that chain; ledgers close in both.
   */
  showOtherHistory(about?: { ledgers?: number }): void
  showOwnHistory(): void
  /** Restarts from the genesis, as a test network does every few months; erases the journal, too. */
  reset(): void
  close(): Promise<void>
}

/** As Horizon: six ledgers of the public network. */
const SUBMISSION_TIMEOUT_MS = 30_000

/**
 * Listens on 127.0.0.1. Rejects when the port is taken, before it touches the journal: the stand-in that listens there
 * may own it. Rejects as well when the journal cannot be read or written.
 */
export async function startHorizon(options: HorizonOptions): Promise<Horizon> {
  const server = createServer(KEPT_IDLE)
  const port = await listen(server, options.port)
  const now = options.now ?? (() => new Date())
  const networkOptions = { ...options, market: options.market ?? null, now }
  let network = openNetwork(server, networkOptions)
  let elder = options.historyFloor ?? GENESIS_LEDGER
  /** The chain shown in place of this one; null: none. */
  let other: Network | null = null
  const stopping = new AbortController()
  /** Aborted with this network: a stream shows only the network in which it was opened. */
  let epoch = new AbortController()
  const beginEpoch = () => {
    epoch.abort()
    epoch = new AbortController()
  }
  const showOwnHistory = () => {
    if (other === null) return
    other.stop()
    other = null
    beginEpoch()
  }
  /** Closes a ledger in both chains; returns its number in the shown one. */
  const close = (how: (chain: Network) => number): number => {
    const own = how(network)
    return other === null ? own : how(other)
  }
  server.on('request', (incoming, response) => {
    void respond(incoming, response, {
      network: other ?? network,
      now,
      faults: options.faults,
      elder: other === null ? elder : GENESIS_LEDGER,
      patienceMs: options.submissionTimeoutMs ?? SUBMISSION_TIMEOUT_MS,
      stopped: AbortSignal.any([stopping.signal, epoch.signal]),
    })
  })
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    closeLedger: () => close((chain) => chain.closeLedger()),
    passTime: () => close((chain) => chain.passTime()),
    latestLedger: () => (other ?? network).latest,
    forgetBefore(ledger) {
      elder = ledger
    },
    showOtherHistory({ ledgers } = {}) {
      if (other !== null) return
      const length = ledgers ?? network.latest - GENESIS_LEDGER + 1
      other = new Network({ ...networkOptions, journalFile: null, ledgers: length })
      beginEpoch()
    },
    showOwnHistory,
    reset() {
      showOwnHistory()
      network.stop()
      eraseJournal(options.journalFile)
      network = new Network(networkOptions)
      elder = GENESIS_LEDGER
      beginEpoch()
    },
    close: () =>
      new Promise((resolve, reject) => {
        stopping.abort()
        other?.stop()
        network.stop()
        server.close((error) => (error === undefined ? resolve() : reject(error)))
        server.closeAllConnections()
      }),
  }
}

/** Resolves with the actual port. */
function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

function openNetwork(server: Server, options: NetworkOptions): Network {
  try {
    return new Network(options)
  } catch (error) {
    server.close()
    throw error
  }
}
