/** The facts on every line of the log about its work: its request or job. They follow it through all awaited calls. */
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

/** For work that begins in a callback of Node's, which ends before the work does. */
export function enterLogContext(context: LogContext): void {
  contexts.enterWith(context)
}

/** Adds what becomes known during the work, such as who asks, to all later lines. Outside of work it does nothing. */
export function addToLogContext(facts: LogContext): void {
  const context = contexts.getStore()
  if (context) Object.assign(context, facts)
}
