/** A Stellar network of one machine with the face of Horizon: unmodified clients cannot tell it from the real one. */
import { createServer, type Server } from 'node:http'
import type { Faults } from '#harbour/faults.ts'
import { eraseJournal } from '#harbour/journal.ts'
import { respond } from './http/respond.ts'
import type { GenesisAccount } from './ledger/genesis.ts'
import type { Market } from './ledger/market.ts'
import { GENESIS_LEDGER, Network, type NetworkOptions } from './ledger/network.ts'
import type { Arrange } from './ledger/order.ts'

export type { GenesisAccount } from './ledger/genesis.ts'

export type HorizonOptions = {
  /** 0: any free one. */
  port: number
  passphrase: string
  /** Milliseconds between ledgers; 0: they close only by `closeLedger`. */
  ledgerMs: number
  /** Null: the ledger is forgotten when the process ends. */
  journalFile: string | null
  /** Accounts of the first ledger. On a later start only those are added that the journal has never known. */
  genesis: GenesisAccount[]
  faults: Faults
  now?: () => Date
  /** Oldest ledger that is still shown, as on a Horizon that forgets. */
  historyFloor?: number
  /** Who trades what for what in path payments; nobody by default. */
  market?: Market
  /** How long POST /transactions waits for the ledger before it answers 504. */
  submissionTimeoutMs?: number
  /** The order within a ledger; drawn by default, as on a real network. */
  arrange?: Arrange
}

export type Horizon = {
  url: string
  port: number
  /** Closes a ledger now and returns its number. */
  closeLedger(): number
  /** Closes the next ledger at the present time when the clock was moved: no ledgers were missed meanwhile. */
  passTime(): number
  /** Number of the last closed ledger. */
  latestLedger(): number
  /** Shows nothing of the ledgers before this one any more, as a Horizon that keeps a part of the history. */
  forgetBefore(ledger: number): void
  /** Begins anew from the genesis, as a test network does every few months: what was there is gone, also from the journal. */
  reset(): void
  close(): Promise<void>
}

/** As Horizon: six ledgers of the public network. */
const SUBMISSION_TIMEOUT_MS = 30_000

/**
 * Starts listening on 127.0.0.1. Rejects when the port is taken, before the journal is touched: it may belong to the
 * stand-in that listens there. Rejects as well when the journal cannot be read or written.
 */
export async function startHorizon(options: HorizonOptions): Promise<Horizon> {
  const server = createServer()
  const port = await listen(server, options.port)
  const now = options.now ?? (() => new Date())
  const networkOptions = { ...options, market: options.market ?? null, now }
  let network = openNetwork(server, networkOptions)
  let elder = options.historyFloor ?? GENESIS_LEDGER
  const stopping = new AbortController()
  /** Ends with this network: streams show the one in which they were opened. */
  let epoch = new AbortController()
  server.on('request', (incoming, response) => {
    void respond(incoming, response, {
      network,
      now,
      faults: options.faults,
      elder,
      patienceMs: options.submissionTimeoutMs ?? SUBMISSION_TIMEOUT_MS,
      stopped: AbortSignal.any([stopping.signal, epoch.signal]),
    })
  })
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    closeLedger: () => network.closeLedger(),
    passTime: () => network.passTime(),
    latestLedger: () => network.latest,
    forgetBefore(ledger) {
      elder = ledger
    },
    reset() {
      network.stop()
      eraseJournal(options.journalFile)
      network = new Network(networkOptions)
      elder = GENESIS_LEDGER
      epoch.abort()
      epoch = new AbortController()
    },
    close: () =>
      new Promise((resolve, reject) => {
        stopping.abort()
        network.stop()
        server.close((error) => (error === undefined ? resolve() : reject(error)))
        server.closeAllConnections()
      }),
  }
}

/** Resolves with the port that it got. */
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
