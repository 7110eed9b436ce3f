/** The parts of a ledger's round: steps, their results, and the time of the next round. */
import pLimit from 'p-limit'
import { causeOf } from '#app/kernel/domain/cause.ts'
import { HistoryDoubted, LedgerUnavailable, SignerUnavailable, TreasuryWaits } from '#app/ledgers/ledger.ts'
import type { DueWaiting } from '#app/settlement/payouts/db/due-payouts.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** The poll interval while something is under way, and after a ledger did not answer. */
export const POLL_AGAIN_MS = 1_000
export const AFTER_FAILURE_MS = 5_000

export function later({ clock }: Pick<Deps, 'clock'>, ms: number): Date {
  return new Date(clock.now().getTime() + ms)
}

/** `goesOn`: something is under way or could be. `hadTrouble`: the ledger did not give every answer. */
export type PollRound = { goesOn: boolean; hadTrouble: boolean }

/** The time of the next round; 'busy': another worker had the lease. Null: none follows at once. */
export function nextRound(deps: Pick<Deps, 'clock'>, round: PollRound | 'busy'): Date | null {
  if (round === 'busy') return later(deps, POLL_AGAIN_MS)
  if (round.hadTrouble) return later(deps, AFTER_FAILURE_MS)
  return round.goesOn ? later(deps, POLL_AGAIN_MS) : null
}

/** Concurrent requests to a ledger. */
const AT_ONCE = 8
/** Payouts named in one log message. */
const MOST_NAMED = 5

/** A payout of an escrow, of an unmatched payment, or of earnings. */
type Item = { id: string; escrowId: string | null; caseId: string | null; resellerPayoutId: string | null }

/** The fields of a payout in log messages. */
export function slotNamesOf({ id, escrowId, caseId, resellerPayoutId: earnings }: Item): Record<string, string> {
  return {
    payout: id,
    ...(escrowId !== null && { escrow: escrowId }),
    ...(caseId !== null && { case: caseId }),
    ...(earnings !== null && { earnings }),
  }
}

/** What a payout waits for after an error; people read it in words. An error that no port names is our own fault. */
export function roundWaitOf(error: unknown): DueWaiting {
  if (error instanceof TreasuryWaits) return { waitsFor: error.waitsFor, feeAsked: error.feeAsked }
  if (error instanceof HistoryDoubted) return { waitsFor: 'history' }
  if (error instanceof SignerUnavailable) return { waitsFor: 'signer' }
  return { waitsFor: error instanceof LedgerUnavailable ? 'ledger' : 'error' }
}

/** Results of the same work for several payouts, and what failed. */
export type RoundStep<Each, Result> = { results: Result[]; troubles: { item: Each; error: unknown }[] }

/** Does the same for several payouts, a few at a time. A failure is logged and does not stop the others. */
export async function inEach<Each extends Item, Result>(
  deps: Deps,
  items: readonly Each[],
  work: (item: Each) => Promise<Result>,
): Promise<RoundStep<Each, Result>> {
  const limit = pLimit(AT_ONCE)
  const results: Result[] = []
  const troubles: { item: Each; error: unknown }[] = []
  /** Of a ledger that does not answer: one log message for each cause, instead of each payout. */
  const silent = new Map<string, string[]>()
  await Promise.all(
    items.map((item) =>
      limit(async () => {
        try {
          results.push(await work(item))
        } catch (error) {
          troubles.push({ item, error })
          const facts = { ...slotNamesOf(item), cause: causeOf(error) }
          if (error instanceof TreasuryWaits) deps.log.error({ ...facts, waitsFor: error.waitsFor }, 'payout waiting')
          else if (error instanceof SignerUnavailable) deps.log.warn(facts, 'payout waiting for signer')
          else if (error instanceof LedgerUnavailable)
            silent.set(facts.cause, [...(silent.get(facts.cause) ?? []), item.id])
          else deps.log.error({ ...facts, err: error }, 'payout processing failed')
        }
      }),
    ),
  )
  for (const [cause, ids] of silent) {
    deps.log.warn({ payouts: ids.slice(0, MOST_NAMED), count: ids.length, cause }, 'payouts waiting for ledger')
  }
  return { results, troubles }
}
