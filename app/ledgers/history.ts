/**
 * Is the history that a server shows the one in which a cursor stands? A cursor is a number only, and numbers come again
 * when a ledger begins anew: what proves it is a ledger's hash. Shared by both adapters.
 */
import type { Network } from '#app/kernel/domain/assets.ts'
import { HistoryDoubted, type LedgerMark, LedgerUnavailable, type ShownHistory } from './ledger.ts'

/**
 * By how much a server's newest ledger may be older than what was read, on the ledgers' own clock: servers behind one
 * address differ by seconds, one that was restarted catches up within minutes.
 */
const LAG_TOLERANCE_MS = 10 * 60_000

type Position = {
  /** The last ledger that the cursor has behind it. */
  ledger: number
  mark: LedgerMark | null
}

type Shown = {
  /** Null: not asked; what reads on then has to find out. */
  oldest: number | null
  newest: Pick<LedgerMark, 'sequence' | 'closedAt'>
  /** What it shows under the number of the mark. */
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
 * On one history a lower number is an earlier time. A newest ledger with a lower number and a later time is another
 * history, whatever the difference; one that is earlier as well may be a server that lags.
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
 * A server is believed when it shows the history that was read: whoever signs, judges or looks with it asks this first, so that no server
 * is trusted by one while another doubts it. Without `known`, or before anything was read, every server is. Throws HistoryDoubted, and
 * LedgerUnavailable for a server that only lags.
 */
export async function assertKnown(
  network: Network,
  known: KnownHistory | undefined,
  show: (sequence: number) => Promise<ShownHistory>,
): Promise<void> {
  const mark = (await known?.()) ?? null
  if (mark === null) return
  const { oldest, newest, asked: atMark } = await show(mark.sequence)
  assertSameHistory(network, { ledger: mark.sequence, mark }, { oldest, newest, atMark })
}
