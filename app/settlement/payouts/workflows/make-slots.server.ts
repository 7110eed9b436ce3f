import { inTransaction } from '#app/kernel/db/client.server.ts'
import { causeOf } from '#app/kernel/domain/cause.ts'
import { Decimal, plain } from '#app/kernel/domain/money.ts'
import { floatCovers } from '#app/ledgers/books/workflows/float-covers.server.ts'
import { LedgerUnavailable, type Treasury, TreasuryWaits } from '#app/ledgers/ledger.ts'
import { findClaimable, noteClaim } from '#app/ledgers/payments/db/claimable-money.server.ts'
import { nextClaimAt } from '#app/ledgers/payments/domain/claimable.ts'
import { takeIn } from '#app/ledgers/payments/workflows/poll-claimable.server.ts'
import { sponsorOn } from '#app/ledgers/payments/workflows/watched-accounts.ts'
import {
  findLiveWithoutSlot,
  findTakenSlots,
  type LiveAttempt,
  MAKING_SLOTS,
} from '#app/settlement/custody/db/transfer-attempts.server.ts'
import type { PayoutLease } from '#app/settlement/payouts/db/payout-lease.server.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'
import { followTransfer, sendTransfer } from './move-transfer.server.ts'

/** An account of ours with channels or tickets: one that pays, or a sponsor, whose money is not in the books. */
export type SlotOwner = Pick<Treasury, 'network' | 'source' | 'findLanes' | 'makeLanes' | 'submit' | 'outcomeOf'>

/** Returns free channels or tickets, at most `wanted`. Throws LedgerUnavailable. */
export function findFreeSlots({ db }: WorkerDeps, owner: SlotOwner, wanted: number): Promise<string[]> {
  const { network, source } = owner
  return owner.findLanes({ wanted, findTaken: (lanes) => findTakenSlots(db, { network, source, lanes }) })
}

type Making = { owner: SlotOwner; lease: PayoutLease; count: number; isUrgent?: boolean }

/**
 * Creates channels or tickets: stored, then sent. Throws LedgerUnavailable, TreasuryWaits, and a unique-constraint
 * error while another attempt of the account is under way.
 */
export async function makeSlots(deps: WorkerDeps, { owner, lease, count, isUrgent = false }: Making): Promise<void> {
  const { network, source } = owner
  const signed = await owner.makeLanes(count, { isUrgent })
  // The maximum exists and is in use; they become free.
  if (signed === null) return
  const given = Object.values(signed.funds).reduce((sum, amount) => sum.plus(amount), new Decimal(0))
  if (!given.isZero() && !(await floatCovers(deps, { network, account: source }, given))) {
    throw new TreasuryWaits(
      network,
      'float',
      `our own money on ${source} does not cover ${plain(given)} for more lanes`,
    )
  }
  const detail = { network, hash: signed.hash, source, given: plain(given) }
  await sendTransfer(deps, {
    lease,
    signed,
    of: { purpose: MAKING_SLOTS[network], funds: isInBooks(deps, owner) ? signed.funds : {} },
    event: { kind: 'treasury_signed', detail },
    names: { account: source, lanes: String(count) },
    submit: owner.submit,
  })
}

/** Follows the account's own attempt under way (channels, tickets or a claim); resends it while open, if allowed. */
export async function followOwn(
  deps: WorkerDeps,
  { owner, maySend }: { owner: SlotOwner; maySend: boolean },
): Promise<'none' | 'live' | 'trouble'> {
  const live = await findLiveWithoutSlot(deps.db, owner)
  if (live === null) return 'none'
  try {
    return (await isOver(deps, { owner, live, maySend })) ? 'none' : 'live'
  } catch (error) {
    if (!(error instanceof LedgerUnavailable)) throw error
    const { purpose, hash } = live
    const facts = { network: owner.network, account: owner.source, purpose, hash, cause: causeOf(error) }
    deps.log.warn(facts, 'transfer outcome check failed')
    return 'trouble'
  }
}

type Live = { owner: SlotOwner; live: LiveAttempt; maySend: boolean }

async function isOver(deps: WorkerDeps, { owner, live, maySend }: Live): Promise<boolean> {
  const outcome = await owner.outcomeOf(live)
  // What it claimed is stored first: after a crash here it is followed again.
  if (outcome.kind === 'settled' && live.claimableId !== null) {
    await takeIn(deps, await findClaimable(deps.db, live.claimableId), outcome.hash)
  }
  if (outcome.kind === 'failed' && live.claimableId !== null) await noteRefused(deps, live.claimableId)
  const names = { account: owner.source }
  const isBooked = isInBooks(deps, owner)
  const done = await followTransfer(deps, { attempt: live, outcome, names, submit: owner.submit, maySend, isBooked })
  return done !== 'open'
}

/** Attempts of paying accounts are booked (trigger). */
function isInBooks(deps: WorkerDeps, { network, source }: SlotOwner): boolean {
  return source !== sponsorOn(deps, network)
}

/** Too late is no refusal. After a crash before the claim is closed it counts twice, which only delays retries. */
async function noteRefused(deps: WorkerDeps, claimableId: string): Promise<void> {
  const id = claimableId
  const { claims } = await findClaimable(deps.db, id)
  const next = nextClaimAt(claims + 1, deps.clock.now())
  await inTransaction(deps.db, (tx) => noteClaim(tx, { id, nextClaimAt: next, wasRefused: true }))
}
