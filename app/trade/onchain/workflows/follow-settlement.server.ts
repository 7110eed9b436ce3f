import { lockEscrow } from '#app/escrow/db/escrows.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { custodyFactsOf, networkOf } from '#app/kernel/domain/assets.ts'
import { causeOf } from '#app/kernel/domain/cause.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { LedgerUnavailable, SignerUnavailable, TreasuryWaits } from '#app/ledgers/ledger.ts'
import { isHistoryDoubted } from '#app/ledgers/payments/db/readings.server.ts'
import { createSettlement } from '#app/settlement/custody/db/transfers.server.ts'
import { hasLapsed } from '#app/settlement/custody/domain/date.ts'
import { RECHECK_MS } from '#app/settlement/payouts/domain/next-try.ts'
import { AFTER_FAILURE_MS, later, POLL_AGAIN_MS } from '#app/settlement/payouts/workflows/rounds.ts'
import { endDeposit, findCountingDeposit, takeOtherDeposits } from '#app/trade/onchain/db/deposits.server.ts'
import { findAgreement, type StoredAgreement } from '#app/trade/onchain/db/onchain-escrows.server.ts'
import {
  forgetSettlementError,
  noteSettlementError,
  noteSettlementWait,
} from '#app/trade/onchain/db/settlement-limits.server.ts'
import { findSettlement, touchSettlement } from '#app/trade/onchain/db/settlements.server.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'
import { askEnd, askOtherEnd, endOnchainEscrow } from './end-onchain-escrow.server.ts'
import { moveOnStellar } from './move-on-stellar.server.ts'
import { moveOnXrpl } from './move-on-xrpl.server.ts'
import { notifyExpired } from './notifying/notify-of-onchain.server.ts'
import { followSent, type SendingStep } from './send-settlement.server.ts'
import { followShares } from './settled/take-share.server.ts'

/** Deposits that do not count, per run. */
const MOST_OTHERS = 5

/**
 * Advances the on-chain custody of an escrow: asks the ledger whether it has ended, signs for Quayside what the record
 * allows, stores it, sends it, and polls its outcome. Safe to run at any time, by any number of workers, after any
 * crash. Returns when to poll again; null: nothing to do before something happens.
 */
export async function followSettlement(deps: WorkerDeps, { escrowId }: { escrowId: string }): Promise<Date | null> {
  try {
    const again = await moveOn(deps, escrowId)
    await forgetSettlementError(deps.db, escrowId)
    return again
  } catch (error) {
    const passes =
      error instanceof LedgerUnavailable || error instanceof TreasuryWaits || error instanceof SignerUnavailable
    if (!passes) {
      // The job is retried, with growing intervals. Meanwhile the parties and the operator see why.
      await noteSettlementError(deps.db, escrowId)
      throw error
    }
    deps.log.warn({ escrow: escrowId, cause: causeOf(error) }, 'on-chain escrow processing postponed')
    return later(deps, AFTER_FAILURE_MS)
  }
}

async function moveOn(deps: WorkerDeps, escrowId: string): Promise<Date | null> {
  const agreement = await findAgreement(deps.db, escrowId)
  if (!agreement) return null
  const { terms } = agreement
  const isSigned = custodyFactsOf(terms.asset).settledBy === 'signatures'
  // Nothing that a server in doubt says counts, least of all an end.
  if (await isHistoryDoubted(deps.db, networkOf(terms.asset))) return waitForHistory(deps, escrowId)
  await endOthers(deps, agreement)
  await followShares(deps, escrowId)
  const lock = await findCountingDeposit(deps.db, escrowId)
  if (!lock || lock.end !== null) return null
  const exit = await findSettlement(deps.db, escrowId)
  const keeper = deps.keepers[networkOf(terms.asset)]
  if (!keeper) throw new Error(`no key keeps escrow ${escrowId}`)
  // Asked before the end, so that the end is never older than this outcome.
  const outcome = exit?.live ? await keeper.outcomeOf(exit.live) : null
  const ended = await askEnd(deps, { terms, lock })
  if (ended) {
    if (outcome?.kind === 'pending') return later(deps, POLL_AGAIN_MS)
    await endOnchainEscrow(deps, { terms, lock, ended, outcome })
    return null
  }
  if (isSigned && exit?.kind !== 'expiry' && hasLapsed(terms, deps.clock.now())) {
    await inTransaction(deps.db, (tx) => notifyExpired(tx, { escrowId, lockId: lock.id }))
  }
  if (!exit) return beginReturn(deps, { agreement, lockId: lock.id })
  await touchSettlement(deps.db, { id: exit.id, at: deps.clock.now() })
  const step: SendingStep = { exit, agreement, lock }
  if (outcome) return followSent(deps, { ...step, keeper, outcome })
  return isSigned ? moveOnStellar(deps, step) : moveOnXrpl(deps, step)
}

async function waitForHistory(deps: WorkerDeps, escrowId: string): Promise<Date> {
  const exit = await findSettlement(deps.db, escrowId)
  if (exit) await noteSettlementWait(deps.db, { id: exit.id, waitsFor: 'history' })
  return later(deps, RECHECK_MS)
}

/** Deposits that do not count go back by their owner, or early (decision 118). Only their end is recorded. */
async function endOthers(deps: WorkerDeps, { escrowId, terms }: StoredAgreement): Promise<void> {
  const now = deps.clock.now()
  for (const { sellerWallet, ...lock } of await takeOtherDeposits(deps.db, { escrowId, now, take: MOST_OTHERS })) {
    const ended = await askOtherEnd(deps, { terms: { ...terms, sellerWallet }, lock })
    if (!ended) continue
    await inTransaction(deps.db, async (tx) => {
      if (!(await endDeposit(tx, { id: lock.id, ...ended }))) return
      const detail = { lockId: lock.id, end: ended.end, hash: ended.hash }
      await writeEvent(tx, { kind: 'hold_lock_ended', at: now, escrowId, detail })
    })
  }
}

/** XRP Ledger: after the ledger date the worker itself returns the money. On Stellar the buyer claims it. */
async function beginReturn(
  deps: WorkerDeps,
  { agreement, lockId }: { agreement: StoredAgreement; lockId: string },
): Promise<Date | null> {
  const { terms, escrowId } = agreement
  const at = deps.clock.now()
  if (custodyFactsOf(terms.asset).settledBy === 'signatures' || !hasLapsed(terms, at)) return null
  await inTransaction(deps.db, async (tx) => {
    await lockEscrow(tx, escrowId)
    if (await findSettlement(tx, escrowId)) return
    const shares = { seller: new Decimal(0), buyer: terms.amount }
    await createSettlement(tx, { escrowId, lockId, asset: terms.asset, kind: 'expiry', shares, at })
  })
  return later(deps, 0)
}
