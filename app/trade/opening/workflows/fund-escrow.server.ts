import { lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { answerCounted } from '#app/escrow/db/payment-claims.server.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { type Decimal, plain } from '#app/kernel/domain/money.ts'
import { findNewestCounted } from '#app/ledgers/payments/db/ledger-payments.server.ts'
import { depositState, isCovered, sumOfPayments } from '#app/ledgers/payments/domain/deposit.ts'
import { isDust } from '#app/ledgers/payments/domain/dust.ts'
import { queueEmail, sellersSide } from '#app/notices/workflows/queue-email.server.ts'
import { writeToOther } from '#app/notices/workflows/write-to-other.server.ts'
import { releaseWhenDue } from '#app/settlement/payouts/workflows/release-when-due.server.ts'
import { markFunded } from '#app/trade/opening/db/openings.server.ts'
import { scheduleDeadline } from '#app/trade/terms/workflows/schedule-deadline.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** A payment that counts for the escrow; `amount` in whole units of the asset. */
export type Deposit = { hash: string; at: Date; amount: Decimal }

/**
 * Handles payments that count for an escrow, oldest first, after they were stored and added up. If the sum covers the
 * amount, the payment that completed it funds the escrow: both sides are notified, and the release starts if its
 * conditions hold. One email covers all payments of a call. Amounts below the dust limit cause neither email nor event.
 */
export async function fundEscrow(
  deps: Deps,
  tx: Transaction,
  { escrowId, payments }: { escrowId: string; payments: readonly Deposit[] },
): Promise<void> {
  if (payments.length === 0) return
  const before = await lockEscrow(tx, escrowId)
  const now = deps.clock.now()
  const { completing, told } = judgeDeposits(before, payments)
  const last = told.at(-1)
  if (last) {
    await writeEvent(tx, {
      kind: 'payment_seen',
      at: now,
      escrowId,
      detail: { hash: last.hash, amount: plain(sumOfPayments(told)), currency: before.currency, payments: told.length },
    })
  }
  // The wallet of the payer is screened, too.
  await enqueue(tx, { name: 'screen_person', payload: { userId: before.buyerId } })
  const isFundedNow =
    completing !== null && (await markFunded(tx, { escrowId, hash: completing.hash, paidAt: completing.at, now }))
  const escrow = isFundedNow ? await lockEscrow(tx, escrowId) : before
  const isLate = before.cancelledAt !== null || before.verifiedAt !== null
  const hashes = payments.map(({ hash }) => hash)
  await answerCounted(tx, { escrowId, hashes, verdict: isLate ? 'late' : 'counted', at: now })
  if (last) {
    await notifyOfExcess(tx, { escrow, hash: last.hash })
    if (escrow.cancelledAt === null) await notifyOfPart(tx, { escrow, hash: last.hash })
  }
  if (isFundedNow) await beginFunded(tx, { escrow, hash: completing.hash, now })
}

/**
 * Funds an escrow by its newest payment, after its amount was lowered to what has arrived. Does nothing if it is funded
 * or cancelled, or if something is still outstanding.
 */
export async function fundWithArrived(
  tx: Transaction,
  { escrowId, now }: { escrowId: string; now: Date },
): Promise<void> {
  const { amount: due, receivedAmount: received } = await lockEscrow(tx, escrowId)
  const newest = await findNewestCounted(tx, { escrowId })
  if (newest === null || !isCovered({ due, received })) return
  const { hash, at: paidAt } = newest
  if (!(await markFunded(tx, { escrowId, hash, paidAt, now }))) return
  await beginFunded(tx, { escrow: await lockEscrow(tx, escrowId), hash, now })
}

/** Runs `fundWithArrived` in its own transaction. */
export async function fundIfCovered(
  deps: Pick<Deps, 'db' | 'clock'>,
  { escrowId }: { escrowId: string },
): Promise<void> {
  await inTransaction(deps.db, (tx) => fundWithArrived(tx, { escrowId, now: deps.clock.now() }))
}

/** Returns the payment that completed the amount, and those above dust. `receivedAmount` already includes them all. */
function judgeDeposits(
  { currency: asset, amount: due, receivedAmount }: StoredEscrow,
  payments: readonly Deposit[],
): { completing: Deposit | null; told: Deposit[] } {
  let received = receivedAmount.minus(sumOfPayments(payments))
  let completing: Deposit | null = null
  const told = payments.filter((payment) => {
    received = received.plus(payment.amount)
    const { state, stillDue } = depositState({ due, received })
    if (state !== 'short' && state !== 'none') completing ??= payment
    return !isDust({ asset, amount: payment.amount, stillDue: state === 'short' ? stillDue : null })
  })
  return { completing, told }
}

type Funded = { escrow: StoredEscrow; hash: string; now: Date }

/** Starts what follows the funding: the seller's deadline, the emails, and the release if its conditions hold. */
async function beginFunded(tx: Transaction, { escrow, hash, now }: Funded): Promise<void> {
  await scheduleDeadline(tx, { escrowId: escrow.id, now })
  await writeEvent(tx, { kind: 'escrow_funded', at: now, escrowId: escrow.id, detail: { hash } })

  const content = {
    letter: 'escrow_funded',
    txid: escrow.transactionId,
    amount: plain(escrow.amount),
    asset: escrow.currency,
    hash,
  } as const
  const event = `escrow_funded:${escrow.id}`
  await queueEmail(tx, { event, to: { userId: escrow.buyerId }, content: { ...content, reader: 'buyer' } })
  const seller = sellersSide(escrow, now)
  if (seller) {
    const letter = { event, to: seller, content: { ...content, reader: 'seller' } } as const
    if (escrow.sellerId !== null) await queueEmail(tx, letter)
    else await writeToOther(tx, { ...letter, escrowId: escrow.id, from: escrow.buyerId, now })
  }
  await releaseWhenDue(tx, escrow, now)
}

/** Emails the buyer after each payment that leaves something outstanding. */
async function notifyOfPart(tx: Transaction, { escrow, hash }: { escrow: StoredEscrow; hash: string }): Promise<void> {
  const { state, stillDue } = depositState({ due: escrow.amount, received: escrow.receivedAmount })
  if (state !== 'short') return
  await queueEmail(tx, {
    event: `deposit_incomplete:${escrow.id}:${hash}`,
    to: { userId: escrow.buyerId },
    content: {
      letter: 'deposit_incomplete',
      txid: escrow.transactionId,
      received: plain(escrow.receivedAmount),
      stillDue: plain(stillDue),
      asset: escrow.currency,
      hash,
    },
  })
}

/** Emails the buyer after each payment that adds to the excess, which waits until the buyer states a wallet. */
async function notifyOfExcess(
  tx: Transaction,
  { escrow, hash }: { escrow: StoredEscrow; hash: string },
): Promise<void> {
  if (escrow.owedBack.lte(0)) return
  await queueEmail(tx, {
    event: `money_owed_back:${escrow.id}:${hash}`,
    to: { userId: escrow.buyerId },
    content: {
      letter: 'money_owed_back',
      txid: escrow.transactionId,
      amount: plain(escrow.owedBack),
      asset: escrow.currency,
      hash,
    },
  })
}
