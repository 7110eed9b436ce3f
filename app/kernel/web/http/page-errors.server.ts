import { setTimeout as delay } from 'node:timers/promises'
import { causeOf, isDatabaseAway, passesByItself } from '#app/kernel/domain/cause.ts'
import { pathForLog } from '#app/kernel/domain/secrets.ts'
import { noteUnavailable } from '#app/kernel/web/serving/unavailable.server.ts'
import { deps } from '#app/runtime.server.ts'

/** Remix's message for a URL in the form of an earlier version. */
const ODD = /should not be making \?_data/

const ASK_AGAIN_MS = 2_000

let isAway = false

/** Notes with the request that the database does not answer; logs it once, and again when it is back. */
export function reportDatabaseAway(error: unknown): void {
  noteUnavailable('database')
  if (isAway) return
  isAway = true
  deps.log.warn({ cause: causeOf(error) }, 'database unavailable')
  void untilDatabaseIsBack()
}

async function untilDatabaseIsBack(): Promise<void> {
  while (isAway) {
    await delay(ASK_AGAIN_MS, undefined, { ref: false })
    isAway = await deps.db.$queryRaw`select 1 as "answer"`.then(
      () => false,
      () => true,
    )
  }
  deps.log.info({}, 'database recovered')
}

/** Logs one line for an unexpected failure; without a stack when it passes by itself. */
export function reportError(error: unknown, facts: object, message: string): void {
  if (isDatabaseAway(error)) reportDatabaseAway(error)
  else if (passesByItself(error)) deps.log.warn({ ...facts, cause: causeOf(error) }, message)
  else deps.log.error({ ...facts, err: error }, message)
}

/** Logs one line for a page that failed. A visitor's wrong request is in the line of the request already. */
export function reportPageError(error: unknown, request: Request): void {
  if (isVisitorsFault(error)) return
  const facts = { method: request.method, path: pathForLog(new URL(request.url).pathname) }
  if (error instanceof Error && ODD.test(error.message)) {
    deps.log.info({ ...facts, cause: causeOf(error) }, 'unknown data request refused')
  } else {
    reportError(error, facts, 'page request failed')
  }
}

/** Remix's own errors for a page that does not exist, or accepts no forms. */
function isVisitorsFault(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('status' in error && 'internal' in error)) return false
  return typeof error.status === 'number' && error.status >= 400 && error.status < 500
}
