/** What a round of a ledger is made of: its steps, what each came to, and when the next one is. */
import pLimit from 'p-limit'
import { causeOf } from '#app/kernel/domain/cause.ts'
import { HistoryDoubted, LedgerUnavailable, SignerUnavailable, TreasuryWaits } from '#app/ledgers/ledger.ts'
import type { Waiting } from '#app/settlement/payouts/db/due-payouts.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** What is on its way is looked at again this often; after a ledger that did not answer, later. */
export const LOOK_AGAIN_MS = 1_000
export const AFTER_TROUBLE_MS = 5_000

export function later({ clock }: Pick<Deps, 'clock'>, ms: number): Date {
  return new Date(clock.now().getTime() + ms)
}

/** What a round came to: whether something is on its way or could be, and whether the ledger gave every answer. */
export type Round = { goesOn: boolean; hadTrouble: boolean }

/** When the next one is, after one that came to this, or for which another worker had the lease; null: none is to follow at once. */
export function nextRound(deps: Pick<Deps, 'clock'>, round: Round | 'busy'): Date | null {
  if (round === 'busy') return later(deps, LOOK_AGAIN_MS)
  if (round.hadTrouble) return later(deps, AFTER_TROUBLE_MS)
  return round.goesOn ? later(deps, LOOK_AGAIN_MS) : null
}

/** Questions to a ledger that are open at the same time. */
const AT_ONCE = 8
/** Payouts that one line of the log names. */
const MOST_NAMED = 5

/** What a round moves: a payout of an escrow, of a case, or of earnings. */
type Item = { id: string; escrowId: string | null; caseId: string | null; resellerPayoutId: string | null }

/** What the lines of the log call a payout. */
export function namesOf({ id, escrowId, caseId, resellerPayoutId: earnings }: Item): Record<string, string> {
  return {
    payout: id,
    ...(escrowId !== null && { escrow: escrowId }),
    ...(caseId !== null && { case: caseId }),
    ...(earnings !== null && { earnings }),
  }
}

/** What a payout waits for after an error on its way; people read it in words. What no port throws is a fault of ours. */
export function waitOf(error: unknown): Waiting {
  if (error instanceof TreasuryWaits) return { waitsFor: error.waitsFor, feeAsked: error.feeAsked }
  if (error instanceof HistoryDoubted) return { waitsFor: 'history' }
  if (error instanceof SignerUnavailable) return { waitsFor: 'signer' }
  return { waitsFor: error instanceof LedgerUnavailable ? 'ledger' : 'error' }
}

/** What came of the same work for several payouts: of each a result, or what it threw. */
export type Step<Each, Result> = { results: Result[]; troubles: { item: Each; error: unknown }[] }

/** Does the same for several payouts, a few at a time. Trouble with one does not stop the others, and is logged. */
export async function inEach<Each extends Item, Result>(
  deps: Deps,
  items: readonly Each[],
  work: (item: Each) => Promise<Result>,
): Promise<Step<Each, Result>> {
  const limit = pLimit(AT_ONCE)
  const results: Result[] = []
  const troubles: { item: Each; error: unknown }[] = []
  /** Of a ledger that gives no answer: a line for each cause, not for each payout. */
  const silent = new Map<string, string[]>()
  await Promise.all(
    items.map((item) =>
      limit(async () => {
        try {
          results.push(await work(item))
        } catch (error) {
          troubles.push({ item, error })
          const facts = { ...namesOf(item), cause: causeOf(error) }
          if (error instanceof TreasuryWaits) deps.log.error({ ...facts, waitsFor: error.waitsFor }, 'a payout waits')
          else if (error instanceof SignerUnavailable) deps.log.warn(facts, 'a payout waits for its signer')
          else if (error instanceof LedgerUnavailable)
            silent.set(facts.cause, [...(silent.get(facts.cause) ?? []), item.id])
          else deps.log.error({ ...facts, err: error }, 'a payout could not be moved on')
        }
      }),
    ),
  )
  for (const [cause, ids] of silent) {
    deps.log.warn({ payouts: ids.slice(0, MOST_NAMED), count: ids.length, cause }, 'payouts wait for their ledger')
  }
  return { results, troubles }
}
