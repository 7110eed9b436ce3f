/**
 * How the worker's process ends, and that it does. It is told to (SIGTERM, SIGINT) or it fails; either way it puts its
 * work down within a deadline, after which it is ended with exit code 1. Whoever keeps it starts another one: a worker
 * that hangs on half alive pays nobody, and nobody notices (docs/decisions/017).
 */
import { causeOf } from '#app/domain/kernel/cause.ts'
import type { Log } from '#app/workflows/deps.ts'

/** A payout under way may wait for its ledger to close. Fly.io kills after 30 s (fly.toml), the launcher too. */
const STOP_LIMIT_MS = 25_000
/** After a failure what is under way seldom ends well: a job that is cut off is done again. */
const FAIL_LIMIT_MS = 5_000

export type Life = {
  /** Settles when the process is to end, for whatever reason; true from then on. */
  isEnding: AbortSignal
  end: Promise<void>
  /** Ends the process with exit code 1. The first reason is written down; what fails after it is its consequence. */
  fail(reason: string, error?: unknown): void
}

export function openLife(log: Log): Life {
  const ending = new AbortController()
  const end = new Promise<void>((resolve) => ending.signal.addEventListener('abort', () => resolve()))
  const endWithin = (ms: number, sentence: string) => {
    setTimeout(() => {
      log.error({ seconds: ms / 1_000 }, sentence)
      process.exit(1)
    }, ms).unref()
    ending.abort()
  }
  const fail: Life['fail'] = (reason, error) => {
    if (process.exitCode === 1) return
    process.exitCode = 1
    log.error(error === undefined ? {} : { error: causeOf(error) }, `the worker ends itself: ${reason}`)
    endWithin(FAIL_LIMIT_MS, 'the work under way did not end after the failure; the worker is ended')
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => endWithin(STOP_LIMIT_MS, 'the work under way did not end in time; the worker is ended'))
  }
  // graphile-worker reports the end of a job without waiting: when that fails, this is where it shows (runner.ts).
  process.on('unhandledRejection', (error) => fail('something failed that nobody waits for', error))
  process.on('uncaughtException', (error) => fail('an error was caught by nobody', error))
  return { isEnding: ending.signal, end, fail }
}
