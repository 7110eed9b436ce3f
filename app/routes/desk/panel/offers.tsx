import type { EscrowView } from '#app/domain/lookup/escrow-view.ts'
import { Proposal } from '#app/ui/divisions/proposals.tsx'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'
import { useDesk } from './words.tsx'

/** What the two sides have proposed to each other, newest first; nothing when there was nothing. */
export function Offers({ view: { divisions, currency } }: { view: EscrowView }) {
  const t = useDesk()
  if (divisions.length === 0) return null
  return (
    <Sheet title={t('dispute.offers')} className="stack">
      {divisions.map((division) => (
        <Proposal key={division.id} division={division} currency={currency} />
      ))}
    </Sheet>
  )
}
