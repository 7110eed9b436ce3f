/** What is open, or how the escrow ended, stands above the papers; what went by without consequence stands below. */
import type { EscrowView } from '#app/domain/lookup/escrow-view.ts'

export function isDisputeFirst({ dispute, pastDisputes: [last] }: EscrowView): boolean {
  return dispute !== null || (last !== undefined && last.shares !== null)
}

/** Something waits for an answer, or can be offered in a dispute, or was agreed. */
export function isDivisionFirst({ dispute, divisions }: EscrowView): boolean {
  return dispute !== null || divisions.some(({ answer }) => answer === null || answer.kind === 'agreed')
}

export function isRefundFirst({ refundRequest, pastRequests: [last] }: EscrowView): boolean {
  return refundRequest !== null || last?.answer === 'agreed'
}
