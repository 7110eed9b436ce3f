/**
 * Fails over between the servers of one ledger. The first is preferred. When one does not answer, the whole work runs
 * again on the next, never half of it: a proof must come from one server. The silent one is avoided for a while.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Network } from '#app/kernel/domain/assets.ts'
import { causeOf } from '#app/kernel/domain/cause.ts'
import { waitAfterFailure } from '#app/prices/domain/back-off.ts'
import { HistoryDoubted, LedgerUnavailable, type ServedNetwork, SignerUnavailable, TreasuryWaits } from './ledger.ts'

/** A server of another network is tried again after this time: its settings may have been corrected. */
const WRONG_NETWORK_MS = 10 * 60_000
/** A longer Retry-After is cut to this. */
const LONGEST_WISH_MS = 4 * 60_000
/** When every server asked for a pause, a call waits up to this long for the first one; beyond it, it fails at once. */
const PATIENCE_MS = 2_000
/** A ledger without any answer for this long needs a person: the settings, the network or another server. */
const LONG_SILENCE_MS = 5 * 60_000

export type EndpointLog = {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

export type Conduct = {
  answered(): void
  failed(error: unknown): void
  /** Retry-After: it is not asked before. */
  askedForRest(milliseconds: number): void
  /** Its rate limit is used up for this long: others are asked first. */
  spent(milliseconds: number): void
}

export type Endpoints<Client> = {
  /**
   * Runs `work` on one server, and from the start on the next when it throws LedgerUnavailable. Rejects with
   * HistoryDoubted if any server gave cause for it, else with the last LedgerUnavailable. TreasuryWaits,
   * SignerUnavailable and the doubt 'other_history' reject at once: with two histories no server can be trusted.
   */
  use<Result>(work: (client: Client) => Promise<Result>): Promise<Result>
  /** The server for a connection that stays open, and how long to wait before it may be asked. */
  pick(): { client: Client; restMs: number }
  readonly all: readonly Client[]
}

type Endpoint<Client> = {
  client: Client
  /** Consecutive. */
  failures: number
  /** Until then others are asked first. */
  avoidedUntil: number
  /** Until then it is not asked at all. */
  closedUntil: number
}

type Settings<Client> = {
  network: Network
  urls: readonly string[]
  open: (url: string, conduct: Conduct) => Client
  log?: EndpointLog | undefined
  now?: () => number
}

export function openEndpoints<Client>({
  network,
  urls,
  open,
  log,
  now = Date.now,
}: Settings<Client>): Endpoints<Client> {
  const endpoints = urls.map((url) => {
    const endpoint: Omit<Endpoint<Client>, 'client'> = { failures: 0, avoidedUntil: 0, closedUntil: 0 }
    return Object.assign(endpoint, { client: open(url, conductOf(endpoint, nameOf(url))) })
  })
  /** Since when no server has answered; null after an answer. */
  let silence: { since: number; isTold: boolean } | null = null

  function endSilence(): void {
    if (silence?.isTold) log?.info({ network, silentMs: now() - silence.since }, 'ledger recovered')
    silence = null
  }

  function tellOfLongSilence(error: unknown): void {
    silence ??= { since: now(), isTold: false }
    const silentMs = now() - silence.since
    if (silence.isTold || silentMs < LONG_SILENCE_MS) return
    silence.isTold = true
    const facts = { network, silentMs, cause: causeOf(error) }
    log?.error(facts, 'ledger unavailable')
  }

  function conductOf(endpoint: Omit<Endpoint<Client>, 'client'>, server: string): Conduct {
    return {
      answered() {
        endSilence()
        if (endpoint.failures === 0) return
        log?.info({ network, server, tries: endpoint.failures }, 'ledger server recovered')
        endpoint.failures = 0
        endpoint.avoidedUntil = 0
      },
      failed(error) {
        tellOfLongSilence(error)
        endpoint.failures += 1
        const isWrong = error instanceof HistoryDoubted && error.doubt === 'other_network'
        const back = { failures: endpoint.failures, retryAfterMs: null, random: randomBytes }
        endpoint.avoidedUntil = now() + (isWrong ? WRONG_NETWORK_MS : waitAfterFailure(back))
        // Logged once per outage: the failed requests are logged where they were made.
        if (endpoint.failures > 1) return
        const facts = { network, server, cause: causeOf(error) }
        if (isWrong) log?.error(facts, 'ledger server network mismatched')
        else log?.warn(facts, 'ledger server failed')
      },
      askedForRest(milliseconds) {
        endpoint.closedUntil = now() + Math.min(milliseconds, LONGEST_WISH_MS)
      },
      spent(milliseconds) {
        endpoint.avoidedUntil = now() + Math.min(milliseconds, LONGEST_WISH_MS)
      },
    }
  }

  /** Servers that may be asked now, best first. When all have failed lately, only the one whose pause ends first. */
  function candidates(): Endpoint<Client>[] {
    const open = endpoints.filter(({ closedUntil }) => closedUntil <= now())
    const good = open.filter(({ avoidedUntil }) => avoidedUntil <= now())
    return good.length > 0 ? good : open.toSorted((a, b) => a.avoidedUntil - b.avoidedUntil).slice(0, 1)
  }

  function soonest(): Endpoint<Client> {
    const [first] = endpoints.toSorted((a, b) => a.closedUntil - b.closedUntil)
    if (first === undefined) throw new Error(`no server is set for ${network}`)
    return first
  }

  /** Waits for the server that may be asked soonest, up to PATIENCE_MS. Throws LedgerUnavailable. */
  async function waitForOne(): Promise<Endpoint<Client>> {
    const first = soonest()
    const restMs = first.closedUntil - now()
    if (restMs > PATIENCE_MS) {
      throw new LedgerUnavailable(network, `every server asked to be left alone, the first for ${restMs} ms more`)
    }
    if (restMs > 0) await wait(restMs)
    return first
  }

  return {
    async use(work) {
      const open = candidates()
      let failure: LedgerUnavailable | null = null
      for (const { client } of open.length > 0 ? open : [await waitForOne()]) {
        try {
          return await work(client)
        } catch (error) {
          if (!(error instanceof LedgerUnavailable) || isAnswer(error)) throw error
          if (!(failure instanceof HistoryDoubted)) failure = error
        }
      }
      throw failure ?? new Error(`no server is set for ${network}`)
    },
    pick() {
      const [best] = candidates()
      const chosen = best ?? soonest()
      return { client: chosen.client, restMs: Math.max(chosen.closedUntil - now(), 0) }
    },
    all: endpoints.map(({ client }) => client),
  }
}

/** Asks every server whether it serves the configured network; `look` throws as the client's other requests do. */
export async function servedNetwork<Client>(
  clients: readonly Client[],
  look: (client: Client) => Promise<unknown>,
): Promise<ServedNetwork> {
  const looks = await Promise.allSettled(clients.map(look))
  if (looks.some(({ status }) => status === 'fulfilled')) return { is: 'ours' }
  const words = looks.flatMap((seen) =>
    seen.status === 'rejected' && seen.reason instanceof HistoryDoubted && seen.reason.doubt === 'other_network'
      ? [seen.reason.message]
      : [],
  )
  return words.length === looks.length ? { is: 'other', words: [...new Set(words)].join('; ') } : { is: 'silent' }
}

/** Errors that another server cannot make good: what the ledger says, a signer that is away, or two histories. */
function isAnswer(error: LedgerUnavailable): boolean {
  return (
    error instanceof TreasuryWaits ||
    error instanceof SignerUnavailable ||
    (error instanceof HistoryDoubted && error.doubt === 'other_history')
  )
}

/** The host alone: path and query may contain a key. */
function nameOf(url: string): string {
  return new URL(url).host
}
