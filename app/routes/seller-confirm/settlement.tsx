import { isDisputeFirst, isRefundFirst } from '#app/ui/settlement/comes-first.ts'
import { DisputeSheet, RefundRequest, WaysOut } from '#app/ui/settlement/later.tsx'
import type { SettlingProps } from '#app/ui/settlement/settle-form.tsx'

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
