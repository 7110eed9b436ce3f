import { findEscrow, lockEscrow } from '#app/db/escrow/escrows.server.ts'
import { writeEvent } from '#app/db/kernel/audit.server.ts'
import { inTransaction, type Transaction } from '#app/db/kernel/client.server.ts'
import type { PayoutLease } from '#app/db/payouts/payout-lease.server.ts'
import {
  closeAttempt,
  countFailedAttempts,
  dropLane,
  findPayout,
  findTakenLanes,
  isLaneBusy,
  type LiveAttempt,
  markReleased,
  movePayout,
  type StoredPayout,
  storeAttempt,
  takeLane,
  touchPayout,
} from '#app/db/payouts/payouts.server.ts'
import { plain } from '#app/domain/kernel/money.ts'
import { isUnderWay } from '#app/domain/kernel/payout-state.ts'
import type { Reader } from '#app/domain/kernel/reader.ts'
import { OBSTACLE_REFUSALS } from '#app/domain/payouts/payout-obstacle.ts'
import type { LetterContent } from '#app/emails/letters/letters.ts'
import type { PayoutOutcome, Treasury } from '#app/ledgers/ledger.ts'
import type { WorkerDeps } from '#app/workflows/deps.ts'
import { queueToBoth } from '#app/workflows/letters/queue-letter.server.ts'
import { withPayoutLease } from './with-payout-lease.server.ts'

/** An envelope that is on its way is looked at again this often. */
const LOOK_AGAIN_MS = 1_000
/** After so many envelopes that the ledger included without paying, a person has to look. */
const MOST_FAILURES = 3

/**
 * Moves a payout, to the seller or back to the buyer, one step further (product.md §4): signs and stores, then sends, then
 * asks the ledger, and signs anew only when the ledger proves that the old envelope cannot pay any more. Safe to run at
 * any time, by any number of workers, after any crash. Answers with when to look again; null when there is nothing more
 * to do. Throws LedgerUnavailable.
 */
export async function releaseFunds(deps: WorkerDeps, { payoutId }: { payoutId: string }): Promise<Date | null> {
  const seen = await findPayout(deps.db, payoutId)
  if (!seen || seen.state === 'confirmed') return null
  const treasury = deps.treasuries[seen.network]
  const result = await withPayoutLease(deps, treasury.network, async (lease) => {
    // Read again under the lease: another worker may have moved it.
    const payout = await findPayout(deps.db, payoutId)
    if (!payout || payout.state === 'confirmed') return 'finished'
    await touchPayout(deps.db, { id: payout.id, at: deps.clock.now() })
    return payout.live
      ? followAttempt(deps, { payout, attempt: payout.live, treasury })
      : startAttempt(deps, { payout, treasury, lease })
  })
  return result === 'finished' || result === 'waits' ? null : new Date(deps.clock.now().getTime() + LOOK_AGAIN_MS)
}

/** What an escrow's history says of each kind of payout. */
const EVENTS = {
  release: { settled: 'funds_released', blocked: 'release_blocked', resumed: 'release_resumed' },
  refund: { settled: 'funds_refunded', blocked: 'refund_blocked', resumed: 'refund_resumed' },
  return: { settled: 'funds_returned', blocked: 'refund_blocked', resumed: 'refund_resumed' },
} as const

/** 'finished': paid. 'waits': until somebody mends it, then the sweep wakes it. 'under_way' and 'busy': look again soon. */
type Step = 'finished' | 'waits' | 'under_way'

type Start = { payout: StoredPayout; treasury: Treasury; lease: PayoutLease }

async function startAttempt(deps: WorkerDeps, start: Start): Promise<Step> {
  const { payout, treasury } = start
  const payee = { asset: payout.asset, address: payout.address, memo: payout.memo, amount: payout.amount }
  const obstacle = await deps.ledgers[payout.network].obstacleTo(payee)
  if (obstacle) return block(deps, { payout, reason: OBSTACLE_REFUSALS[obstacle] })
  if (payout.state === 'blocked' && !(await unblock(deps, payout))) return 'waits'
  if (!(await isCovered(deps, start))) return 'waits'

  const lane = payout.lane ?? (await reserveLane(deps, { payout, treasury }))
  const laneKey =
    lane === null ? `${payout.network}:${treasury.source}` : `${payout.network}:${treasury.source}:${lane}`
  if (await isLaneBusy(deps.db, { laneKey, payoutId: payout.id })) return 'under_way'

  const signed = await treasury.sign({ ...payee, payoutId: payout.id, lane })
  // Saved before it is sent: after a crash the hash tells whether it went out.
  await inTransaction(deps.db, async (tx) => {
    const wallet = { address: payout.address, memo: payout.memo }
    const moved = await movePayout(tx, { id: payout.id, from: ['queued'], to: 'signed', wallet })
    if (!moved) throw new Error(`payout ${payout.id} is not queued for this wallet any more`)
    await storeAttempt(tx, {
      payoutId: payout.id,
      signed,
      laneKey,
      leaseEpoch: start.lease.epoch,
      now: deps.clock.now(),
    })
  })
  await send(deps, { payout, signed, treasury })
  return 'under_way'
}

