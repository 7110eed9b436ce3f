import { findEscrow, lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { hasOwnChangeWaiting } from '#app/kernel/db/own-changes.server.ts'
import { type Decimal, parseAmount, plain } from '#app/kernel/domain/money.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import type { Wallet } from '#app/kernel/domain/wallet.ts'
import { queueToBoth } from '#app/notices/workflows/queue-email.server.ts'
import { canSettle } from '#app/settlement/custody/workflows/custody.server.ts'
import { releaseWhenDue } from '#app/settlement/payouts/workflows/release-when-due.server.ts'
import { endDispute } from '#app/trade/disputes/db/disputes.server.ts'
import { type Decision, sharesOf } from '#app/trade/disputes/domain/decision.ts'
import type { Shares } from '#app/trade/divisions/domain/division.ts'
import { payShares } from '#app/trade/divisions/workflows/pay-shares.server.ts'
import { scheduleDeadline } from '#app/trade/terms/workflows/schedule-deadline.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

export type DisputeProposal = {
  escrowId: string
  operatorId: string
  /** The dispute that the operator read. The decision counts for this one only. */
  disputeId: string
  decision: Decision
  /** The seller's share of a split, as typed. The buyer gets the rest, to the last stroop or drop. */
  sellerAmount: string
  /** Reasons that both parties read. */
  note: string
}

/** `seen`: the wallets on the confirmation page. The decision counts for these only. */
export type DisputeDecision = DisputeProposal & { seen: DisputeWallets }

/** Null: this side gets nothing. */
export type DisputeWallets = { seller: Wallet | null; buyer: Wallet | null }

/** The effect of a decision. `shares` null: the dispute is dismissed. */
export type WeighedDecision = { shares: Shares | null; wallets: DisputeWallets }

/** Returns what a decision would do, for the confirmation page. Changes nothing. Refusals: those of decideDispute. */
export async function weighDecision(deps: Deps, decided: DisputeProposal): Promise<WeighedDecision | Refusal> {
  if (decided.note === '') return refuse('decision_note_required', { field: 'note' })
  return inTransaction(deps.db, async (tx) => {
    const escrow = await findEscrow(tx, decided.escrowId)
    if (!escrow) return refuse('dispute_not_open')
    const now = deps.clock.now()
    return (await refuseOwnChange(tx, { escrow, decided, now })) ?? weigh(escrow, decided, now)
  })
}

/**
 * The operator ends a dispute: release, refund, an exact split, or dismissal (product.md §3). The payments are queued
 * in the same transaction. The caller has checked that `operatorId` is an operator. Refusals: dispute_not_open,
 * decision_note_required, split_invalid, seller_wallet_missing, refund_wallet_missing, decision_wallet_changed,
 * act_own_change (this operator's change of a party's account still needs another operator), and those of canSettle.
 */
export async function decideDispute(deps: Deps, decided: DisputeDecision): Promise<StoredEscrow | Refusal> {
  if (decided.note === '') return refuse('decision_note_required', { field: 'note' })
  return inTransaction(deps.db, async (tx) => {
    const before = await lockEscrow(tx, decided.escrowId)
    const now = deps.clock.now()
    const barred = await refuseOwnChange(tx, { escrow: before, decided, now })
    if (barred) return barred
    const weighed = weigh(before, decided, now)
    if (isRefusal(weighed)) return weighed
    const { shares, wallets } = weighed
    if (!areSame(decided.seen, wallets)) return refuse('decision_wallet_changed')
    const { decision, operatorId: by, note } = decided
    if (!(await endDispute(tx, { escrowId: before.id, decision, by, at: now, shares, note }))) {
      return refuse('dispute_not_open')
    }
    await writeEvent(tx, {
      kind: 'dispute_decided',
      at: now,
      escrowId: before.id,
      userId: by,
      detail: { decision, note, ...(shares && { seller: plain(shares.seller), buyer: plain(shares.buyer) }) },
    })
    await notifyBoth(tx, { escrow: before, decided, shares, now })
    const escrow = await lockEscrow(tx, before.id)
    if (shares) await payShares(tx, { escrow, shares, by, now })
    else await releaseWhenDue(tx, escrow, now)
    await scheduleDeadline(tx, { escrowId: escrow.id, now })
    return lockEscrow(tx, before.id)
  })
}

async function refuseOwnChange(
  tx: Transaction,
  { escrow, decided, now: at }: { escrow: StoredEscrow; decided: DisputeProposal; now: Date },
): Promise<Refusal | null> {
  const { buyerId, sellerId } = escrow
  const asked = { operatorId: decided.operatorId, userIds: [buyerId, sellerId], at }
  return (await hasOwnChangeWaiting(tx, asked)) ? refuse('act_own_change') : null
}

function weigh(escrow: StoredEscrow, decided: DisputeProposal, now: Date): WeighedDecision | Refusal {
  if (escrow.dispute?.id !== decided.disputeId) return refuse('dispute_not_open')
  if (decided.decision === 'dismissed') return { shares: null, wallets: { seller: null, buyer: null } }
  const shares = judgeShares(escrow, decided)
  if (isRefusal(shares)) return shares
  const obstacle = canSettle(escrow, shares, now)
  if (obstacle) return { ...obstacle, field: 'decision' }
  const walletOf = (address: string | null, memo: string | null) => (address === null ? null : { address, memo })
  return {
    shares,
    wallets: {
      seller: shares.seller.gt(0) ? walletOf(escrow.payoutAddress, escrow.payoutMemo) : null,
      buyer: shares.buyer.gt(0) ? walletOf(escrow.refundAddress, escrow.refundMemo) : null,
    },
  }
}

function areSame(one: DisputeWallets, other: DisputeWallets): boolean {
  return (['seller', 'buyer'] as const).every(
    (side) => one[side]?.address === other[side]?.address && one[side]?.memo === other[side]?.memo,
  )
}

/** Returns the shares if both can be paid: each side that gets something must have stated a wallet. */
function judgeShares(escrow: StoredEscrow, decided: DisputeProposal): Shares | Refusal {
  const sellerAmount = parseAmount(decided.sellerAmount, escrow.currency)
  const shares = sharesOf(decided.decision as Exclude<Decision, 'dismissed'>, { amount: escrow.amount, sellerAmount })
  if (!shares) return refuse('split_invalid', { field: 'sellerAmount' })
  if (shares.seller.gt(0) && escrow.payoutAddress === null)
    return refuse('seller_wallet_missing', { field: 'decision' })
  if (shares.buyer.gt(0) && escrow.refundAddress === null) return refuse('refund_wallet_missing', { field: 'decision' })
  return shares
}

async function notifyBoth(
  tx: Transaction,
  told: { escrow: StoredEscrow; decided: DisputeDecision; shares: Shares | null; now: Date },
): Promise<void> {
  const { escrow, decided, shares, now } = told
  const share = (amount: Decimal | undefined) => (amount ? plain(amount) : '0')
  await queueToBoth(tx, {
    event: `dispute_decided:${decided.disputeId}`,
    escrow,
    now,
    contentFor: (reader) => ({
      letter: 'dispute_decided',
      reader,
      txid: escrow.transactionId,
      asset: escrow.currency,
      decision: decided.decision,
      toSeller: share(shares?.seller),
      toBuyer: share(shares?.buyer),
      note: decided.note,
    }),
  })
}
