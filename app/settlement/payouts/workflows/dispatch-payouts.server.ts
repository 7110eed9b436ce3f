import type { Network } from '#app/kernel/domain/assets.ts'
import { causeOf } from '#app/kernel/domain/cause.ts'
import { LedgerUnavailable, TreasuryWaits } from '#app/ledgers/ledger.ts'
import { isHistoryDoubted } from '#app/ledgers/payments/db/readings.server.ts'
import {
  arePayoutsStopped,
  countQueuedPayouts,
  type DueWaiting,
  findBlockedPayouts,
  findDuePayouts,
  findLivePayouts,
  findNextTry,
  noteWaiting,
  noteWaitingOfOthers,
} from '#app/settlement/payouts/db/due-payouts.server.ts'
import type { PayoutLease } from '#app/settlement/payouts/db/payout-lease.server.ts'
import type { Payer, StoredPayout } from '#app/settlement/payouts/db/payouts.server.ts'
import { nextTryOf, RECHECK_MS } from '#app/settlement/payouts/domain/next-try.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'
import { claimNext, hasClaim } from './claim-next.server.ts'
import { followPayouts } from './follow-payouts.server.ts'
import { followOwn, makeSlots } from './make-slots.server.ts'
import { readAllOutgoing, readOutgoingTransactions } from './outgoing/read-outgoing.server.ts'
import { inEach, later, nextRound, type PollRound, roundWaitOf } from './rounds.ts'
import { isLate, startPayouts } from './start-payouts.server.ts'
import { recheckBlocked } from './wallets/wallet-problem.server.ts'
import { withPayoutLease } from './with-payout-lease.server.ts'

/** Limits of one round: payouts to begin, and wallets to check again. */
const MOST_STARTED = 50
const MOST_RECHECKED = 5
/** More than a ledger allows one account. */
const MOST_SLOTS_AT_ONCE = 250

/**
 * One round for a ledger's payouts (product.md §4), from the client-money account and from the fee account. One request
 * asks for the outcome of all payouts under way; the next ones are signed and stored in order, one for each free
 * channel or ticket, then sent. A payout that waits costs no job, connection or request. Safe at any time, with several
 * workers, after any crash: one of them holds the lease. Returns when to run again. Null: not before something happens.
 */
export async function dispatchPayouts(deps: WorkerDeps, { network }: { network: Network }): Promise<Date | null> {
  const soon = nextRound(deps, await withPayoutLease(deps, network, (lease) => runRoundsOrWait(deps, lease)))
  if (soon) return soon
  // Later retries are found by the sweep.
  const next = await findNextTry(deps.db, { network, now: deps.clock.now() })
  return next !== null && next <= later(deps, RECHECK_MS) ? next : null
}

/** A ledger that does not answer ends the round, not the job; the next round comes soon. */
async function runRoundsOrWait(deps: WorkerDeps, lease: PayoutLease): Promise<PollRound> {
  try {
    return await runRounds(deps, lease)
  } catch (error) {
    if (!(error instanceof LedgerUnavailable)) throw error
    const { network } = lease
    deps.log.warn({ network, cause: causeOf(error) }, 'payout round postponed')
    for (const paidFrom of ['client', 'fee'] as const) {
      const at = deps.clock.now()
      await noteWaitingOfOthers(deps.db, { network, paidFrom, ...roundWaitOf(error), except: [], at })
    }
    return { goesOn: true, hadTrouble: true }
  }
}

/** Each account has its own channels or tickets, money and order; they share the lease and what stops the ledger. */
async function runRounds(deps: WorkerDeps, lease: PayoutLease): Promise<PollRound> {
  if (await isHistoryDoubted(deps.db, lease.network)) return noteDoubt(deps, lease.network)
  const client = await runRound(deps, lease, { network: lease.network, paidFrom: 'client' })
  const treasury = deps.feeTreasuries[lease.network]
  if (!treasury) {
    const waiting = { network: lease.network, paidFrom: 'fee', waitsFor: 'no_key', except: [] } as const
    await noteWaitingOfOthers(deps.db, { ...waiting, at: deps.clock.now() })
    return client
  }
  const ofFees = { ...deps, treasuries: { ...deps.treasuries, [lease.network]: treasury } }
  const fee = await runRound(ofFees, lease, { network: lease.network, paidFrom: 'fee' })
  return { goesOn: client.goesOn || fee.goesOn, hadTrouble: client.hadTrouble || fee.hadTrouble }
}

