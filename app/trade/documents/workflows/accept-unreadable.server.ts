import { findPermitted } from '#app/escrow/db/escrow-people.server.ts'
import { lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { canConfirm } from '#app/escrow/domain/escrow.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { walletOf } from '#app/kernel/domain/wallet.ts'
import { writeToOther } from '#app/notices/workflows/write-to-other.server.ts'
import { findAgreedPayee } from '#app/settlement/custody/db/agreed-payee.server.ts'
import { custodyOf } from '#app/settlement/custody/workflows/custody.server.ts'
import { acceptUnreadable, findDocuments } from '#app/trade/documents/db/documents.server.ts'
import { findUncounted, type UncountedFile } from '#app/trade/documents/db/uncounted.server.ts'
import { isUnreadable } from '#app/trade/documents/domain/unreadable.ts'
import { refuseMissed } from '#app/trade/terms/workflows/presented-late.server.ts'
import { scheduleDeadline } from '#app/trade/terms/workflows/schedule-deadline.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { countPresentation } from './count-presentation.server.ts'

/**
 * The buyer accepts unreadable documents as they are: the presentation counts from now on, and the examination period
 * begins (decision 077). The buyer need not: the seller can replace them instead. `seenDocuments`: ids of the documents
 * on the page. Idempotent. Refusals: escrow_not_found, in_dispute, escrow_settled, documents_changed (presented anew or
 * withdrawn meanwhile), escrow_changed (corrected since: the seller must confirm again), date_at_quayside.
 */
export async function acceptAsTheyAre(
  deps: Deps,
  accepted: { escrowId: string; buyerId: string; seenDocuments: readonly string[] },
): Promise<StoredEscrow | Refusal> {
  const { escrowId, buyerId } = accepted
  if (!(await findPermitted(deps.db, accepted, 'examine'))) return refuse('escrow_not_found')
  return inTransaction(deps.db, async (tx) => {
    const before = await lockEscrow(tx, escrowId)
    const presented = await findDocuments(tx, escrowId)
    const isSeen = presented.length === accepted.seenDocuments.length
    if (!isSeen || !presented.every(({ id }) => accepted.seenDocuments.includes(id))) return refuse('documents_changed')
    // Repeated, for example by a double click.
    if (before.confirmedAt !== null) return before
    if (before.dispute) return refuse('in_dispute')
    if (!canConfirm(before.facts)) return refuse('escrow_settled')
    const unreadable = presented.filter(isUnreadable)
    const uncounted = await findUncounted(tx, escrowId)
    if (!uncounted || unreadable.length === 0) return refuse('documents_changed')
    if (before.correctedAt && before.correctedAt > uncounted.presentedAt) return refuse('escrow_changed')
    const now = deps.clock.now()
    const missed = await refuseMissed(tx, { escrow: before, by: 'seller', now })
    if (missed) return missed
    await acceptUnreadable(tx, { ids: unreadable.map(({ id }) => id), at: now })
    const papers = unreadable.map(({ type, fileName, sha256, trouble }) => ({ type, fileName, sha256, trouble }))
    await writeEvent(tx, {
      kind: 'unreadable_accepted',
      at: now,
      escrowId,
      userId: buyerId,
      detail: { unreadable: papers },
    })
    await countPresentation(deps, tx, {
      before,
      sellerId: uncounted.sellerId,
      stated: { ...(await walletIn(tx, { before, uncounted })), facts: {}, wasLate: uncounted.wasLate, now },
      presented: presented.map(({ type, size, sha256 }) => ({ type, size, sha256 })),
    })
    await notifySeller(tx, { escrow: before, sellerId: uncounted.sellerId, now })
    await scheduleDeadline(tx, { escrowId, now })
    return lockEscrow(tx, escrowId)
  })
}

/** With on-chain escrow, only the agreed wallet can be paid. */
async function walletIn(tx: Transaction, { before, uncounted }: { before: StoredEscrow; uncounted: UncountedFile }) {
  const agreed = custodyOf(before).payees === 'agreed' ? await findAgreedPayee(tx, before.id) : null
  const { payoutAddress: address, payoutMemo: memo } = uncounted
  return agreed ? { address: agreed.address, memo: agreed.memo } : walletOf({ address, memo: memo ?? '' })
}

type Told = { escrow: StoredEscrow; sellerId: string; now: Date }

async function notifySeller(tx: Transaction, { escrow, sellerId, now }: Told): Promise<void> {
  await writeToOther(tx, {
    event: `taken_as_is:${escrow.id}:${now.getTime()}`,
    escrowId: escrow.id,
    from: escrow.buyerId,
    to: { userId: sellerId },
    now,
    content: {
      letter: 'waiver',
      moment: 'taken_as_is',
      txid: escrow.transactionId,
      amount: plain(escrow.amount),
      asset: escrow.currency,
    },
  })
}
