/**
 * Several servers of one ledger. The first is preferred; when one does not answer, the whole work is done with the
 * next (never half of it: what proves something must come from one server), and the silent one is left alone for a while.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Network } from '#app/kernel/domain/assets.ts'
import { causeOf } from '#app/kernel/domain/cause.ts'
import { waitAfterFailure } from '#app/prices/domain/back-off.ts'
import { HistoryDoubted, LedgerUnavailable, type ServedNetwork, SignerUnavailable, TreasuryWaits } from './ledger.ts'

/** A server of another network is looked at again after this time: its settings may have been mended. */
const WRONG_NETWORK_MS = 10 * 60_000
/** A server may ask to be left alone for longer; nobody waits for longer than this before asking again. */
const LONGEST_WISH_MS = 4 * 60_000
/** When every server asked to be left alone: up to this long a question waits for the first, beyond it fails at once. */
const PATIENCE_MS = 2_000
/** A ledger that no server has answered for so long needs a person: the settings, the network, or another server. */
const LONG_SILENCE_MS = 5 * 60_000

export type EndpointLog = {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

/** What the client of one server tells about it. */
export type Conduct = {
  answered(): void
  failed(error: unknown): void
  /** It said for how long it wants to be left alone (Retry-After). It is not asked before that. */
  askedForRest(milliseconds: number): void
  /** Its limit is used up for so long: others are asked first. */
  spent(milliseconds: number): void
}

export type Endpoints<Client> = {
  /**
   * Does the work with one server, and from the start with the next when that throws LedgerUnavailable. Rejects with a
   * HistoryDoubted if any server gave cause for one, else with the last LedgerUnavailable; at once where two servers
   * may show two histories, for then no server is to be believed.
   */
  use<Result>(work: (client: Client) => Promise<Result>): Promise<Result>
  /** The server for a connection that stays open, and how long to wait before it may be asked. */
  pick(): { client: Client; restMs: number }
  readonly all: readonly Client[]
}

type Endpoint<Client> = {
  client: Client
  /** In a row. */
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
  /** Since when none has answered; null after an answer. */
  let silence: { since: number; isTold: boolean } | null = null

  function endSilence(): void {
    if (silence?.isTold) log?.info({ network, silentMs: now() - silence.since }, 'the ledger answers again')
    silence = null
  }

  function tellOfLongSilence(error: unknown): void {
    silence ??= { since: now(), isTold: false }
    const silentMs = now() - silence.since
    if (silence.isTold || silentMs < LONG_SILENCE_MS) return
    silence.isTold = true
    const facts = { network, silentMs, cause: causeOf(error) }
    log?.error(facts, 'no server of the ledger has answered for minutes; its payments and payouts wait')
  }

  function conductOf(endpoint: Omit<Endpoint<Client>, 'client'>, server: string): Conduct {
    return {
      answered() {
        endSilence()
        if (endpoint.failures === 0) return
        log?.info({ network, server, tries: endpoint.failures }, 'a server of the ledger answers again')
        endpoint.failures = 0
        endpoint.avoidedUntil = 0
      },
      failed(error) {
        tellOfLongSilence(error)
        endpoint.failures += 1
        const isWrong = error instanceof HistoryDoubted && error.doubt === 'other_network'
        const back = { failures: endpoint.failures, retryAfterMs: null, random: randomBytes }
        endpoint.avoidedUntil = now() + (isWrong ? WRONG_NETWORK_MS : waitAfterFailure(back))
        // Once for each outage: the questions that failed are told of where they are asked.
        if (endpoint.failures > 1) return
        const facts = { network, server, cause: causeOf(error) }
        if (isWrong) log?.error(facts, 'a server of another network is set for this ledger; it is not used')
        else log?.warn(facts, 'a server of the ledger fails and is avoided for a while')
      },
      askedForRest(milliseconds) {
        endpoint.closedUntil = now() + Math.min(milliseconds, LONGEST_WISH_MS)
      },
      spent(milliseconds) {
        endpoint.avoidedUntil = now() + Math.min(milliseconds, LONGEST_WISH_MS)
      },
    }
  }

  /** Those that may be asked now, best first. When all have failed lately, only the one whose turn comes soonest. */
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

  /** The one that may be asked soonest, once its time has come. */
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

/** Asks all of them whether they are of the network that is set; `look` throws as the client's other questions do. */
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

/** No silence of one server that another could make good: what the ledger says, a signer that is away, or two histories. */
function isAnswer(error: LedgerUnavailable): boolean {
  return (
    error instanceof TreasuryWaits ||
    error instanceof SignerUnavailable ||
    (error instanceof HistoryDoubted && error.doubt === 'other_history')
  )
}

/** Without what an address may hold besides: a key in its path or query is nobody's business. */
function nameOf(url: string): string {
  return new URL(url).host
}
