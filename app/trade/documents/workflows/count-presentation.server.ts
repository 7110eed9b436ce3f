/** Stores a confirmation that counts, or one that does not count yet (decision 077). The caller holds the row lock. */

import { lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { plain } from '#app/kernel/domain/money.ts'
import type { Wallet } from '#app/kernel/domain/wallet.ts'
import { writeToOther } from '#app/notices/workflows/write-to-other.server.ts'
import { expectationOf } from '#app/settlement/payouts/domain/expectation.ts'
import { notifyOfWallet } from '#app/settlement/payouts/workflows/wallets/notify-of-wallet.server.ts'
import type { NewFacts } from '#app/trade/documents/db/discrepancy-notices.server.ts'
import { findDocuments } from '#app/trade/documents/db/documents.server.ts'
import { storeConfirmation } from '#app/trade/documents/db/examinations.server.ts'
import { findUncounted, removeUncounted, storeUncounted } from '#app/trade/documents/db/uncounted.server.ts'
import { type PresentedType, SHIPMENT_IMAGE } from '#app/trade/documents/domain/documents.ts'
import { isUnreadable } from '#app/trade/documents/domain/unreadable.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { findExamination, storePresentation } from './give-discrepancy-notice.server.ts'

/** `wasLate`: after the deadline that applied. */
type Stated = Wallet & { facts: Partial<NewFacts>; wasLate: boolean; now: Date }

export type Presenting = {
  before: StoredEscrow
  sellerId: string
  stated: Stated
  presented: readonly { type: PresentedType; size: number; sha256: string }[]
}

/** Confirms the shipment: a new presentation begins or the current one is extended, and the buyer is notified. */
export async function countPresentation(deps: Deps, tx: Transaction, presenting: Presenting): Promise<void> {
  const { before, sellerId, stated, presented } = presenting
  const { address, memo, wasLate, now } = stated
  const { id: escrowId } = before
  const isSame = before.payoutAddress === address && before.payoutMemo === memo
  const examination = await findExamination(tx, before)
  const facts = { ...(await factsBefore(tx, escrowId)), ...said(stated.facts) }
  await storePresentation(deps, tx, { escrowId, examination, facts, wasLate, now })
  await storeConfirmation(tx, {
    escrowId,
    sellerId,
    payoutAddress: address,
    payoutMemo: memo,
    payoutStatedAt: isSame && before.payoutStatedAt ? before.payoutStatedAt : now,
    confirmedAt: now,
  })
  await removeUncounted(tx, escrowId)
  await writeEvent(tx, {
    kind: 'shipment_confirmed',
    at: now,
    escrowId,
    userId: sellerId,
    detail: {
      documents: presented.filter(({ type }) => type !== SHIPMENT_IMAGE).length,
      files: presented.length,
      presented: [...presented],
    },
  })
  const escrow = await lockEscrow(tx, escrowId)
  await notifyBuyer(tx, { escrow, sellerId, now })
  if (!isSame) await notifyOfWallet(tx, { escrow, changed: before.payoutAddress !== null, now })
}

/** Facts stated with the uncounted confirmation; new ones override them. */
async function factsBefore(tx: Transaction, escrowId: string): Promise<Partial<NewFacts>> {
  const uncounted = await findUncounted(tx, escrowId)
  if (!uncounted) return {}
  const { containerNumber, ladenOn, invoiceAmount, insuredAmount } = uncounted
  return { containerNumber, ladenOn, invoiceAmount, insuredAmount }
}

function said(facts: Partial<NewFacts>): Partial<NewFacts> {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null))
}

/** Stores a confirmation with unreadable documents: binds the seller and begins no examination. Notifies the buyer. */
export async function holdPresentation(tx: Transaction, presenting: Presenting): Promise<void> {
  const { before, sellerId, stated, presented } = presenting
  const { address: payoutAddress, memo: payoutMemo, facts, wasLate, now } = stated
  const { id: escrowId } = before
  await storeUncounted(tx, { escrowId, sellerId, presentedAt: now, wasLate, payoutAddress, payoutMemo, ...facts })
  const unreadable = (await findDocuments(tx, escrowId))
    .filter(isUnreadable)
    .map(({ type, fileName, sha256, trouble }) => ({ type, fileName, sha256, trouble }))
  const detail = { files: presented.length, presented: [...presented], unreadable }
  await writeEvent(tx, { kind: 'unreadable_presented', at: now, escrowId, userId: sellerId, detail })
  await writeToOther(tx, {
    event: `unreadable:${escrowId}:${now.getTime()}`,
    escrowId,
    from: sellerId,
    now,
    to: { userId: before.buyerId },
    content: {
      letter: 'waiver',
      moment: 'unreadable',
      txid: before.transactionId,
      amount: plain(before.amount),
      asset: before.currency,
      papers: unreadable.map(({ type, trouble }) => ({ type, trouble })),
    },
  })
}

type Confirmed = { escrow: StoredEscrow; sellerId: string; now: Date }

async function notifyBuyer(tx: Transaction, { escrow, sellerId, now }: Confirmed): Promise<void> {
  const presented = await findDocuments(tx, escrow.id)
  const images = presented.filter((document) => document.type === SHIPMENT_IMAGE).length
  await writeToOther(tx, {
    event: `seller_confirmed:${escrow.id}:${now.getTime()}`,
    escrowId: escrow.id,
    from: sellerId,
    now,
    to: { userId: escrow.buyerId },
    content: {
      letter: 'seller_confirmed',
      txid: escrow.transactionId,
      amount: plain(escrow.amount),
      asset: escrow.currency,
      ...(escrow.sellerName !== null && {
        sellerName: escrow.sellerName,
        sellerHasConfirmedEmail: escrow.sellerHasConfirmedEmail,
      }),
      documents: String(presented.length - images),
      images: String(images),
      confirmedAt: now.toISOString(),
      walletDiffers: expectationOf(escrow) === 'differs',
    },
  })
}