/** What cannot be covered would be included as failed and cost a fee each time; the sweep looks again. */
async function isCovered(deps: WorkerDeps, { payout, treasury }: Start): Promise<boolean> {
  const { network, asset, amount } = payout
  const spendable = await deps.ledgers[network].spendable(treasury.source, asset)
  if (spendable?.gte(amount)) return true
  const facts = { payoutId: payout.id, asset, amount: plain(amount), spendable: spendable && plain(spendable) }
  deps.log.error(facts, 'the paying account cannot cover a payout')
  return false
}

async function reserveLane(deps: WorkerDeps, { payout, treasury }: Omit<Start, 'lease'>): Promise<string | null> {
  const { network } = payout
  const lane = await treasury.reserveLane((lanes) => findTakenLanes(deps.db, { network, lanes }))
  if (lane !== null && !(await takeLane(deps.db, { id: payout.id, lane }))) {
    throw new Error(`lane ${lane} was taken meanwhile`)
  }
  return lane
}

type Sending = { payout: StoredPayout; signed: LiveAttempt | Awaited<ReturnType<Treasury['sign']>>; treasury: Treasury }

async function send(deps: WorkerDeps, { payout, signed, treasury }: Sending): Promise<void> {
  const { note } = await treasury.submit(signed)
  deps.log.info({ payoutId: payout.id, hash: signed.hash, note }, 'payout sent')
  await movePayout(deps.db, { id: payout.id, from: ['signed'], to: 'submitted' })
}

type Follow = { payout: StoredPayout; attempt: LiveAttempt; treasury: Treasury }

async function followAttempt(deps: WorkerDeps, follow: Follow): Promise<Step> {
  const { payout, attempt, treasury } = follow
  const outcome = await treasury.outcomeOf(attempt)
  switch (outcome.kind) {
    case 'pending':
      await send(deps, { payout, signed: attempt, treasury })
      return 'under_way'
    case 'settled':
      await settle(deps, { payout, attempt, outcome })
      return 'finished'
    case 'failed':
      return fail(deps, { payout, attempt, outcome })
    case 'expired':
      await expire(deps, { payout, attempt })
      return 'under_way'
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
    const moved = await movePayout(tx, {
      id: payout.id,
      from: ['signed', 'submitted'],
      to: 'confirmed',
      settledHash: outcome.hash,
      settledAt: outcome.at,
      feePaid: outcome.feePaid,
    })
    // All of it or nothing: a payout that looks unpaid beside a settled envelope must never be.
    if (!moved) throw new Error(`payout ${payout.id} is settled on the ledger but was not under way`)
    if (payout.purpose === 'release') await markReleased(tx, { escrowId: payout.escrowId, at: outcome.at })
    await writeEvent(tx, {
      kind: EVENTS[payout.purpose].settled,
      at: now,
      escrowId: payout.escrowId,
      detail: { hash: outcome.hash, amount: plain(payout.amount), asset: payout.asset, address: payout.address },
    })
    await tellSettled(tx, { payout, hash: outcome.hash })
  })
  deps.log.info({ payoutId: payout.id, hash: outcome.hash }, 'payout confirmed')
}

/** Included without paying: the sequence is spent, so a new envelope may be signed once the obstacle is gone. */
async function fail(
  deps: WorkerDeps,
  failed: { payout: StoredPayout; attempt: LiveAttempt; outcome: Outcome<'failed'> },
): Promise<Step> {
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
    await movePayout(tx, { id: payout.id, from: ['signed', 'submitted'], to: 'queued' })
    return true
  })
  // Another worker closed it, and the payout may be under way again with a new envelope.
  if (!closed) return 'under_way'
  deps.log.error({ payoutId: payout.id, hash: attempt.hash, code: outcome.code }, 'payout failed on the ledger')
  const failures = await countFailedAttempts(deps.db, payout.id)
  return failures < MOST_FAILURES
    ? 'under_way'
    : block(deps, { payout: { ...payout, state: 'queued' }, reason: 'payout_failed' })
}

