import type { ReactNode } from 'react'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import type { DivisionView } from '#app/trade/divisions/domain/divisions-view.ts'
import { Proposal } from '#app/trade/divisions/ui/proposals.tsx'
import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'
import { useAdmin } from './words.tsx'

type OffersProps = {
  view: EscrowView
  /** Actions on an offer, shown below it. */
  act?: (offer: DivisionView) => ReactNode
}

/** What both parties have proposed to each other, newest first; nothing when there was nothing. */
export function Offers({ view: { divisions, currency, payoutWallet, refundWallet }, act }: OffersProps) {
  const t = useAdmin()
  if (divisions.length === 0) return null
  return (
    <Sheet title={t('dispute.offers')} className="stack">
      {divisions.map((division) => (
        <div key={division.id}>
          <Proposal division={division} currency={currency} wallets={{ seller: payoutWallet, buyer: refundWallet }} />
          {act?.(division)}
        </div>
      ))}
    </Sheet>
  )
}
