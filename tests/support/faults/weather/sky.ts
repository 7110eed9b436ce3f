/**
 * The weather between the workers and the ledgers: what the two proxies (stellar-weather.ts, xrpl-weather.ts) do to the
 * requests that pass. People and the judge speak to the ledgers directly and see none of it.
 */
import type { Network } from '#app/kernel/domain/assets.ts'
import type { Chance } from '../chance.ts'

/** What may happen to any request. */
const ANY = [
  /** The connection breaks, and the ledger never heard. */
  'drop_before',
  /** The ledger did its work, and the connection breaks before it says so. */
  'drop_after',
  'delay',
  /** Too many requests, ask again later. */
  'too_many',
  'server_error',
  /** 200 and a page of something in between. */
  'html',
  /** 200 and nothing. */
  'empty',
  /** The first half of the answer. */
  'truncated',
] as const
/** To a question only. */
const READS = [
  /** Each record of a list comes twice. */
  'duplicate',
  /** A list runs backwards. */
  'reversed',
  /** What was answered to the same question before. */
  'stale',
  /** Streams stay open and say nothing. */
  'silent',
] as const
/** To a signed transaction only. */
const SUBMISSIONS = [
  /** It is told to be taken, and is thrown away. */
  'lied_taken',
  /** It is told to be refused, and is taken. */
  'lied_refused',
  'submitted_twice',
  /** The server has too much to do, and takes nothing. */
  'too_busy',
] as const
export const WEATHER = [...ANY, ...READS, ...SUBMISSIONS] as const
export type Weather = (typeof WEATHER)[number]

export type Passing = 'read' | 'submission' | 'stream'

export type Sky = {
  /** From now on this share of the fitting requests is hit. */
  set(network: Network, weather: Weather, share: number): void
  clear(): void
  /** What happens to this request, counted; null: nothing. */
  strike(network: Network, passing: Passing): Weather | null
  /** Requests that were hit, by weather. */
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

/** A late answer comes after this time. */
export const DELAY_MS = 2_500
/** What a server that is asked too often wants to be left alone for. */
export const RETRY_AFTER_SECONDS = 2
export const HTML = '<!doctype html><title>Just a moment…</title><p>Checking your connection.'
