import { closeAttempt, type LiveAttempt } from '#app/db/custody/transfer-attempts.server.ts'
import { inTransaction, type Transaction } from '#app/db/kernel/client.server.ts'
import {
  countFailedAttempts,
  dropLane,
  movePayout,
  type StoredPayout,
  touchPayout,
} from '#app/db/payouts/payouts.server.ts'
import type { Network } from '#app/domain/kernel/assets.ts'
import { causeOf } from '#app/domain/kernel/cause.ts'
import { LedgerUnavailable, type PayoutOutcome, type Treasury } from '#app/ledgers/ledger.ts'
import type { WorkerDeps } from '#app/workflows/deps.ts'
import { confirmPayout } from './confirm-payout.server.ts'
import { inEach, namesOf } from './rounds.ts'
import { blockPayout } from './wallets/wallet-trouble.server.ts'

/** After so many envelopes that the ledger included without paying, a person has to look. */
const MOST_FAILURES = 3
/** A look at the newest transactions may miss one that is on the ledger: it is asked for by itself after this time. */
const ASK_ALONE_MS = 10_000
/** What is not on the ledger by then is sent again; later at a higher fee. */
const SEND_AGAIN_MS = 5_000
const URGENT_MS = 30_000

type Live = StoredPayout & { live: LiveAttempt }

/** Moves the payouts that are on their way, after one look at the ledger for all of them. */
export async function followPayouts(
  deps: WorkerDeps,
  of: { network: Network; payouts: readonly StoredPayout[]; maySend: boolean },
): Promise<{ goesOn: boolean; hadTrouble: boolean }> {
  const live = of.payouts.filter((payout): payout is Live => payout.live !== null)
  if (live.length === 0) return { goesOn: false, hadTrouble: false }
  const treasury = deps.treasuries[of.network]
  const newest = await treasury.newestOutcomes(live.map(({ live }) => live)).catch((error: unknown) => {
    if (!(error instanceof LedgerUnavailable)) throw error
    deps.log.warn({ network: of.network, cause: causeOf(error) }, 'no look at the newest transactions')
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

async function moveOn(
  deps: WorkerDeps,
  { payout, outcome, maySend }: { payout: Live; outcome: PayoutOutcome; maySend: boolean },
): Promise<void> {
  const attempt = payout.live
  switch (outcome.kind) {
    case 'pending': {
      const now = deps.clock.now().getTime()
      const isDue = payout.state === 'signed' || now - payout.updatedAt.getTime() >= SEND_AGAIN_MS
      const isUrgent = now - attempt.createdAt.getTime() >= URGENT_MS
      if (maySend && isDue) {
        const { note } = await submitOf(deps, payout)(attempt, { isUrgent })
        deps.log.debug({ ...namesOf(payout), network: payout.network, hash: attempt.hash, note }, 'payout sent again')
      }
      return
    }
    case 'settled':
      return settle(deps, { payout, attempt, outcome })
    case 'failed':
      return fail(deps, { payout, attempt, outcome })
    case 'expired':
      return expire(deps, { payout, attempt })
  }
}

/** Sends the stored bytes. Until the server has answered, the payout stays `signed` and is sent again at the next look. */
export function submitOf(deps: WorkerDeps, { id, network }: StoredPayout): Treasury['submit'] {
  return async (signed, how) => {
    const sent = await deps.treasuries[network].submit(signed, how)
    if (!sent.answered) return sent
    const moved = await movePayout(deps.db, { id, from: ['signed'], to: 'submitted' })
    if (!moved) await touchPayout(deps.db, { id, at: deps.clock.now() })
    return sent
  }
}

type Outcome<Kind extends PayoutOutcome['kind']> = Extract<PayoutOutcome, { kind: Kind }>

async function settle(
  deps: WorkerDeps,
  settled: { payout: StoredPayout; attempt: LiveAttempt; outcome: Outcome<'settled'> },
): Promise<void> {
  const { payout, attempt, outcome } = settled
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    if (!(await closeAttempt(tx, { id: attempt.id, state: 'settled', at: now }))) return
    const by = { hash: outcome.hash, closedAt: outcome.at, feePaid: outcome.feePaid, address: payout.address }
    await confirmPayout(tx, { payout, from: ['signed', 'submitted'], by, at: now })
  })
  deps.log.info({ ...namesOf(payout), network: payout.network, hash: outcome.hash }, 'payout confirmed')
}

/** Included without paying: the sequence is spent, so a new envelope may be signed once the obstacle is gone. */
async function fail(
  deps: WorkerDeps,
  failed: { payout: StoredPayout; attempt: LiveAttempt; outcome: Outcome<'failed'> },
): Promise<void> {
  const { payout, attempt, outcome } = failed
  const closed = await inTransaction(deps.db, async (tx) => {
    const first = await closeAttempt(tx, {
      id: attempt.id,
      state: 'failed',
      code: outcome.code,
      at: deps.clock.now(),
    })
    if (!first) return false
    await dropLane(tx, payout.id)
    await putBehind(deps, tx, payout)
    return true
  })
  // Another worker closed it, and the payout may be under way again with a new envelope.
  if (!closed) return
  const facts = { ...namesOf(payout), network: payout.network, hash: attempt.hash, cause: outcome.code }
  deps.log.error(facts, 'payout failed on the ledger')
  const failures = await countFailedAttempts(deps.db, payout.id)
  if (failures >= MOST_FAILURES)
    await blockPayout(deps, { payout: { ...payout, state: 'queued' }, reason: 'payout_failed' })
}

/** Into the queue again, behind all that were due by now: what never gets through holds nobody up. */
async function putBehind(deps: WorkerDeps, tx: Transaction, { id }: StoredPayout): Promise<void> {
  await movePayout(tx, { id, from: ['signed', 'submitted'], to: 'queued', nextTryAt: deps.clock.now() })
}

async function expire(deps: WorkerDeps, expired: { payout: StoredPayout; attempt: LiveAttempt }): Promise<void> {
  const { payout, attempt } = expired
  await inTransaction(deps.db, async (tx) => {
    if (!(await closeAttempt(tx, { id: attempt.id, state: 'expired', at: deps.clock.now() }))) return
    await putBehind(deps, tx, payout)
  })
  const facts = { ...namesOf(payout), network: payout.network, hash: attempt.hash }
  deps.log.warn(facts, 'payout expired without being included; another envelope is signed')
}
