/** Emails about on-chain custody, queued once each in the transaction of the event. */

import { findEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { plain } from '#app/kernel/domain/money.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import { queueEmail, queueToBoth } from '#app/notices/workflows/queue-email.server.ts'
import { writeToOther } from '#app/notices/workflows/write-to-other.server.ts'
import type { SettlementShares } from '#app/settlement/custody/domain/settlement.ts'
import type { OnchainEnd } from '#app/trade/onchain/domain/settlement-fate.ts'
import { findDates } from '#app/trade/terms/db/milestones.server.ts'
import { fundableUntil } from '#app/trade/terms/domain/consequence.ts'

/**
 * To the buyer: the deposit can be made. `about`: the agreement, so that another wallet is notified anew (within the
 * limit for emails about acts), or a later clearance that somebody had to wait for.
 */
export async function notifyReady(
  tx: Transaction,
  { escrowId, about, now }: { escrowId: string; about: string; now: Date },
): Promise<void> {
  const escrow = await findEscrow(tx, escrowId)
  if (!escrow?.held || escrow.sellerId === null) return
  const fundBy = (await findDates(tx, escrowId))?.fundBy ?? null
  const lockBy = fundableUntil({ fundBy, ledgerDate: escrow.held.deadline }).toISOString()
  await writeToOther(tx, {
    event: `hold_ready:${about}`,
    escrowId,
    from: escrow.sellerId,
    to: { userId: escrow.buyerId },
    content: { letter: 'hold_ready', ...facts(escrow), lockBy },
    now,
  })
}

/** To both: the deposit is as agreed. */
export async function notifyDeposited(
  tx: Transaction,
  { escrow, hash, now }: { escrow: StoredEscrow; hash: string; now: Date },
): Promise<void> {
  const contentFor = (reader: 'buyer' | 'seller') =>
    ({ letter: 'escrow_funded', reader, ...facts(escrow), hash }) as const
  await queueToBoth(tx, { event: `escrow_funded:${escrow.id}`, escrow, now, contentFor })
}

/** To the buyer, on Stellar: from the ledger date on nobody else can take the money. */
export async function notifyExpired(tx: Transaction, { escrowId, lockId }: { escrowId: string; lockId: string }) {
  const escrow = await findEscrow(tx, escrowId)
  if (!escrow) return
  const content = { letter: 'hold_lapsed', ...facts(escrow) } as const
  await queueEmail(tx, { event: `hold_lapsed:${lockId}`, to: { userId: escrow.buyerId }, content })
}

/** To the buyer, once: a deposit was found as agreed after the escrow was over. It does not count (decision 118). */
export async function notifyLate(tx: Transaction, escrow: StoredEscrow): Promise<void> {
  const content = { letter: 'hold_late', ...facts(escrow) } as const
  await queueEmail(tx, { event: `hold_late:${escrow.id}`, to: { userId: escrow.buyerId }, content })
}

/** To both: how the ledger ended it and what each side got. A side with a share to take gets that email instead. */
export async function notifyEnded(
  tx: Transaction,
  told: {
    escrow: StoredEscrow
    lockId: string
    end: OnchainEnd
    hash: string
    shares: SettlementShares
    /** Sides whose share waits on the ledger for their wallet. */
    setAside: readonly Reader[]
    now: Date
  },
): Promise<void> {
  const { escrow, lockId, end, hash, shares, setAside, now } = told
  const { txid, asset, amount } = facts(escrow)
  await queueToBoth(tx, {
    event: `hold_ended:${lockId}`,
    escrow,
    now,
    contentFor: (reader) => {
      if (setAside.includes(reader)) return { letter: 'hold_take', txid, amount: plain(shares[reader]), asset, hash }
      if (end === 'released') return { letter: 'funds_released', reader, txid, amount, asset, hash }
      const paid = { toSeller: plain(shares.seller), toBuyer: plain(shares.buyer) }
      return { letter: 'hold_ended', reader, end, txid, asset, ...paid, hash }
    },
  })
}

function facts({ transactionId: txid, amount, currency: asset }: StoredEscrow) {
  return { txid, amount: plain(amount), asset }
}
