import type { EscrowView } from '#app/domain/lookup/escrow-view.ts'
import type { SettlingProps } from '#app/ui/escrow/settle-form.tsx'
import { isDisputeFirst, isDivisionFirst, isRefundFirst } from '#app/ui/lookup/comes-first.ts'
import { Settlement } from '#app/ui/lookup/later.tsx'

/** What is open stands above the papers: it has to be answered first. */
export function SettlementFirst(settling: SettlingProps<EscrowView>) {
  return (
    <>
      <Settlement part="DatesSheet" {...settling} />
      <Settlement part="TermsSheet" {...settling} />
      <Settlement part="OtherWallet" {...settling} />
      {isDisputeFirst(settling.escrow) && <Settlement part="DisputeSheet" {...settling} />}
      {isDivisionFirst(settling.escrow) && <Settlement part="DivisionSheet" {...settling} />}
      {isRefundFirst(settling.escrow) && <Settlement part="RefundRequest" {...settling} />}
      <Settlement part="WaiverSheet" {...settling} />
      <Settlement part="UnreadableSheet" {...settling} />
    </>
  )
}

/** What was answered before, and the ways that are open to the seller, stand below them. */
export function SettlementLast(settling: SettlingProps<EscrowView>) {
  return (
    <>
      <Settlement part="RoundsSheet" {...settling} />
      <Settlement part="ChangeWallet" {...settling} />
      {!isDisputeFirst(settling.escrow) && <Settlement part="DisputeSheet" {...settling} />}
      {!isDivisionFirst(settling.escrow) && <Settlement part="DivisionSheet" {...settling} />}
      {!isRefundFirst(settling.escrow) && <Settlement part="RefundRequest" {...settling} />}
      <Settlement part="ViewLinks" {...settling} />
      <Settlement part="WaysOut" {...settling} />
    </>
  )
}
