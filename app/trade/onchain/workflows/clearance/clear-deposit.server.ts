import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { plainUsd } from '#app/kernel/domain/money.ts'
import { screenClearance } from '#app/screening/workflows/screen.server.ts'
import { lockWeighing } from '#app/settlement/payouts/db/payout-limits.server.ts'
import { RECHECK_MS } from '#app/settlement/payouts/domain/next-try.ts'
import { weigh } from '#app/settlement/payouts/workflows/payout-limits.server.ts'
import { later } from '#app/settlement/payouts/workflows/rounds.ts'
import {
  type ClearanceWait,
  closeClearances,
  findOpenClearance,
  letThrough,
  noteClearanceWait,
  type OpenClearance,
  storeClearanceWeighing,
  wasCleared,
} from '#app/trade/onchain/db/clearances.server.ts'
import { findCountingDeposit } from '#app/trade/onchain/db/deposits.server.ts'
import { askForDeposit, findAgreement, type StoredAgreement } from '#app/trade/onchain/db/onchain-escrows.server.ts'
import { mayStillRelease } from '#app/trade/onchain/domain/terms.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { notifyReady } from '../notifying/notify-of-onchain.server.ts'

/** How long a clearance is valid. The database refuses a longer time after its screening. */
export const CLEARANCE_MS = 7 * 86_400_000
/** Limits free up within an hour, and prices return. Decided reviews and approvals wake the job themselves. */
const WEIGH_AGAIN_MS = 300_000

type Clearing = { agreement: StoredAgreement; open: OpenClearance; isLocked: boolean }

/**
 * Clears an agreement before the deposit: both sides and both wallets are screened, and the amount is weighed against
 * the limits of payouts; above one it waits for a second operator (decision 119). Then the deposit is offered, and the
 * buyer notified. Deposits from before clearances existed are only weighed. Safe to run at any time, by any number of
 * workers. Returns when to poll again; null: nothing to do before something happens.
 */
export async function clearDeposit(deps: Deps, { escrowId }: { escrowId: string }): Promise<Date | null> {
  const agreement = await findAgreement(deps.db, escrowId)
  const lock = await findCountingDeposit(deps.db, escrowId)
  const now = deps.clock.now()
  const isWanted = agreement !== null && (lock ? lock.end === null : mayBeDeposited(agreement, now))
  await closeClearances(deps.db, { escrowId, except: isWanted ? agreement.id : null, at: now })
  const open = isWanted ? await findOpenClearance(deps.db, agreement.id) : null
  if (!open || !agreement) return null
  const waitsFor = await clear(deps, { agreement, open, isLocked: lock !== null })
  if (waitsFor === null) return null
  await noteClearanceWait(deps.db, { id: open.id, waitsFor, at: deps.clock.now() })
  deps.log.warn({ escrow: escrowId, waitsFor }, 'deposit clearance waiting')
  if (waitsFor === 'check') return null
  if (waitsFor === 'second_operator') return later(deps, WEIGH_AGAIN_MS)
  await inTransaction(deps.db, (tx) => enqueue(tx, { name: 'refresh_lists', payload: {} }))
  return later(deps, RECHECK_MS)
}

function mayBeDeposited({ mayFund, closedAt, terms }: StoredAgreement, now: Date): boolean {
  return mayFund && closedAt === null && mayStillRelease(terms, now)
}

async function clear(deps: Deps, clearing: Clearing): Promise<ClearanceWait | null> {
  const { agreement, open, isLocked } = clearing
  if (!isLocked) {
    const outcome = await screenClearance(deps, open.id)
    if (outcome !== 'clear') return outcome === 'review' ? 'check' : 'lists'
  }
  return inTransaction(deps.db, async (tx) => {
    if (open.approvedById !== null) return finish(deps, tx, clearing)
    await lockWeighing(tx)
    const { asset, amount } = agreement.terms
    const { usd, limit } = await weigh(deps, tx, { id: open.id, asset, amount, isToBeLocked: true })
    await storeClearanceWeighing(tx, { id: open.id, usdValue: usd, aboveLimit: limit })
    return limit === null
      ? finish(deps, tx, { ...clearing, open: { ...open, usdValue: usd, aboveLimit: null } })
      : 'second_operator'
  })
}

async function finish(deps: Deps, tx: Transaction, { agreement, open, isLocked }: Clearing): Promise<null> {
  const { id: agreementId, escrowId } = agreement
  const now = deps.clock.now()
  const isFirst = !(await wasCleared(tx, agreementId))
  const goodUntil = new Date(now.getTime() + CLEARANCE_MS)
  if (!(await letThrough(tx, { id: open.id, goodUntil, isUsed: isLocked }))) return null
  const usd = open.usdValue && plainUsd(open.usdValue)
  const detail = { agreementId, usd, limit: open.aboveLimit, approvedBy: open.approvedById }
  await writeEvent(tx, { kind: 'hold_cleared', at: now, escrowId, detail })
  if (isLocked) {
    await enqueue(tx, { name: 'follow_exit', payload: { escrowId } })
    return null
  }
  // A deposit that was made without the page counts from now on.
  if (await askForDeposit(tx, { id: agreementId, at: now })) await enqueue(tx, { name: 'find_locks', payload: {} })
  if (isFirst) await notifyReady(tx, { escrowId, about: agreementId, now })
  else if (open.hasWaited) await notifyReady(tx, { escrowId, about: open.id, now })
  return null
}
