import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import type { HistoryView, LedgerMark } from '#app/ledgers/ledger.ts'
import {
  findPosition,
  findStop,
  liftStop,
  lockPosition,
  type Position,
  placeCursor,
  type ReadAccount,
  type Stop,
} from '#app/ledgers/payments/db/readings.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

export type PaymentsComparison = {
  position: Position
  stop: Stop | null
  shown: HistoryView
}

/** For the operator, before anything changes. Throws LedgerUnavailable. */
export async function compareHistories(deps: Deps, of: ReadAccount, from: number): Promise<PaymentsComparison> {
  const position = await findPosition(deps.db, of)
  return {
    position,
    stop: await findStop(deps.db, of),
    shown: await deps.ledgers[of.network].historyAt(position.mark?.sequence ?? from),
  }
}

export type RereadOrder = ReadAccount & {
  /** The first ledger that is read again. */
  from: number
  reason: string
  /** The operator accepts that ledgers which were never read are skipped. */
  leavesOut: boolean
}

export type RereadOutcome =
  | { kind: 'ordered'; from: LedgerMark }
  /** The server has no ledger of that number. */
  | { kind: 'not_shown' }
  /** The order would skip the ledgers after this one, and does not allow it. */
  | { kind: 'leaves_out'; lastRead: number }

/**
 * Puts the cursor before a ledger that the server shows, lifts the stop and has the account read from there.
 * Idempotent: stored payments are not stored again. Throws LedgerUnavailable.
 */
export async function rereadPayments(deps: Deps, order: RereadOrder): Promise<RereadOutcome> {
  const { network, account, from, reason } = order
  const ledger = deps.ledgers[network]
  const { asked: mark } = await ledger.historyAt(from)
  if (mark === null) return { kind: 'not_shown' }
  const at = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    const before = await lockPosition(tx, { network, account })
    const last = before.mark?.sequence ?? null
    if (last !== null && from > last + 1 && !order.leavesOut) {
      return { kind: 'leaves_out', lastRead: last }
    }
    const stop = await findStop(tx, { network, account })
    await liftStop(tx, { network, account })
    await placeCursor(tx, { network, account, cursor: ledger.cursorBefore(from), mark })
    await writeEvent(tx, {
      kind: 'payments_reread',
      at,
      detail: {
        network,
        account,
        from,
        hash: mark.hash,
        reason,
        cursorBefore: before.cursor,
        ledgerBefore: last,
        hashBefore: before.mark?.hash ?? null,
        stop: stop?.cause ?? null,
      },
    })
    await enqueue(tx, { name: 'ingest_payments', payload: { network, account } })
    return { kind: 'ordered', from: mark }
  })
}
