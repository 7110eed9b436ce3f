/**
 * Judges whether the clock of a process is right, by the database's clock and the close times of the ledgers. Two
 * independent witnesses overrule one (docs/decisions/072).
 */
import { NETWORKS, type Network } from '#app/kernel/domain/assets.ts'

/** XRP Ledger close times are rounded to ten seconds, and the newest ledger is seconds old: less proves nothing. */
const OFF_MS = 30_000

/** Differences of clocks in milliseconds; above 0: ahead. */
export type ClockSeen = {
  /** Of the process before the database: at least so much. */
  aheadOfDatabase: number
  /** Of the database before each ledger that has answered lately. */
  databaseAhead: Partial<Record<Network, number>>
}

/** Above 0: ahead; below: behind. `databaseByMs`: of the database's clock, as ledgers confirm. Null: it is right. */
export type ClockStanding =
  | { is: 'right'; databaseByMs: number | null }
  | { is: 'off'; byMs: number }
  /** The database did not answer. */
  | { is: 'unknown' }

/**
 * - Off from the database, and from all known ledgers in the same direction: off. Also when no ledger is known.
 * - Agrees with the database, but differs from both ledgers by about the same: off, and so is the database.
 * - Off from one ledger alone: that ledger has halted or lags. The database alone off: a problem of its own.
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
  if (isClockWrong(aheadOfDatabase)) {
    const isBorneOut = fromLedgers.length === 0 || (isOffFromLedgers && isSameWay(byMs, aheadOfDatabase))
    return isBorneOut ? { is: 'off', byMs } : { is: 'right', databaseByMs: -aheadOfDatabase }
  }
  const isShared = isOffFromLedgers && fromLedgers.length === NETWORKS.length && spreadOf(fromLedgers) <= OFF_MS
  return isShared ? { is: 'off', byMs } : { is: 'right', databaseByMs: null }
}

export function isClockWrong(byMs: number): boolean {
  return Math.abs(byMs) > OFF_MS
}

function agreeOnOff(readings: readonly number[]): boolean {
  return readings.every((each) => isClockWrong(each) && isSameWay(each, readings[0] ?? 0))
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

/** By how many ms `here` is at least ahead of `there` (below 0: behind); `there` was read between asked and heard. */
export function aheadAtLeast(here: { asked: Date; heard: Date }, there: Date): number {
  if (here.asked > there) return here.asked.getTime() - there.getTime()
  if (here.heard < there) return here.heard.getTime() - there.getTime()
  return 0
}

/** '3 minutes behind': for a log line and a refusal. */
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
