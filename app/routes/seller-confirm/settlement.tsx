import { DisputeSheet, isDisputeFirst } from '#app/ui/settlement/dispute-sheet.tsx'
import { isRefundFirst, RefundRequest } from '#app/ui/settlement/refund-request.tsx'
import type { SettlingProps } from '#app/ui/settlement/settle-form.tsx'
import { WaysOut } from '#app/ui/settlement/ways-out.tsx'

/** What is open stands above the papers: it has to be answered first. */
export function SettlementFirst({ escrow, refused }: SettlingProps) {
  return (
    <>
      {isDisputeFirst(escrow) && <DisputeSheet escrow={escrow} />}
      {isRefundFirst(escrow) && <RefundRequest escrow={escrow} refused={refused} />}
    </>
  )
}

/** What was answered before, and the ways that are open to the seller, stand below them. */
export function SettlementLast({ escrow, refused }: SettlingProps) {
  return (
    <>
      {!isDisputeFirst(escrow) && <DisputeSheet escrow={escrow} />}
      {!isRefundFirst(escrow) && <RefundRequest escrow={escrow} refused={refused} />}
      <WaysOut escrow={escrow} refused={refused} />
    </>
  )
}
