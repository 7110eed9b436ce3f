/**
 * Ends the worker: within a deadline on a signal or when it is useless for a while, at once on a failure. Cut-off work
 * is repeated, and a new process starts. One that hangs half alive pays nobody, unnoticed (docs/decisions/101).
 */
import { causeOf } from '#app/kernel/domain/cause.ts'
import type { Log } from '#app/workflow-deps.ts'

/** A payout in progress may wait for its ledger to close. Fly.io kills after 30 s (fly.toml), the launcher too. */
const STOP_LIMIT_MS = 25_000

export type Life = {
  /** Aborted when the process is to end. */
  isEnding: AbortSignal
  /** Resolves at the same time. */
  end: Promise<void>
  /** Logs the reason and ends the process as a signal would, with exit code 1. */
  leave(reason: string): void
  /** Logs the reason and ends the process, with exit code 1. */
  fail(reason: string, error?: unknown): never
}

export function openLife(log: Log): Life {
  const ending = new AbortController()
  const end = new Promise<void>((resolve) => ending.signal.addEventListener('abort', () => resolve()))
  const fail = (reason: string, error?: unknown): never => {
    log.fatal({ reason, ...(error !== undefined && { cause: causeOf(error) }) }, 'process terminating')
    process.exit(1)
  }
  const begin = () => {
    setTimeout(() => fail('shutdown timed out'), STOP_LIMIT_MS).unref()
    ending.abort()
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, begin)
  // graphile-worker does not await its report of a job's end: if that fails, the error arrives here (runner.ts).
  process.on('unhandledRejection', (error) => fail('unhandled rejection', error))
  process.on('uncaughtException', (error) => fail('uncaught exception', error))
  const leave = (reason: string) => {
    if (ending.signal.aborted) return
    log.fatal({ reason }, 'process terminating')
    process.exitCode = 1
    begin()
  }
  return { isEnding: ending.signal, end, leave, fail }
}
