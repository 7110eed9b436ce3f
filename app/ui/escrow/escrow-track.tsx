import { useTranslation } from 'react-i18next'
import { ESCROW_EVENTS, type EscrowEvent } from '#app/domain/audit-events.ts'
import type { EscrowView } from '#app/domain/escrow-view.ts'
import { Sheet } from '../sheet.tsx'
import { Track, type TrackEvent } from '../track.tsx'

const WARNINGS: readonly EscrowEvent[] = [
  'payout_wallet_changed',
  'documents_rejected',
  'release_blocked',
  'document_removed',
]
const GOOD: readonly EscrowEvent[] = ['escrow_funded', 'shipment_confirmed', 'documents_approved', 'funds_released']

/** What has happened to an escrow, newest first. */
export function EscrowTrack({ escrow }: { escrow: EscrowView }) {
  const { t } = useTranslation()
  const events = escrow.events.flatMap((event): TrackEvent[] => {
    const kind = ESCROW_EVENTS.find((known) => known === event.kind)
    if (!kind) return []
    if (event.detail.differs === true) {
      return [{ text: t('escrow.events.payout_wallet_differs'), at: event.at, tone: 'warn' }]
    }
    const tone = WARNINGS.includes(kind) ? 'warn' : GOOD.includes(kind) ? 'good' : undefined
    return [{ text: t(`escrow.events.${kind}`), at: event.at, tone }]
  })
  return (
    <Sheet title={t('escrow.history')}>
      <Track events={events} />
    </Sheet>
  )
}
