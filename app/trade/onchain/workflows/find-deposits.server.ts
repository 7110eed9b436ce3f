import { findEscrow, lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { custodyFactsOf, networkOf } from '#app/kernel/domain/assets.ts'
import { causeOf } from '#app/kernel/domain/cause.ts'
import type { Decimal } from '#app/kernel/domain/money.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import type { EscrowEnd, FoundEscrow, LedgerFinding } from '#app/ledgers/onchain.ts'
import { findDoubtedHistories, isHistoryDoubted } from '#app/ledgers/payments/db/readings.server.ts'
import { releaseWhenDue } from '#app/settlement/payouts/workflows/release-when-due.server.ts'
import { mayDepositAt } from '#app/trade/onchain/db/clearances.server.ts'
import {
  countDeposit,
  type DepositKey,
  findDeposit,
  findUselessBalances,
  isSecondOfDraft,
  storeDeposit,
  storeDifferences,
} from '#app/trade/onchain/db/deposits.server.ts'
import { findConditions, type OfferedCondition } from '#app/trade/onchain/db/drafts.server.ts'
import {
  closeAgreement,
  findAgreement,
  findNextPoll,
  noteComplete,
  type StoredAgreement,
  takeWatchedAgreements,
} from '#app/trade/onchain/db/onchain-escrows.server.ts'
import type { OnchainDifference } from '#app/trade/onchain/domain/differences.ts'
import { isOwnDeposit } from '#app/trade/onchain/domain/early-return.ts'
import { scheduleDeadline } from '#app/trade/terms/workflows/schedule-deadline.server.ts'
import type { Deps, WorkerDeps } from '#app/workflow-deps.ts'
import { openClearanceOf } from './clearance/ask-clearance.server.ts'
import { notifyDeposited, notifyLate } from './notifying/notify-of-onchain.server.ts'

const LOOK_AGAIN_MS = 5_000
/** Agreements per run: somebody waits for `asked`; all others are capped, so that their number adds no requests. */
const MOST_AT_ONCE = { asked: 40, quiet: 10 }
/** By then any server shows a deposit of the last second before the ledger date. */
const CLOSED_AFTER_MS = 3_600_000
/** Who deposits twice by mistake does so while the page still asks for it. */
const AFTER_FUNDING_MS = 86_400_000

/** A deposit as either ledger shows it. */
export type FoundOnLedger = {
  key: DepositKey
  /** XRP Ledger: the draft whose condition it has, and the amount where it is XRP. */
  draftId: string | null
  amount: Decimal | null
  hash: string
  at: Date
  differences: OnchainDifference[]
  end: EscrowEnd | null
}

/**
 * Polls the ledgers for deposits of the agreements that are due, stores them, and counts the one that is as agreed,
 * which funds the escrow. Safe to run at any time, by any number of workers, after any crash. Returns when to poll
 * again; null: no deposit is possible.
 */
export async function findOnchainDeposits(deps: WorkerDeps): Promise<Date | null> {
  const now = deps.clock.now()
  const taken = await takeWatchedAgreements(deps.db, { now, ...MOST_AT_ONCE })
  const doubted = await findDoubtedHistories(deps.db)
  for (const agreement of taken) {
    // What a server in doubt shows would not count: polled again later.
    if (doubted.includes(networkOf(agreement.terms.asset))) continue
    try {
      await pollDeposits(deps, agreement)
    } catch (error) {
      const facts = { escrow: agreement.escrowId, cause: causeOf(error) }
      if (error instanceof LedgerUnavailable) deps.log.warn(facts, 'on-chain deposit check postponed')
      else deps.log.error({ ...facts, err: error }, 'on-chain deposit check failed')
    }
  }
  const after = deps.clock.now()
  const next = await findNextPoll(deps.db, after)
  return next && new Date(Math.max(next.getTime(), after.getTime() + LOOK_AGAIN_MS))
}

/**
 * Polls the ledger for one agreement. Returns the close time up to which all its deposits are stored; null: there is
 * more to read. Throws LedgerUnavailable: then nothing is stored or closed.
 */
export async function pollDeposits(deps: Deps, agreement: StoredAgreement): Promise<Date | null> {
  // Taken before the ledger is asked, so that what arrives meanwhile is polled for once more.
  const now = deps.clock.now()
  const { locks, completeTo } = await askLedger(deps, agreement)
  for (const found of locks) await keepDeposit(deps, { agreement, found })
  if (completeTo) await noteComplete(deps.db, { id: agreement.id, completeTo })
  const { id, deadline, fundedAt } = agreement
  const ends = [deadline.getTime() + CLOSED_AFTER_MS, ...(fundedAt ? [fundedAt.getTime() + AFTER_FUNDING_MS] : [])]
  if (now.getTime() > Math.min(...ends)) await closeAgreement(deps.db, { id, at: now })
  return completeTo
}

async function askLedger(deps: Deps, agreement: StoredAgreement): Promise<LedgerFinding<FoundOnLedger>> {
  const { id, terms, account, trustees } = agreement
  if (networkOf(terms.asset) === 'xrpl') {
    // Conditions of ended drafts too: a wallet may change what it was asked to sign.
    const offered = await findConditions(deps.db, { agreementId: id })
    const conditions = offered.map(({ condition }) => condition)
    const { locks, completeTo } = await deps.held.xrpl.findHeldBy(terms, conditions)
    return { locks: locks.map((lock) => ofDraft(lock, offered)), completeTo }
  }
  if (account === null || trustees === null) throw new Error(`agreement ${agreement.id} has no account`)
  const found = await deps.held.stellar.findLocks(terms, account, await findUselessBalances(deps.db, id))
  const { completeTo } = found
  if (found.locks.length === 0) return { locks: [], completeTo }
  const state = await deps.held.stellar.readAccount(terms, { ...trustees, account })
  // The account was closed meanwhile: everything it could claim is claimed.
  if (state === null) return { locks: [], completeTo }
  const locks = found.locks.map(({ balanceId, differences, ...lock }) => {
    const isAs = { differences: [...differences, ...state.differences], end: null }
    return { ...lock, ...isAs, key: { balanceId }, draftId: null, amount: null }
  })
  return { locks, completeTo }
}

/** Adds the draft whose condition an XRP Ledger escrow has. */
export function ofDraft(
  { owner, sequence, condition, ...found }: FoundEscrow,
  offered: readonly OfferedCondition[],
): FoundOnLedger {
  const draftId = offered.find((draft) => draft.condition === condition)?.draftId ?? null
  return { ...found, key: { owner, sequence }, draftId }
}

/**
 * Polls the ledger before an act that a deposit would forbid. Null: all deposits are stored, and fund the escrow where
 * they are as agreed; or none can exist. Refusals: stellar_unavailable, xrp_unavailable (no answer, or one of a server
 * in doubt).
 */
export async function pollBefore(deps: Deps, { id, currency, held }: StoredEscrow): Promise<Refusal | null> {
  const agreement = held && (await findAgreement(deps.db, id))
  if (!agreement?.openedAt) return null
  if (await isHistoryDoubted(deps.db, networkOf(currency))) return refuse(UNAVAILABLE[networkOf(currency)])
  try {
    await pollDeposits(deps, agreement)
    return null
  } catch (error) {
    if (!(error instanceof LedgerUnavailable)) throw error
    return refuse(UNAVAILABLE[networkOf(currency)])
  }
}

/**
 * Polls the ledger before the buyer decides for other deposits that a release would open. True: what the ledger has is
 * stored. A ledger that does not answer prevents no decision: earlier findings are known.
 */
export async function pollBeforeRelease(deps: Deps, { escrowId }: { escrowId: string }): Promise<boolean> {
  const escrow = await findEscrow(deps.db, escrowId)
  if (!escrow?.held || custodyFactsOf(escrow.currency).settledBy !== 'secret') return false
  const refusal = await pollBefore(deps, escrow)
  if (refusal) deps.log.warn({ escrow: escrowId }, 'deposit check before release failed')
  return refusal === null
}

const UNAVAILABLE = { stellar: 'stellar_unavailable', xrpl: 'xrp_unavailable' } as const

/** Stores a deposit or its changes. It counts if as agreed now, in time, the first, and first under its condition. */
export async function keepDeposit(
  deps: Deps,
  { agreement, found }: { agreement: StoredAgreement; found: FoundOnLedger },
): Promise<void> {
  const { id: agreementId, escrowId } = agreement
  const { key, draftId, amount, hash, at: lockedAt, differences } = found
  const known = await findDeposit(deps.db, key)
  const mayCount =
    differences.length === 0 &&
    found.end === null &&
    agreement.mayFund &&
    agreement.supersededAt === null &&
    lockedAt < agreement.deadline
  const isSame = known?.differences.join() === differences.join()
  if (known && isSame && (!mayCount || (await isSecondOfDraft(deps.db, known)))) return
  const funded = await inTransaction(deps.db, async (tx) => {
    const before = await lockEscrow(tx, escrowId)
    const now = deps.clock.now()
    const stored = await findDeposit(tx, key)
    const id = stored?.id ?? deps.newId()
    if (stored === null) {
      const end = found.end && endOf(found.end)
      const of = { escrowId, agreementId, draftId, amount }
      await storeDeposit(tx, { id, ...of, key, hash, lockedAt, foundAt: now, differences, end })
      const detail = { agreementId, hash, differences }
      // Strangers' balances for the account are stored, so that they are not read again; nobody is notified of them.
      if (isOwnDeposit(found)) await writeEvent(tx, { kind: 'hold_lock_found', at: now, escrowId, detail })
      if (before.cancelledAt !== null && differences.length === 0 && end === null) await notifyLate(tx, before)
    } else if (stored.differences.join() !== differences.join()) {
      await storeDifferences(tx, { id, differences })
    }
    // The wallet may have been changed while the ledger answered.
    const current = await findAgreement(tx, escrowId)
    if (!mayCount || current?.id !== agreementId || stored?.counts) return false
    if (await isSecondOfDraft(tx, { id, draftId })) return false
    if (!(await mayDepositAt(tx, { agreementId, at: lockedAt }))) {
      // Deposited without the page: it counts as soon as it is cleared (decision 119).
      await openClearanceOf(deps, tx, { escrowId, agreementId, now })
      return false
    }
    const counted = { id, escrowId, amount: before.amount, hash, lockedAt, now }
    if (!(await countDeposit(tx, counted))) return false
    await scheduleDeadline(tx, { escrowId, now })
    await writeEvent(tx, { kind: 'escrow_funded', at: now, escrowId, detail: { hash } })
    const escrow = await lockEscrow(tx, escrowId)
    await notifyDeposited(tx, { escrow, hash, now })
    await releaseWhenDue(tx, escrow, now)
    return true
  })
  if (funded) deps.log.info({ escrow: escrowId, hash }, 'on-chain escrow funded')
  else if (isOwnDeposit(found)) deps.log.warn({ escrow: escrowId, hash, differences }, 'on-chain deposit not counted')
}

function endOf({ kind, hash: endHash, at: endedAt }: EscrowEnd) {
  return { end: kind === 'finished' ? ('released' as const) : ('expired' as const), endHash, endedAt }
}
