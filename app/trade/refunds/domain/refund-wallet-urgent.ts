import type { EscrowDetails } from '#app/escrow/domain/escrow-details.ts'
import type { PayoutsView } from '#app/settlement/payouts/domain/payout-view.ts'
import { waitsForRefundWallet } from '#app/settlement/payouts/domain/waiting-payout.ts'
import type { RefundsView } from './refunds-view.ts'

/** Is money, or a decision about it, waiting for the buyer's refund wallet? */
export function isRefundWalletUrgent(escrow: EscrowDetails & PayoutsView & RefundsView): boolean {
  const { payouts, stage, owedBack, turn, refundWallet } = escrow
  if (payouts.some(waitsForRefundWallet) || stage === 'refund_open') return true
  if (owedBack !== '0') return turn === 'buyer' && stage !== 'awaiting_examination'
  return refundWallet === null
}
