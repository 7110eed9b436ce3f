import type { Network } from '#app/kernel/domain/assets.ts'
import { causeOf } from '#app/kernel/domain/cause.ts'
import { LedgerUnavailable, type PayoutOutcome, type Treasury } from '#app/ledgers/ledger.ts'
import type { LiveAttempt } from '#app/settlement/custody/db/transfer-attempts.server.ts'
import {
  countFailedAttempts,
  dropSlot,
  movePayout,
  type StoredPayout,
  touchPayout,
} from '#app/settlement/payouts/db/payouts.server.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'
import { confirmPayout } from './confirm-payout.server.ts'
import { followTransfer } from './move-transfer.server.ts'
import { inEach, slotNamesOf } from './rounds.ts'
import { blockPayout } from './wallets/wallet-problem.server.ts'

/** After so many envelopes that were included without paying, an operator has to act. */
const MOST_FAILURES = 3
/** The list of newest transactions may miss one: after this time it is requested by its hash. */
const ASK_ALONE_MS = 10_000

type Live = StoredPayout & { live: LiveAttempt }

/** Moves the payouts under way, after one request for all of them. */
export async function followPayouts(
  deps: WorkerDeps,
  of: { network: Network; payouts: readonly StoredPayout[]; maySend: boolean },
): Promise<{ goesOn: boolean; hadTrouble: boolean }> {
  const live = of.payouts.filter((payout): payout is Live => payout.live !== null)
  if (live.length === 0) return { goesOn: false, hadTrouble: false }
  const treasury = deps.treasuries[of.network]
  const newest = await treasury.newestOutcomes(live.map(({ live }) => live)).catch((error: unknown) => {
    if (!(error instanceof LedgerUnavailable)) throw error
    deps.log.warn({ network: of.network, cause: causeOf(error) }, 'payout outcome check failed')
    return null
  })
  const { troubles } = await inEach(deps, live, async (payout) => {
    const found = newest?.get(payout.live.hash)
    const age = deps.clock.now().getTime() - payout.live.createdAt.getTime()
    const outcome =
      found ?? (age < ASK_ALONE_MS ? ({ kind: 'pending' } as const) : await treasury.outcomeOf(payout.live))
    await moveOn(deps, { payout, outcome, maySend: of.maySend })
  })
  return { goesOn: true, hadTrouble: troubles.length > 0 || newest === null }
}

/** Sends the stored bytes. Until the server answers, the payout stays `signed`, and the next round sends it again. */
export function submitOf(deps: WorkerDeps, { id, network }: StoredPayout): Treasury['submit'] {
  return async (signed, how) => {
    const sent = await deps.treasuries[network].submit(signed, how)
    if (!sent.answered) return sent
    const moved = await movePayout(deps.db, { id, from: ['signed'], to: 'submitted' })
    if (!moved) await touchPayout(deps.db, { id, at: deps.clock.now() })
    return sent
  }
}

async function moveOn(
  deps: WorkerDeps,
  { payout, outcome, maySend }: { payout: Live; outcome: PayoutOutcome; maySend: boolean },
): Promise<void> {
  const { id, live: attempt, address } = payout
  const done = await followTransfer(deps, {
    ...{ attempt, outcome, maySend, names: slotNamesOf(payout), submit: submitOf(deps, payout) },
    sentAt: payout.state === 'submitted' ? payout.updatedAt : undefined,
    onSettled(tx, { hash, at: closedAt, feePaid }, now) {
      const by = { hash, closedAt, feePaid, address }
      return confirmPayout(tx, { payout, from: ['signed', 'submitted'], by, at: now })
    },
    async onSpent(tx, { kind }, now) {
      // Included without paying: its sequence number or ticket is spent.
      if (kind === 'failed') await dropSlot(tx, id)
      // Behind all that are due now, so that a payout that keeps failing delays no other.
      await movePayout(tx, { id, from: ['signed', 'submitted'], to: 'queued', nextTryAt: now })
    },
  })
  // If another worker closed it, a new envelope may be under way.
  if (done !== 'closed' || outcome.kind !== 'failed') return
  const failures = await countFailedAttempts(deps.db, id)
  if (failures >= MOST_FAILURES)
    await blockPayout(deps, { payout: { ...payout, state: 'queued' }, reason: 'payout_failed' })
}
