/**
 * Is the clock of a process right? It is compared with the database's and with the close times of the ledgers; two witnesses
 * that have nothing to do with each other decide against one (docs/decisions/102).
 */
import { NETWORKS, type Network } from '#app/kernel/domain/assets.ts'

/** Close times are rounded to ten seconds on the XRP Ledger, and the newest ledger is some seconds old: less says nothing. */
const OFF_MS = 30_000

/** What was seen of a clock, in milliseconds; above 0: it is ahead. */
export type ClockSeen = {
  /** Of the process before the database: at least so much. */
  aheadOfDatabase: number
  /** Of the database before each ledger that has answered lately. */
  databaseAhead: Partial<Record<Network, number>>
}

/** `byMs`: ahead, or behind below 0. `databaseByMs`: the database's clock is off, as the ledgers bear out; null: it agrees. */
export type ClockStanding =
  | { is: 'right'; databaseByMs: number | null }
  | { is: 'off'; byMs: number }
  /** The database did not say. */
  | { is: 'unknown' }

/**
 * - Off from the database, and from each ledger that is known in the same direction: off. With no ledger known nobody bears it out.
 * - At one with the database, but off from both ledgers by about the same: off, and the database with it.
 * - One ledger off alone has halted or lags; the database off alone is its own trouble.
 */
export function judgeClock(seen: ClockSeen | null): ClockStanding {
  if (seen === null) return { is: 'unknown' }
  const { aheadOfDatabase, databaseAhead } = seen
  const fromLedgers = NETWORKS.flatMap((network) => {
    const ahead = databaseAhead[network]
    return ahead === undefined ? [] : [aheadOfDatabase + ahead]
  })
  const isOffFromLedgers = fromLedgers.length > 0 && agreeOnOff(fromLedgers)
  const byMs = isOffFromLedgers ? leastOf(fromLedgers) : aheadOfDatabase
  if (isOff(aheadOfDatabase)) {
    const isBorneOut = fromLedgers.length === 0 || (isOffFromLedgers && isSameWay(byMs, aheadOfDatabase))
    return isBorneOut ? { is: 'off', byMs } : { is: 'right', databaseByMs: -aheadOfDatabase }
  }
  const isShared = isOffFromLedgers && fromLedgers.length === NETWORKS.length && spreadOf(fromLedgers) <= OFF_MS
  return isShared ? { is: 'off', byMs } : { is: 'right', databaseByMs: null }
}

export function isOff(byMs: number): boolean {
  return Math.abs(byMs) > OFF_MS
}

function agreeOnOff(readings: readonly number[]): boolean {
  return readings.every((each) => isOff(each) && isSameWay(each, readings[0] ?? 0))
}

function isSameWay(one: number, other: number): boolean {
  return Math.sign(one) === Math.sign(other)
}

function leastOf(readings: readonly number[]): number {
  return readings.reduce((least, each) => (Math.abs(each) < Math.abs(least) ? each : least))
}

function spreadOf(readings: readonly number[]): number {
  return Math.max(...readings) - Math.min(...readings)
}

/**
 * By how much `here` is ahead of `there` (below 0: behind), at least: the answer was made at some moment between question and
 * arrival, and no more is known than that. Milliseconds.
 */
export function aheadAtLeast(here: { asked: Date; heard: Date }, there: Date): number {
  if (here.asked > there) return here.asked.getTime() - there.getTime()
  if (here.heard < there) return here.heard.getTime() - there.getTime()
  return 0
}

/** '3 minutes behind': as a line of the log and a refusal say it. */
export function sayOff(byMs: number): string {
  const seconds = Math.round(Math.abs(byMs) / 1_000)
  const units = [
    ['days', 86_400],
    ['hours', 3_600],
    ['minutes', 60],
  ] as const
  const [unit, length] = units.find(([, each]) => seconds >= 2 * each) ?? ['seconds', 1]
  return `${Math.round(seconds / length)} ${unit} ${byMs > 0 ? 'ahead' : 'behind'}`
}
