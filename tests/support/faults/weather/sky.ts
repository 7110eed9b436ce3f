/** The weather that two proxies (stellar-weather.ts, xrpl-weather.ts) put between workers, not people, and ledgers. */
import type { Network } from '#app/kernel/domain/assets.ts'
import type { Chance } from '../chance.ts'

const ANY = [
  /** The connection breaks before the request reaches the ledger. */
  'drop_before',
  /** The ledger handles the request, and the connection breaks before the answer. */
  'drop_after',
  'delay',
  /** Too many requests: asks to retry later. */
  'too_many',
  'server_error',
  /** 200 and another service's page. */
  'html',
  /** 200 and nothing. */
  'empty',
  'truncated',
] as const
/** For reading requests only. */
const READS = [
  'duplicate',
  /** A list is reversed. */
  'reversed',
  /** An earlier answer to the same request. */
  'stale',
  /** Streams stay open without messages. */
  'silent',
] as const
/** For signed transactions only. */
const SUBMISSIONS = [
  /** Reported as taken, but discarded. */
  'lied_taken',
  /** Reported as refused, but taken. */
  'lied_refused',
  'submitted_twice',
  /** The server is overloaded and takes nothing. */
  'too_busy',
] as const
export const WEATHER = [...ANY, ...READS, ...SUBMISSIONS] as const
export type Weather = (typeof WEATHER)[number]

export type Passing = 'read' | 'submission' | 'stream'

export type Sky = {
  /** From now on, hits this share of the fitting requests. */
  set(network: Network, weather: Weather, share: number): void
  clear(): void
  /** Returns and counts what happens to this request; null: nothing. */
  strike(network: Network, passing: Passing): Weather | null
  hits(): ReadonlyMap<Weather, number>
}

const fits = (weather: Weather, passing: Passing): boolean => {
  const isIn = (kinds: readonly Weather[]) => kinds.includes(weather)
  if (passing === 'stream') return weather === 'silent'
  if (weather === 'silent') return false
  return isIn(ANY) || isIn(passing === 'read' ? READS : SUBMISSIONS)
}

export function openSky(chance: Chance): Sky {
  const now = new Map<Network, { weather: Weather; share: number }>()
  const hits = new Map<Weather, number>()
  return {
    set: (network, weather, share) => void now.set(network, { weather, share }),
    clear: () => now.clear(),
    strike(network, passing) {
      const over = now.get(network)
      if (!over || !fits(over.weather, passing)) return null
      if (chance.next() >= over.share) return null
      hits.set(over.weather, (hits.get(over.weather) ?? 0) + 1)
      return over.weather
    },
    hits: () => hits,
  }
}

export const DELAY_MS = 2_500
/** How long a rate-limited client is asked to wait. */
export const RETRY_AFTER_SECONDS = 2
export const HTML = '<!doctype html><title>Just a moment…</title><p>Checking your connection.'
