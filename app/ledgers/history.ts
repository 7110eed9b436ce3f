/**
 * Decides whether the history that a server shows is the one in which a cursor stands. A cursor is only a number, and
 * numbers repeat when a ledger begins anew; a ledger's hash proves the history. Shared by both adapters.
 */
import type { Network } from '#app/kernel/domain/assets.ts'
import { HistoryDoubted, type HistoryView, type LedgerMark, LedgerUnavailable } from './ledger.ts'

/**
 * How much older a server's newest ledger may be than what was read, by close times. Servers behind one address differ
 * by seconds; a restarted one catches up within minutes.
 */
const LAG_TOLERANCE_MS = 10 * 60_000

type Position = {
  /** The last ledger that the cursor covers. */
  ledger: number
  mark: LedgerMark | null
}

type Shown = {
  /** Null: not asked; the read that follows has to find out. */
  oldest: number | null
  newest: Pick<LedgerMark, 'sequence' | 'closedAt'>
  /** The server's ledger under the number of the mark. */
  atMark: LedgerMark | null
}

/** Throws HistoryDoubted, and LedgerUnavailable for a server that only lags. */
export function assertSameHistory(network: Network, position: Position, shown: Shown): void {
  const { ledger, mark } = position
  const reached = Math.max(ledger, mark?.sequence ?? 0)
  if (shown.newest.sequence < reached) throw whyShorter(network, { reached, mark }, shown)
  if (mark !== null && shown.atMark !== null && shown.atMark.hash !== mark.hash) {
    throw new HistoryDoubted(
      network,
      'other_history',
      `ledger ${mark.sequence} was ${mark.hash} when it was read, the server shows ${shown.atMark.hash}`,
    )
  }
  const needed = mark === null ? ledger + 1 : Math.min(ledger + 1, mark.sequence)
  if (shown.oldest !== null && shown.oldest > needed) throw historyGone(network, { ledger, oldest: shown.oldest })
  if (mark !== null && shown.atMark === null) {
    throw new LedgerUnavailable(network, `the server does not show ledger ${mark.sequence}, which it should have`)
  }
}

export function historyGone(network: Network, { ledger, oldest }: { ledger: number; oldest: number }): HistoryDoubted {
  return new HistoryDoubted(
    network,
    'history_gone',
    `the server keeps ledgers from ${oldest} on, payments are read up to ${ledger}`,
  )
}

/**
 * On one history a lower number means an earlier time. A newest ledger with a lower number and a later time is
 * therefore another history; one that is earlier as well may be a server that lags.
 */
function whyShorter(
  network: Network,
  { reached, mark }: { reached: number; mark: LedgerMark | null },
  { newest }: Shown,
): LedgerUnavailable {
  const message = `the server ends at ledger ${newest.sequence}, payments are read up to ${reached} already`
  const behindMs = mark?.sequence === reached ? mark.closedAt.getTime() - newest.closedAt.getTime() : null
  return behindMs !== null && behindMs >= 0 && behindMs <= LAG_TOLERANCE_MS
    ? new LedgerUnavailable(network, `${message}: it lags`)
    : new HistoryDoubted(network, 'shorter_chain', message)
}

/** The newest ledger of the history that the books were read from; null before there is one. */
export type KnownHistory = () => Promise<LedgerMark | null>

/**
 * Checks that a server shows the history that was read. Everything that signs, judges or reads with a server asks this
 * first, so that all trust the same servers. Without `known`, or before anything was read, every server passes.
 * Throws HistoryDoubted, and LedgerUnavailable for a server that only lags.
 */
export async function assertKnown(
  network: Network,
  known: KnownHistory | undefined,
  show: (sequence: number) => Promise<HistoryView>,
): Promise<void> {
  const mark = (await known?.()) ?? null
  if (mark === null) return
  const { oldest, newest, asked: atMark } = await show(mark.sequence)
  assertSameHistory(network, { ledger: mark.sequence, mark }, { oldest, newest, atMark })
}
