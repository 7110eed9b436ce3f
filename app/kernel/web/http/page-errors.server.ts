import { setTimeout as delay } from 'node:timers/promises'
import { causeOf, isDatabaseAway, passesByItself } from '#app/kernel/domain/cause.ts'
import { pathForLog } from '#app/kernel/domain/secrets.ts'
import { noteUnavailable } from '#app/kernel/web/serving/unavailable.server.ts'
import { deps } from '#app/runtime.server.ts'

/** Remix's own words for an address in the form of an earlier version. */
const ODD = /should not be making \?_data/

const ASK_AGAIN_MS = 2_000

let isAway = false

/**
 * The database does not answer: noted with the request, and said once, not for each request; the log says so too when it is back.
 */
export function tellDatabaseAway(error: unknown): void {
  noteUnavailable('database')
  if (isAway) return
  isAway = true
  deps.log.warn({ cause: causeOf(error) }, 'the database does not answer; pages say so until it does')
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
  deps.log.info({}, 'the database is back')
}

/** One line for what went wrong without anybody's doing: what passes by itself is told without the places it came through. */
export function tellAccident(error: unknown, facts: object, message: string): void {
  if (isDatabaseAway(error)) tellDatabaseAway(error)
  else if (passesByItself(error)) deps.log.warn({ ...facts, cause: causeOf(error) }, message)
  else deps.log.error({ ...facts, err: error }, message)
}

/** One line for a page that could not be made. What a visitor asked for wrongly is in the line of the request already. */
export function tellPageError(error: unknown, request: Request): void {
  if (isVisitorsFault(error)) return
  const facts = { method: request.method, path: pathForLog(new URL(request.url).pathname) }
  if (error instanceof Error && ODD.test(error.message)) {
    deps.log.info({ ...facts, cause: causeOf(error) }, 'a request was refused that none of our pages sends')
  } else {
    tellAccident(error, facts, 'a page failed')
  }
}

/** No such page, or none that takes forms: so Remix says it where nobody threw. */
function isVisitorsFault(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('status' in error && 'internal' in error)) return false
  return typeof error.status === 'number' && error.status >= 400 && error.status < 500
}
