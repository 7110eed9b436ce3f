import type { z } from 'zod'
import type { ClosedLedger, HistoryView, LedgerMark } from '../ledger.ts'
import { markAnswer, rootAnswer } from './answers.ts'
import type { Horizon } from './horizon/horizon.server.ts'

/** The first and the last ledger of the history, and the one with this number. Throws LedgerUnavailable. */
export async function readHistory(horizon: Horizon, sequence: number | null): Promise<HistoryView> {
  const [root, asked] = await Promise.all([
    horizon.read('/', rootAnswer),
    sequence === null ? null : findMark(horizon, sequence),
  ])
  return {
    oldest: root.history_elder_ledger,
    newest: newestOf(root),
    asked,
  }
}

/** The newest ledger of this server. Throws LedgerUnavailable. */
export async function readNewest(horizon: Horizon): Promise<ClosedLedger> {
  return newestOf(await horizon.read('/', rootAnswer))
}

function newestOf(root: z.output<typeof rootAnswer>): ClosedLedger {
  return { sequence: root.history_latest_ledger, closedAt: new Date(root.history_latest_ledger_closed_at) }
}

/** Null: this Horizon does not have it. Throws LedgerUnavailable. */
export async function findMark(horizon: Horizon, sequence: number): Promise<LedgerMark | null> {
  const ledger = (await horizon.get(`/ledgers/${sequence}`, markAnswer))?.body
  return ledger === undefined
    ? null
    : { sequence: ledger.sequence, hash: ledger.hash, closedAt: new Date(ledger.closed_at) }
}
