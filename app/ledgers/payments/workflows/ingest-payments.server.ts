import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, isTimeout, type Transaction } from '#app/kernel/db/client.server.ts'
import { HistoryDoubted, type PaymentsPage } from '#app/ledgers/ledger.ts'
import {
  findPosition,
  findStop,
  liftStop,
  lockPosition,
  moveCursor,
  type Position,
  type ReadAccount,
  stopReading,
} from '#app/ledgers/payments/db/readings.server.ts'
import { liftsItself } from '#app/ledgers/payments/domain/reading.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { assertUnpaid, openAccount } from './open-account.server.ts'
import { recordLedgerPayments } from './record-ledger-payments.server.ts'

const PAGE = 200

/** Another reader moved the cursor or stopped the reading meanwhile: nothing of this page may be stored. */
class CursorMoved extends Error {
  override name = 'CursorMoved' as const
}

/**
 * Reads the payments that reached an account since the stored cursor, page by page, and stores each page together with
 * the cursor: a crash between pages repeats and loses nothing. A page that another reader overtook is read again from
 * where that one ended: it may hold payments that the other did not see. A page that takes too long for one transaction
 * is halved until it fits, so that no number of payments blocks later ones. The books of an account are opened before
 * its first read (open-account). Throws LedgerUnavailable: the job is retried.
 *
 * When no server shows the history in which the cursor stands, the reading stops: nothing is stored and the cursor
 * stays until a server shows it again (ledgers/payments/domain/reading) or an operator orders a new read
 * (reread-payments).
 */
export async function ingestPayments(deps: Deps, of: ReadAccount): Promise<'read' | 'stopped'> {
  let limit = PAGE
  for (;;) {
    const stop = await findStop(deps.db, of)
    if (stop !== null && !liftsItself(stop.cause)) return 'stopped'
    const from = await findPosition(deps.db, of)
    const page = await readPage(deps, of, { from, limit })
    if (page instanceof HistoryDoubted) {
      if (await noteDoubt(deps, of, { from, doubt: page })) return 'stopped'
      continue
    }
    // After the page, which proves the history; and before any payment is stored.
    const opening = await openAccount(deps, of)
    if (opening === 'opened') continue
    if (opening === 'not_there') assertUnpaid(of, page)
    const stored = await storePage(deps, of, { from, page })
    if (stored === 'moved') {
      deps.log.debug(of, 'cursor moved by another reader')
      continue
    }
    if (stored === 'too_long') {
      limit = Math.ceil(Math.min(limit, page.payments.length) / 2)
      deps.log.warn({ ...of, limit }, 'payment page timed out')
      continue
    }
    limit = Math.min(PAGE, limit * 2)
    if (page.payments.length > 0) deps.log.info({ ...of, payments: page.payments.length }, 'payments read')
    if (page.caughtUp) return 'read'
  }
}

async function readPage(
  deps: Deps,
  of: ReadAccount,
  { from, limit }: { from: Position; limit: number },
): Promise<PaymentsPage | HistoryDoubted> {
  try {
    return await deps.ledgers[of.network].paymentsTo(of.account, { after: from.cursor, mark: from.mark, limit })
  } catch (error) {
    if (error instanceof HistoryDoubted) return error
    throw error
  }
}

/** Stops the reading. False: the cursor has moved since the doubt arose (a person ordered a new read). */
async function noteDoubt(
  deps: Deps,
  of: ReadAccount,
  { from, doubt: { doubt: cause, message: detail } }: { from: Position; doubt: HistoryDoubted },
): Promise<boolean> {
  const since = deps.clock.now()
  const noted = await inTransaction(deps.db, async (tx) => {
    if (!isSame(await lockPosition(tx, of), from)) return 'moved'
    const isNew = await stopReading(tx, { ...of, cause, detail, since })
    if (isNew) await writeEvent(tx, { kind: 'reading_stopped', at: since, detail: { ...of, cause, detail } })
    return isNew ? 'stopped' : 'known'
  })
  if (noted === 'stopped') {
    deps.log.error({ ...of, doubt: cause, cause: detail }, 'payment reading stopped')
  }
  return noted !== 'moved'
}

function isSame(a: Position, b: Position): boolean {
  return a.cursor === b.cursor && a.mark?.hash === b.mark?.hash
}

/**
 * Stores the payments of a page and moves the cursor to its end. `moved`: another reader moved it meanwhile.
 * `too_long`: several payments did not fit into the time limit of one transaction; nothing is stored.
 */
async function storePage(
  deps: Deps,
  of: ReadAccount,
  { from, page }: { from: Position; page: PaymentsPage },
): Promise<'stored' | 'moved' | 'too_long'> {
  const now = deps.clock.now()
  try {
    const isLifted = await inTransaction(deps.db, async (tx) => {
      if (!isSame(await lockPosition(tx, of), from)) throw new CursorMoved()
      const isLifted = await liftWhatIsOver(tx, of, now)
      const { cursor: to, mark, completeTo } = page
      const moved = await moveCursor(tx, { ...of, from: from.cursor, to, mark, completeTo, now })
      if (!moved) throw new CursorMoved()
      await recordLedgerPayments(deps, tx, page.payments)
      return isLifted
    })
    if (isLifted) deps.log.info(of, 'payment reading resumed')
    return 'stored'
  } catch (error) {
    if (error instanceof CursorMoved) return 'moved'
    if (isTimeout(error) && page.payments.length > 1) return 'too_long'
    throw error
  }
}

/** Lifts a stop: the page has just proved that the history is the right one. */
async function liftWhatIsOver(tx: Transaction, of: ReadAccount, at: Date): Promise<boolean> {
  const stop = await findStop(tx, of)
  if (stop === null) return false
  if (!liftsItself(stop.cause)) throw new CursorMoved()
  await liftStop(tx, of)
  const { cause, since } = stop
  await writeEvent(tx, { kind: 'reading_resumed', at, detail: { ...of, cause, since: since.toISOString() } })
  return true
}
