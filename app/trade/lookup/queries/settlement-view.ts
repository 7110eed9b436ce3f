/** For the pages: payouts, refund requests, and what the viewer may do. */

import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { canCorrect } from '#app/escrow/domain/correction.ts'
import {
  canAnswerRefund,
  canAskForRefund,
  canCancel,
  canChangeDocuments,
  canChangeWallet,
  canConfirm,
  canDispute,
  canNameSeller,
  canReview,
  waitsForItsWallet,
} from '#app/escrow/domain/escrow.ts'
import type { CustodyView } from '#app/escrow/domain/escrow-details.ts'
import type { Permissions, Person } from '#app/escrow/domain/permissions.ts'
import { networkOf } from '#app/kernel/domain/assets.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { escrowPurpose } from '#app/kernel/domain/payout-state.ts'
import { explorerLink, type LedgerNetworks } from '#app/ledgers/payments/domain/explorer.ts'
import { feeAskedOf } from '#app/settlement/payouts/domain/fee-asked.ts'
import type { PayoutView, WaitView } from '#app/settlement/payouts/domain/payout-view.ts'
import {
  waitingFor,
  waitingForParties,
  waitsForPayoutWallet,
  waitsForRefundWallet,
} from '#app/settlement/payouts/domain/waiting-payout.ts'
import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'
import type { findRefundRequests } from '#app/trade/refunds/db/refund-requests.server.ts'
import { type PastRequest, refundAnswerOf } from '#app/trade/refunds/domain/refunds-view.ts'

/** `viewer` null: the operator, who sees everything and changes nothing here. */
export type Looking = { viewer: Person | null; permissions: Permissions }

export function showPayouts(
  escrow: StoredEscrow,
  known: { looking: Looking; networks: LedgerNetworks; before: ReadonlyMap<string, number> },
): PayoutView[] {
  const { looking, networks, before } = known
  const network = networkOf(escrow.currency)
  return escrow.payouts.map(
    ({ id, purpose, amount, address, memo, state, blockedReason, waitsFor, feeAsked, settledHash: hash, ...row }) => ({
      id,
      waits: showWait({ state, waitsFor, feeAsked, network }, { looking, before: before.get(id) ?? 0 }),
      purpose: escrowPurpose(purpose),
      amount: plain(amount),
      wallet: purpose === 'release' || looking.permissions.sees.buyersMoney ? { address, memo } : null,
      state,
      blockedReason,
      hash,
      explorer: hash && explorerLink(networks, { network, hash }),
      at: row.settledAt?.toISOString() ?? null,
    }),
  )
}

function showWait(
  payout: Parameters<typeof waitingFor>[0] & Parameters<typeof feeAskedOf>[0],
  { looking, before }: { looking: Looking; before: number },
): WaitView | null {
  const reason = looking.viewer ? waitingForParties(payout) : waitingFor(payout)
  return reason && { for: reason, before, fee: feeAskedOf(payout) }
}

type StoredRequests = Awaited<ReturnType<typeof findRefundRequests>>

/** Newest first. */
export function showPastRequests(requests: StoredRequests): PastRequest[] {
  return requests.toReversed().flatMap(({ reason, askedAt, answeredAt, answerReason, ...row }) => {
    const answer = refundAnswerOf(row.answer)
    if (!answer || !answeredAt) return []
    return [{ reason, askedAt: askedAt.toISOString(), answer, answeredAt: answeredAt.toISOString(), answerReason }]
  })
}

type Asking = {
  looking: Looking
  custody: CustodyView
  disputeStands: boolean
  /** The buyer's account was changed lately and states no wallet yet (decision 099). */
  isStill: boolean
}

/**
 * The same conditions as in the workflows, so that no button leads to a refusal. After the on-chain escrow's date the
 * money is back, and no decision here moves it.
 */
export function actsNow(
  escrow: StoredEscrow,
  { looking: { viewer, permissions }, custody, disputeStands, isStill }: Asking,
): EscrowView['may'] {
  const { facts } = escrow
  const { may } = permissions
  const isPast = custody.hasLapsed
  const statesWallets = custody.wallets === 'stated'
  const somebodyToAsk = escrow.sellerId !== null || escrow.sellerEmail !== null
  return {
    review: may.examine && !isPast && canReview(facts),
    confirm: may.confirm && !isPast && canConfirm(facts),
    changeDocuments: may.confirm && !isPast && canChangeDocuments(facts),
    cancel: may.cancel && canCancel(facts),
    correct: may.correct && canCorrect(escrow),
    nameSeller: may.nameSeller && canNameSeller(escrow),
    makeViewLink: may.makeViewLink,
    askForRefund: may.askForRefund && !isPast && somebodyToAsk && canAskForRefund(facts),
    answerRefund: may.answerRefund && !isPast && canAnswerRefund(facts),
    withdrawRefund: may.askForRefund && canAnswerRefund(facts),
    stateRefundWallet: may.stateRefundWallet && statesWallets && wantsRefundWallet(escrow),
    changeWallet: may.changeWallet && statesWallets && canChangeWallet(facts),
    proposeWallet: may.changeWallet && escrow.payouts.some(waitsForPayoutWallet),
    agreeToWallet: may.agreeToWallet && escrow.walletProposal !== null && escrow.payouts.some(waitsForPayoutWallet),
    dispute: may.dispute && !isPast && canDispute(facts),
    disputeWithWallet: may.stateRefundWallet && statesWallets && escrow.refundAddress === null && !isStill,
    withdrawDispute: viewer !== null && escrow.dispute?.openedById === viewer.id && !disputeStands,
  }
}

function wantsRefundWallet(escrow: StoredEscrow): boolean {
  if (waitsForItsWallet(escrow.facts)) return true
  return escrow.owedBack.gt(0) || escrow.dispute !== null || escrow.payouts.some(waitsForRefundWallet)
}