async function expire(deps: WorkerDeps, expired: { payout: StoredPayout; attempt: LiveAttempt }): Promise<void> {
  const { payout, attempt } = expired
  await inTransaction(deps.db, async (tx) => {
    if (!(await closeAttempt(tx, { id: attempt.id, state: 'expired', at: deps.clock.now() }))) return
    await movePayout(tx, { id: payout.id, from: ['signed', 'submitted'], to: 'queued' })
  })
  deps.log.warn({ payoutId: payout.id, hash: attempt.hash }, 'payout expired without being included')
}

/** Stops until the obstacle is gone; tells both sides once for each obstacle. */
async function block(deps: WorkerDeps, blocked: { payout: StoredPayout; reason: string }): Promise<Step> {
  const { payout, reason } = blocked
  if (payout.state === 'blocked' && payout.blockedReason === reason) return 'waits'
  if (payout.state !== 'blocked' && !isUnderWay(payout.state)) return 'waits'
  await inTransaction(deps.db, async (tx) => {
    // Whoever gives a blocked payout another wallet holds it, too: the escrow first, then the payout.
    await lockEscrow(tx, payout.escrowId)
    const now = deps.clock.now()
    const moved = await movePayout(tx, {
      id: payout.id,
      from: ['queued', 'blocked'],
      to: 'blocked',
      wallet: { address: payout.address, memo: payout.memo },
      blockedReason: reason,
    })
    if (!moved) return
    await writeEvent(tx, {
      kind: EVENTS[payout.purpose].blocked,
      at: now,
      escrowId: payout.escrowId,
      detail: { reason },
    })
    await tellBoth(tx, {
      payout,
      // The same trouble with another wallet is told again.
      event: `payout_blocked:${payout.id}:${reason}:${payout.address}`,
      letterFor: (reader, txid) => ({
        letter: 'payout_blocked',
        reader,
        payee: payout.purpose === 'release' ? 'seller' : 'buyer',
        txid,
        reason,
        amount: plain(payout.amount),
        asset: payout.asset,
      }),
    })
  })
  deps.log.warn({ payoutId: payout.id, reason }, 'payout blocked')
  return 'waits'
}

/** The obstacle is gone. False when only a person may start it again. */
async function unblock(deps: WorkerDeps, payout: StoredPayout): Promise<boolean> {
  if (payout.blockedReason === 'payout_failed') return false
  return inTransaction(deps.db, async (tx) => {
    await lockEscrow(tx, payout.escrowId)
    const wallet = { address: payout.address, memo: payout.memo }
    const moved = await movePayout(tx, { id: payout.id, from: ['blocked'], to: 'queued', wallet, blockedReason: null })
    if (moved)
      await writeEvent(tx, { kind: EVENTS[payout.purpose].resumed, at: deps.clock.now(), escrowId: payout.escrowId })
    return moved
  })
}

async function tellSettled(tx: Transaction, { payout, hash }: { payout: StoredPayout; hash: string }): Promise<void> {
  const { purpose, asset } = payout
  const amount = plain(payout.amount)
  await tellBoth(tx, {
    payout,
    event: `${purpose === 'release' ? 'funds_released' : 'funds_refunded'}:${payout.id}`,
    letterFor(reader, txid) {
      const about = { reader, txid, amount, asset, hash }
      if (purpose === 'release') return { letter: 'funds_released', ...about }
      return { letter: 'funds_refunded', ...about, purpose }
    },
  })
}

type LetterFor = (reader: Reader, txid: string) => LetterContent

async function tellBoth(
  tx: Transaction,
  { payout, event, letterFor }: { payout: StoredPayout; event: string; letterFor: LetterFor },
): Promise<void> {
  const escrow = await findEscrow(tx, payout.escrowId)
  if (!escrow) throw new Error(`the escrow of payout ${payout.id} is gone`)
  const contentFor = (reader: Reader) => letterFor(reader, escrow.transactionId)
  await queueToBoth(tx, { event, escrow, contentFor })
}
