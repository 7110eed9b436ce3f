import { lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { answerCounted } from '#app/escrow/db/stated-payments.server.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { type Decimal, plain } from '#app/kernel/domain/money.ts'
import { findNewestCounted } from '#app/ledgers/payments/db/ledger-payments.server.ts'
import { depositState, isCovered, sumOf } from '#app/ledgers/payments/domain/deposit.ts'
import { isDust } from '#app/ledgers/payments/domain/dust.ts'
import { queueLetter, sellersSide } from '#app/notices/workflows/queue-letter.server.ts'
import { writeToOther } from '#app/notices/workflows/write-to-other.server.ts'
import { releaseWhenDue } from '#app/settlement/payouts/workflows/release-when-due.server.ts'
import { markFunded } from '#app/trade/opening/db/openings.server.ts'
import { windClock } from '#app/trade/terms/workflows/wind-clock.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** A payment that counts for the escrow; `amount` in whole units of its asset. */
export type Deposit = { hash: string; at: Date; amount: Decimal }

/**
 * What follows for an escrow when payments have come to count for it together, oldest first; call it after storing them, which has added
 * them up. When all that has arrived covers the amount the escrow is funded, by the payment that completed it: both sides are told, and
 * the money is released if everything else holds already. A part or an excess is told once for all of them; next to nothing is
 * neither told nor written down.
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
      detail: { hash: last.hash, amount: plain(sumOf(told)), currency: before.currency, payments: told.length },
    })
  }
  // Whoever paid has a wallet that is compared as well.
  await enqueue(tx, { name: 'screen_person', payload: { userId: before.buyerId } })
  const isFundedNow =
    completing !== null && (await markFunded(tx, { escrowId, hash: completing.hash, paidAt: completing.at, now }))
  const escrow = isFundedNow ? await lockEscrow(tx, escrowId) : before
  const isLate = before.cancelledAt !== null || before.verifiedAt !== null
  const hashes = payments.map(({ hash }) => hash)
  await answerCounted(tx, { escrowId, hashes, verdict: isLate ? 'late' : 'counted', at: now })
  if (last) {
    await tellOfExcess(tx, { escrow, hash: last.hash })
    if (escrow.cancelledAt === null) await tellOfPart(tx, { escrow, hash: last.hash })
  }
  if (isFundedNow) await beginFunded(tx, { escrow, hash: completing.hash, now })
}

/**
 * Funds an escrow by what has arrived, where its amount was lowered to no more than that: by the newest payment. Does nothing where it is
 * funded or called off already, or something is still due.
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

/** As `fundWithArrived`, in a transaction of its own. */
export async function fundIfCovered(
  deps: Pick<Deps, 'db' | 'clock'>,
  { escrowId }: { escrowId: string },
): Promise<void> {
  await inTransaction(deps.db, (tx) => fundWithArrived(tx, { escrowId, now: deps.clock.now() }))
}

/** Which payment completed the amount, and those that are worth a word. The escrow has received all of them already. */
function judgeDeposits(
  { currency: asset, amount: due, receivedAmount }: StoredEscrow,
  payments: readonly Deposit[],
): { completing: Deposit | null; told: Deposit[] } {
  let received = receivedAmount.minus(sumOf(payments))
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

/** Everything that begins with the money: the seller's time, the letters, and the release if all else holds. */
async function beginFunded(tx: Transaction, { escrow, hash, now }: Funded): Promise<void> {
  await windClock(tx, { escrowId: escrow.id, now })
  await writeEvent(tx, { kind: 'escrow_funded', at: now, escrowId: escrow.id, detail: { hash } })

  const content = {
    letter: 'escrow_funded',
    txid: escrow.transactionId,
    amount: plain(escrow.amount),
    asset: escrow.currency,
    hash,
  } as const
  const event = `escrow_funded:${escrow.id}`
  await queueLetter(tx, { event, to: { userId: escrow.buyerId }, content: { ...content, reader: 'buyer' } })
  const seller = sellersSide(escrow, now)
  if (seller) {
    const letter = { event, to: seller, content: { ...content, reader: 'seller' } } as const
    if (escrow.sellerId !== null) await queueLetter(tx, letter)
    else await writeToOther(tx, { ...letter, escrowId: escrow.id, from: escrow.buyerId, now })
  }
  await releaseWhenDue(tx, escrow, now)
}

/** A part has arrived: a letter for each arrival after which something is still due. */
async function tellOfPart(tx: Transaction, { escrow, hash }: { escrow: StoredEscrow; hash: string }): Promise<void> {
  const { state, stillDue } = depositState({ due: escrow.amount, received: escrow.receivedAmount })
  if (state !== 'short') return
  await queueLetter(tx, {
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

/** What an escrow does not need waits until the buyer says where it goes: a letter for each payment that adds to it. */
async function tellOfExcess(tx: Transaction, { escrow, hash }: { escrow: StoredEscrow; hash: string }): Promise<void> {
  if (escrow.owedBack.lte(0)) return
  await queueLetter(tx, {
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
