import { inTransaction } from '#app/db/kernel/client.server.ts'
import { findCursor, moveCursor } from '#app/db/ledger-payments/ledger-payments.server.ts'
import type { Network } from '#app/domain/kernel/assets.ts'
import type { PaymentsPage } from '#app/ledgers/ledger.ts'
import type { Deps } from '#app/workflows/deps.ts'
import { recordLedgerPayments } from './record-ledger-payments.server.ts'

const PAGE = 200

/** Somebody else moved the cursor while this page was read: nothing of it may be stored. */
class CursorMoved extends Error {
  override name = 'CursorMoved' as const
}

/**
 * Reads the payments that reached an account since the stored cursor, page by page, and stores each page together with
 * the cursor. A crash between pages repeats nothing and loses nothing. A page that another reader overtook is read again
 * from where that one ended: it may hold payments which the other had not seen. Throws LedgerUnavailable: the job is tried
 * again.
 */
export async function ingestPayments(deps: Deps, of: { network: Network; account: string }): Promise<void> {
  for (;;) {
    const from = await findCursor(deps.db, of)
    const page = await deps.ledgers[of.network].paymentsTo(of.account, { after: from, limit: PAGE })
    const isStored = page.cursor === from || (await storePage(deps, of, { from, page }))
    if (!isStored) {
      deps.log.info(of, 'the cursor was moved by another reader')
      continue
    }
    if (page.payments.length > 0) deps.log.info({ ...of, payments: page.payments.length }, 'payments read')
    if (page.caughtUp) return
  }
}

/** Stores the payments of a page and moves the cursor to its end. False when somebody else moved it meanwhile. */
async function storePage(
  deps: Deps,
  of: { network: Network; account: string },
  { from, page }: { from: string | null; page: PaymentsPage },
): Promise<boolean> {
  try {
    await inTransaction(deps.db, async (tx) => {
      const moved = await moveCursor(tx, { ...of, from, to: page.cursor, now: deps.clock.now() })
      if (!moved) throw new CursorMoved()
      await recordLedgerPayments(deps, tx, page.payments)
    })
    return true
  } catch (error) {
    if (error instanceof CursorMoved) return false
    throw error
  }
}
