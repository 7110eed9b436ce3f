/** Applies the transactions of a closing ledger and writes them as a journal entry. */
import { type Applied, applyTransaction, chargeFee } from '#harbour/horizon/engine/apply.ts'
import type { Draft } from '#harbour/horizon/engine/draft.ts'
import type { Waiting } from '#harbour/horizon/engine/queue.ts'
import { refusalOf } from '#harbour/horizon/engine/validate.ts'
import type { LedgerMoment } from '#harbour/horizon/operations/rules.ts'
import type { LedgerEntry } from '../entries.ts'
import type { Market } from '../market.ts'
import type { LedgerState } from '../state.ts'
import type { Anchor } from '../timeline.ts'
import { type Arrange, inOrder } from './order.ts'

type Closing = {
  /** After the ledger before; changes go into the draft. */
  state: LedgerState
  draft: Draft
  ledger: LedgerMoment
  market: Market | null
  arrange: Arrange
}

/** Takes all fees, then applies one transaction after the other. */
export function carryOut(
  waiting: readonly Waiting[],
  { state, draft, ledger, market, arrange }: Closing,
): readonly Applied[] {
  const arrival = { sequence: ledger.sequence, earliest: ledger.closeTime, latest: ledger.closeTime }
  // Transactions that became invalid while waiting (expired, payer without funds) are dropped without a trace.
  const valid = waiting.filter(({ envelope }) => refusalOf(envelope, state, arrival) === null)
  const ordered = inOrder(valid, arrange, ledger.sequence)
  const charged = ordered.map((candidate) => ({ ...candidate, fee: chargeFee(candidate.envelope, draft, ledger) }))
  return charged.map(({ envelope, fee, treatment }) =>
    applyTransaction(envelope, { draft, ledger, market }, { fee, contrived: treatment === 'fail' }),
  )
}

export function ledgerEntry(
  applied: readonly Applied[],
  draft: Draft,
  { sequence, anchor }: { sequence: number; anchor: Anchor | null },
): LedgerEntry {
  const { accounts, balances } = draft.changes()
  return {
    kind: 'ledger',
    sequence,
    anchor,
    transactions: applied.map(({ envelope, result, effects }) => ({
      envelope: envelope.xdr,
      result: result.toXdr('base64'),
      effects,
    })),
    accounts: Object.fromEntries(accounts),
    balances: Object.fromEntries(balances),
  }
}
