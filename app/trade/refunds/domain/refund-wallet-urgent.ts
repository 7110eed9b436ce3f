import type { ShownEscrow } from '#app/escrow/domain/shown-escrow.ts'
import type { ShownPayouts } from '#app/settlement/payouts/domain/shown-payout.ts'
import { waitsForRefundWallet } from '#app/settlement/payouts/domain/waiting-payout.ts'
import type { ShownRefunds } from './shown-refunds.ts'

/** Is money, or a decision about it, waiting for the buyer's refund wallet? */
export function isRefundWalletUrgent(escrow: ShownEscrow & ShownPayouts & ShownRefunds): boolean {
  const { payouts, stage, owedBack, turn, refundWallet } = escrow
  if (payouts.some(waitsForRefundWallet) || stage === 'refund_open') return true
  if (owedBack !== '0') return turn === 'buyer' && stage !== 'awaiting_examination'
  return refundWallet === null
}