async function runRound(deps: WorkerDeps, lease: PayoutLease, payer: Payer): Promise<PollRound> {
  const { network } = payer
  const before = later(deps, -RECHECK_MS)
  const isStopped = () => arePayoutsStopped(deps.db, network)
  const maySend = !(await isStopped())
  const payouts = await findLivePayouts(deps.db, payer)
  const followed = await followPayouts(deps, { network, payouts, maySend })
  const making = await followOwn(deps, { owner: deps.treasuries[network], maySend })
  const blocked = await findBlockedPayouts(deps.db, { ...payer, take: MOST_RECHECKED, before })
  const rechecked = await inEach(deps, blocked, (payout) => recheckBlocked(deps, payout))
  const soFar: PollRound = {
    goesOn: followed.goesOn || making === 'live' || blocked.length === MOST_RECHECKED,
    hadTrouble: followed.hadTrouble || making === 'trouble' || rechecked.troubles.length > 0,
  }
  if (await isStopped()) return noteStopped(deps, payer, soFar)
  const due = await findDuePayouts(deps.db, { ...payer, take: MOST_STARTED, now: deps.clock.now() })
  const mayClaim = making === 'none' && (await hasClaim(deps, lease))
  if (due.length === 0 && !mayClaim) return soFar
  if (!(await knowsWhatLeft(deps, payer))) return { goesOn: true, hadTrouble: true }
  if (await isStopped()) return noteStopped(deps, payer, soFar)

  const started = await startPayouts(deps, { lease, payer, due })
  const lacking = started.lacking.map(({ id }) => id)
  const most = MOST_SLOTS_AT_ONCE
  // Claims use the account's own sequence number, and so do new channels or tickets, for which payouts wait.
  const claimed = mayClaim && lacking.length === 0 ? await claimNext(deps, lease) : 'none'
  const waiting =
    lacking.length > 0 && making === 'none'
      ? await tryMakeSlots(deps, {
          owner: deps.treasuries[network],
          lease,
          count: await countQueuedPayouts(deps.db, { ...payer, most }),
          isUrgent: started.lacking.some((payout) => isLate(deps, payout)),
        })
      : null
  const noted = waiting === null ? started.noted : [...started.noted, ...lacking]
  if (waiting !== null) await noteLacking(deps, started.lacking, waiting)
  await noteWaitingOfOthers(deps.db, { ...payer, waitsFor: 'turn', except: noted, at: deps.clock.now() })
  return {
    // A full batch may have more payouts behind it, whatever happened to it.
    goesOn: soFar.goesOn || started.goesOn || claimed === 'sent' || lacking.length > 0 || due.length === MOST_STARTED,
    hadTrouble: soFar.hadTrouble || started.hadTrouble || waiting !== null,
  }
}

/** Returns what payouts wait for when no channel or ticket can be created. Null: some are, or become free. */
async function tryMakeSlots(deps: WorkerDeps, making: Parameters<typeof makeSlots>[1]): Promise<DueWaiting | null> {
  try {
    await makeSlots(deps, making)
    return null
  } catch (error) {
    if (!(error instanceof LedgerUnavailable)) throw error
    const facts = { network: making.lease.network, cause: causeOf(error) }
    if (error instanceof TreasuryWaits) deps.log.error(facts, 'channel or ticket creation blocked')
    else deps.log.warn(facts, 'channel or ticket creation failed')
    return roundWaitOf(error)
  }
}

/** They keep their places, unless our own money is too low, which is checked less often. */
async function noteLacking(deps: WorkerDeps, payouts: readonly StoredPayout[], waiting: DueWaiting): Promise<void> {
  const at = deps.clock.now()
  const nextTryAt = waiting.waitsFor === 'float' ? nextTryOf('float', at) : null
  await noteWaiting(deps.db, { payouts, ...waiting, at, nextTryAt })
}

/** The servers' answers count for nothing: nothing is judged, signed or sent; what is under way stays as it is. */
async function noteDoubt(deps: WorkerDeps, network: Network): Promise<PollRound> {
  for (const paidFrom of ['client', 'fee'] as const) {
    const at = deps.clock.now()
    await noteWaitingOfOthers(deps.db, { network, paidFrom, waitsFor: 'history', except: [], at })
  }
  return { goesOn: true, hadTrouble: true }
}

async function noteStopped(deps: WorkerDeps, payer: Payer, round: PollRound): Promise<PollRound> {
  await noteWaitingOfOthers(deps.db, { ...payer, waitsFor: 'stopped', except: [], at: deps.clock.now() })
  return round
}

/** An outgoing transaction missing in the books stops its payouts here. False: the ledger does not answer. */
async function knowsWhatLeft(deps: WorkerDeps, payer: Payer): Promise<boolean> {
  const { network } = payer
  try {
    if (payer.paidFrom === 'fee') await readAllOutgoing(deps, { network })
    else await readOutgoingTransactions(deps, network)
    return true
  } catch (error) {
    if (!(error instanceof LedgerUnavailable)) throw error
    deps.log.warn({ network, cause: causeOf(error) }, 'outgoing transaction reading failed')
    await noteWaitingOfOthers(deps.db, { ...payer, ...roundWaitOf(error), except: [], at: deps.clock.now() })
    return false
  }
}
