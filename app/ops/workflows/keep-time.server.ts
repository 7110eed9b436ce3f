/** Checks this process's clock while it runs (docs/decisions/072). Counts checks: a wrong clock measures no time. */
import { setTimeout as delay } from 'node:timers/promises'
import { causeOf } from '#app/kernel/domain/cause.ts'
import { readTimes } from '#app/ops/db/ledger-pulses.server.ts'
import { type ProcessRole, removeProcess, sayProcess, sayRefusal } from '#app/ops/db/processes.server.ts'
import { aheadAtLeast, type ClockStanding, isClockWrong, judgeClock, sayOff } from '#app/ops/domain/clock-standing.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { openSettingsComparison } from './compare-settings.server.ts'

const LOOK_MS = 10_000
/** A single check may meet a clock just being corrected, or ledger answers from before the database's clock was. */
const SURE_AFTER = 3
const AT_START = { againMs: 5_000, looks: 12 }
/** A worker that is certain leaves its jobs to others; a web process continues to serve pages for five minutes. */
const ENDS_AFTER: Record<ProcessRole, number> = { worker: SURE_AFTER, web: 30 }

type TimeDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'newId'>

export type ProcessTime = {
  /** The clock is certainly off: this process must decide nothing. */
  isOff(): boolean
  /** Before any work. Null: the clock is right, or the process must end. Else, after a minute: why it cannot start. */
  untilRight(signal: AbortSignal): Promise<string | null>
  /**
   * Before a job that the database handed out at `takenAt`. If that is far from this process's time, the clock is
   * checked anew. Throws when the clock is off: the job is left to another process.
   */
  assertRight(takenAt: Date | null): Promise<void>
  /**
   * Checks at once and every ten seconds, and records each time that the process runs. `onOff`: it has to end, and why.
   * `first` rejects when that could not be recorded: a worker must not pay before others know its limits.
   */
  keep(onOff: (why: string) => void): { first: Promise<void>; stop: () => Promise<void> }
}

type Options = {
  id: string
  role: ProcessRole
  /** What is recorded of the process beside its clock: its settings. */
  word: { settings: Record<string, string>; limits: Record<string, string | null> }
  /** Asks the ledgers again before a clock counts as off. */
  askLedgers?: () => Promise<void>
}

export function openTime(deps: TimeDeps, { id, role, word, askLedgers }: Options): ProcessTime {
  const { db, log } = deps
  const tell = openReporting(log)
  const compareSettings = openSettingsComparison(deps, word.limits)
  let hasBeenRight = false
  let offLooks = 0
  let clockOffMs: number | null = null

  async function look(): Promise<ClockStanding> {
    const standing = await lookOnce(deps)
    if (standing.is !== 'off' || askLedgers === undefined) return standing
    await askLedgers()
    return lookOnce(deps)
  }
  /** An unknown standing changes nothing: the database did not answer. */
  function count(standing: ClockStanding): void {
    if (standing.is === 'off') offLooks += 1
    if (standing.is === 'right') offLooks = 0
    hasBeenRight ||= standing.is === 'right'
    tell(standing)
  }
  const isCertain = () => offLooks >= (hasBeenRight ? SURE_AFTER : 1)

  async function lookAndSay(onOff: (why: string) => void): Promise<void> {
    const standing = await look()
    count(standing)
    if (standing.is !== 'unknown') clockOffMs = standing.is === 'off' && isCertain() ? Math.round(standing.byMs) : null
    if (standing.is === 'off' && offLooks >= ENDS_AFTER[role]) onOff(sayWhy(standing.byMs))
    await sayProcess(db, { id, role, clockOffMs, ...word })
    await compareSettings()
  }

  return {
    isOff: isCertain,
    async untilRight(signal) {
      const refusalId = deps.newId()
      while (!signal.aborted) {
        const standing = await look()
        count(standing)
        if (standing.is === 'right') return null
        if (standing.is === 'off') {
          const refusal = sayWhy(standing.byMs)
          await sayRefusal(db, { id: refusalId, role, refusal }).catch(() => undefined)
          if (offLooks > AT_START.looks) return refusal
        }
        await delay(AT_START.againMs, undefined, { signal }).catch(() => undefined)
      }
      return null
    },
    async assertRight(takenAt) {
      const now = machineTime(deps.clock)
      const isDoubtful = takenAt !== null && isClockWrong(aheadAtLeast({ asked: now, heard: now }, takenAt))
      if (!isCertain() && !(isDoubtful && (await look()).is === 'off')) return
      throw new Error('the clock of this process is off; the job is left to another')
    },
    keep(onOff) {
      let looking: Promise<void> | null = null
      let isSilent = false
      const settled = (look: Promise<void>) =>
        look
          .then(
            () => {
              isSilent = false
            },
            (error: unknown) => {
              if (!isSilent) log.warn({ cause: causeOf(error) }, 'process record update failed')
              isSilent = true
            },
          )
          .finally(() => {
            looking = null
          })
      const first = lookAndSay(onOff)
      looking = settled(first)
      const beat = () => {
        looking ??= settled(lookAndSay(onOff))
      }
      const timer = setInterval(beat, LOOK_MS).unref()
      const stop = async () => {
        clearInterval(timer)
        await looking
        // A process that ends because of its clock keeps its row: operators have to be alerted.
        if (!isCertain()) await removeProcess(db, id).catch(() => undefined)
      }
      return { first, stop }
    },
  }
}

/** A harbour's clock may be moved, and the ledgers follow it: then the machine is compared with the database alone. */
async function lookOnce({ db, clock }: TimeDeps): Promise<ClockStanding> {
  const asked = machineTime(clock)
  const times = await readTimes(db).catch(() => null)
  if (times === null) return judgeClock(null)
  const aheadOfDatabase = aheadAtLeast({ asked, heard: machineTime(clock) }, times.now)
  return judgeClock({ aheadOfDatabase, databaseAhead: clock.movedMs ? {} : times.ahead })
}

function machineTime({ now, movedMs }: TimeDeps['clock']): Date {
  return new Date(now().getTime() - (movedMs?.() ?? 0))
}

function sayWhy(byMs: number): string {
  return `Its clock is ${sayOff(byMs)}: set the time of this machine and of the database's by NTP (docs/operating.md, When a clock is wrong).`
}

/** Logs one line when a problem begins, and one when it ends. */
function openReporting(log: Deps['log']): (standing: ClockStanding) => void {
  let known: 'right' | 'off' | 'database' = 'right'
  return (standing) => {
    if (standing.is === 'unknown') return
    const isOfDatabase = standing.is === 'right' && standing.databaseByMs !== null
    const found = isOfDatabase ? 'database' : standing.is
    if (found === known) return
    known = found
    if (standing.is === 'off') log.error({ byMs: Math.round(standing.byMs) }, 'process clock skew detected')
    else if (isOfDatabase) {
      log.warn({ byMs: Math.round(standing.databaseByMs ?? 0) }, 'database clock skew detected')
    } else log.info({}, 'clock skew resolved')
  }
}
