import { inTransaction } from '#app/db/kernel/client.server.ts'
import { findCursor, moveCursor } from '#app/db/ledger-payments/ledger-payments.server.ts'
import type { Network } from '#app/domain/kernel/assets.ts'
import type { Deps } from '#app/workflows/deps.ts'
import { recordLedgerPayments } from './record-ledger-payments.server.ts'

const PAGE = 200

/** Somebody else moved the cursor while this page was read; the next run starts from theirs. */
class CursorMoved extends Error {
  override name = 'CursorMoved' as const
}

/**
 * Reads the payments that reached an account since the stored cursor, page by page, and stores each page together with
 * the cursor. A crash between pages repeats nothing and loses nothing. Throws LedgerUnavailable: the job is tried again.
 */
export async function ingestPayments(deps: Deps, of: { network: Network; account: string }): Promise<void> {
  for (;;) {
    const from = await findCursor(deps.db, of)
    const page = await deps.ledgers[of.network].paymentsTo(of.account, { after: from, limit: PAGE })
    if (page.cursor !== from) {
      await inTransaction(deps.db, async (tx) => {
        const moved = await moveCursor(tx, { ...of, from, to: page.cursor, now: deps.clock.now() })
        if (!moved) throw new CursorMoved()
        await recordLedgerPayments(deps, tx, page.payments)
      }).catch((error: unknown) => {
        if (!(error instanceof CursorMoved)) throw error
        deps.log.info(of, 'the cursor was moved by another reader')
      })
    }
    if (page.payments.length > 0) deps.log.info({ ...of, payments: page.payments.length }, 'payments read')
    if (page.caughtUp) return
  }
}
