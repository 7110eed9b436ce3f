import { lockEscrow, type StoredEscrow } from '#app/db/escrow/escrows.server.ts'
import { answerCounted } from '#app/db/escrow/stated-payments.server.ts'
import { writeEvent } from '#app/db/kernel/audit.server.ts'
import type { Transaction } from '#app/db/kernel/client.server.ts'
import { sumCounted } from '#app/db/ledger-payments/ledger-payments.server.ts'
import { markFunded, storeReceived } from '#app/db/opening/openings.server.ts'
import { type Decimal, plain } from '#app/domain/kernel/money.ts'
import { depositState } from '#app/domain/ledger-payments/deposit.ts'
import { isDust } from '#app/domain/ledger-payments/dust.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { windClock } from '#app/workflows/agreement/wind-clock.server.ts'
import type { Deps } from '#app/workflows/deps.ts'
import { queueLetter, sellersSide } from '#app/workflows/letters/queue-letter.server.ts'
import { writeToOther } from '#app/workflows/letters/write-to-other.server.ts'
import { releaseWhenDue } from '#app/workflows/payouts/release-when-due.server.ts'

type Fund = {
  escrowId: string
  by: { hash: string; at: Date; amount: Decimal }
  told?: { isLast: boolean; amount: Decimal }
}

/**
 * Counts what arrived for an escrow; when it covers the amount the escrow is funded, both sides are told, and the money
 * is released if everything else holds already. Call it after storing the payment `by`. `told`: what has come together, of
 * which a part or an excess is told with the last; next to nothing tells nobody.
 */
export async function fundEscrow(deps: Deps, tx: Transaction, fund: Fund): Promise<void> {
  const before = await lockEscrow(tx, fund.escrowId)
  const total = await sumCounted(tx, { escrowId: before.id })
  const now = deps.clock.now()
  await storeReceived(tx, { escrowId: before.id, total })
  await writeEvent(tx, {
    kind: 'payment_seen',
    at: now,
    escrowId: before.id,
    detail: { hash: fund.by.hash, amount: plain(fund.by.amount), currency: before.currency },
  })
  // Whoever paid has a wallet that is compared as well.
  await enqueue(tx, { name: 'screen_person', payload: { userId: before.buyerId } })
  const { state, stillDue } = depositState({ due: before.amount, received: total })
  const isFundedNow =
    (state === 'exact' || state === 'over') &&
    (await markFunded(tx, { escrowId: before.id, hash: fund.by.hash, paidAt: fund.by.at, now }))
  const isLate = before.cancelledAt !== null || before.verifiedAt !== null
  await answerCounted(tx, { escrowId: before.id, hash: fund.by.hash, verdict: isLate ? 'late' : 'counted', at: now })
  const escrow = await lockEscrow(tx, before.id)
  const told = { asset: escrow.currency, amount: fund.told?.amount ?? fund.by.amount }
  if (fund.told?.isLast !== false) {
    if (!isDust({ ...told, stillDue: null })) await tellOfExcess(tx, { escrow, hash: fund.by.hash })
    const isPart = state === 'short' && escrow.cancelledAt === null
    if (isPart && !isDust({ ...told, stillDue })) await tellOfPart(tx, { escrow, stillDue, hash: fund.by.hash })
  }
  if (!isFundedNow) return
  await windClock(tx, { escrowId: before.id, now })
  await writeEvent(tx, { kind: 'escrow_funded', at: now, escrowId: before.id, detail: { hash: fund.by.hash } })

  const content = {
    letter: 'escrow_funded',
    txid: escrow.transactionId,
    amount: plain(escrow.amount),
    asset: escrow.currency,
    hash: fund.by.hash,
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
async function tellOfPart(
  tx: Transaction,
  { escrow, stillDue, hash }: { escrow: StoredEscrow; stillDue: Decimal; hash: string },
): Promise<void> {
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
