import {
  closeAttempt,
  findLiveWithoutLane,
  type LiveAttempt,
  MAKING_LANES,
  storeAttempt,
} from '#app/db/custody/transfer-attempts.server.ts'
import { writeEvent } from '#app/db/kernel/audit.server.ts'
import { inTransaction } from '#app/db/kernel/client.server.ts'
import { findClaimable, noteClaim } from '#app/db/ledger-payments/claimable-money.server.ts'
import type { Waiting } from '#app/db/payouts/due-payouts.server.ts'
import type { PayoutLease } from '#app/db/payouts/payout-lease.server.ts'
import type { Network } from '#app/domain/kernel/assets.ts'
import { causeOf } from '#app/domain/kernel/cause.ts'
import { Decimal, plain } from '#app/domain/kernel/money.ts'
import { nextClaimAt } from '#app/domain/ledger-payments/claimable.ts'
import { LedgerUnavailable, TreasuryWaits } from '#app/ledgers/ledger.ts'
import { floatCovers } from '#app/workflows/books/float-covers.server.ts'
import type { WorkerDeps } from '#app/workflows/deps.ts'
import { takeIn } from '#app/workflows/ledger-payments/look-for-claimable.server.ts'
import { waitOf } from './rounds.ts'

/** Stored, then sent, as a payout is. Answers with what the payouts wait for when no lane can be made now. */
export async function makeLanes(
  deps: WorkerDeps,
  { lease, count, isUrgent = false }: { lease: PayoutLease; count: number; isUrgent?: boolean },
): Promise<Waiting | null> {
  const treasury = deps.treasuries[lease.network]
  try {
    const signed = await treasury.makeLanes(count, { isUrgent })
    // All that there may be are in use: they come free.
    if (signed === null) return null
    const given = Object.values(signed.funds).reduce((sum, amount) => sum.plus(amount), new Decimal(0))
    if (!given.isZero() && !(await floatCovers(deps, { network: lease.network, account: treasury.source }, given))) {
      const facts = { network: lease.network, given: plain(given) }
      deps.log.error(facts, 'payouts wait: our own money on the paying account does not suffice for more lanes')
      return { waitsFor: 'float' }
    }
    const now = deps.clock.now()
    await inTransaction(deps.db, async (tx) => {
      const of = { purpose: MAKING_LANES[lease.network], funds: signed.funds }
      await storeAttempt(tx, { ...of, signed, leaseEpoch: lease.epoch, now })
      const detail = { network: lease.network, hash: signed.hash, given: plain(given) }
      await writeEvent(tx, { kind: 'treasury_signed', at: now, detail })
    })
    const { note } = await treasury.submit(signed)
    deps.log.info({ network: lease.network, hash: signed.hash, count, note }, 'more lanes for payouts are being made')
    return null
  } catch (error) {
    if (!(error instanceof LedgerUnavailable)) throw error
    const facts = { network: lease.network, cause: causeOf(error) }
    if (error instanceof TreasuryWaits) deps.log.error(facts, 'payouts wait: no lane can be made')
    else deps.log.warn(facts, 'no lane for payouts could be made')
    return waitOf(error)
  }
}

/** Asks what became of the making of lanes, or the claim, that is on its way; sends it again while the answer is open, if it may. */
export async function followTransaction(
  deps: WorkerDeps,
  { network, maySend }: { network: Network; maySend: boolean },
): Promise<'none' | 'live' | 'trouble'> {
  const live = await findLiveWithoutLane(deps.db, { network, source: deps.treasuries[network].source })
  if (live === null) return 'none'
  try {
    return (await isOver(deps, { live, maySend })) ? 'none' : 'live'
  } catch (error) {
    if (!(error instanceof LedgerUnavailable)) throw error
    deps.log.warn({ network, hash: live.hash, cause: causeOf(error) }, 'the making of lanes waits for its ledger')
    return 'trouble'
  }
}

async function isOver(deps: WorkerDeps, { live, maySend }: { live: LiveAttempt; maySend: boolean }): Promise<boolean> {
  const treasury = deps.treasuries[live.network]
  const outcome = await treasury.outcomeOf(live)
  if (outcome.kind === 'pending') {
    if (maySend) await treasury.submit(live)
    return false
  }
  // What it claimed is stored first: should this end here, it is followed again.
  if (outcome.kind === 'settled' && live.claimableId !== null) {
    await takeIn(deps, await findClaimable(deps.db, live.claimableId), outcome.hash)
  }
  if (outcome.kind === 'failed' && live.claimableId !== null) await noteRefused(deps, live.claimableId)
  const feePaid = outcome.kind === 'expired' ? undefined : outcome.feePaid
  const code = outcome.kind === 'failed' ? outcome.code : undefined
  await closeAttempt(deps.db, { id: live.id, state: outcome.kind, code, feePaid, at: deps.clock.now() })
  const facts = { network: live.network, hash: live.hash, cause: code }
  const what = live.claimableId === null ? 'the making of lanes' : 'a claim'
  if (outcome.kind === 'settled') deps.log.info(facts, `${what} is done`)
  else deps.log.warn(facts, `${what} ${outcome.kind}`)
  return true
}

/** One that only came too late is no refusal. Should this end before the claim is closed, it is counted twice, which tries it less often. */
async function noteRefused(deps: WorkerDeps, claimableId: string): Promise<void> {
  const id = claimableId
  const { claims } = await findClaimable(deps.db, id)
  const next = nextClaimAt(claims + 1, deps.clock.now())
  await inTransaction(deps.db, (tx) => noteClaim(tx, { id, nextClaimAt: next, wasRefused: true }))
}
