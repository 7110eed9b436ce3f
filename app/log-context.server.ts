/**
 * What every line of the log says of the work that it belongs to, without being told each time: of which request it is, of
 * which job. It follows the work through everything that is awaited.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

/** docs/operating.md, "Reading the log", says what each field means. */
export type LogContext = { requestId?: string } & Record<string, string | number>

const contexts = new AsyncLocalStorage<LogContext>()

export function logContext(): LogContext {
  return contexts.getStore() ?? {}
}

export function withLogContext<Result>(context: LogContext, work: () => Result): Result {
  return contexts.run(context, work)
}

/** For work that begins in a call of Node's own, which ends before the work does. */
export function enterLogContext(context: LogContext): void {
  contexts.enterWith(context)
}

/** What becomes known while the work is done: whoever asks, above all. Said on all lines from then on; nothing outside of work. */
export function addToLogContext(facts: LogContext): void {
  const context = contexts.getStore()
  if (context) Object.assign(context, facts)
}
