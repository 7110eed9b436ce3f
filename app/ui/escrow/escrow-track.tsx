import { useTranslation } from 'react-i18next'
import type { EscrowView } from '#app/domain/escrow-view.ts'
import { Sheet } from '../sheet.tsx'
import { Track, type TrackEvent } from '../track.tsx'

const KNOWN = [
  'escrow_opened',
  'payment_seen',
  'escrow_funded',
  'shipment_confirmed',
  'document_added',
  'document_removed',
  'payout_wallet_stated',
  'payout_wallet_changed',
  'documents_approved',
  'documents_rejected',
  'approval_withdrawn',
  'release_queued',
  'release_blocked',
  'release_resumed',
  'funds_released',
] as const

const WARNINGS: readonly string[] = [
  'payout_wallet_changed',
  'documents_rejected',
  'release_blocked',
  'document_removed',
]
const GOOD: readonly string[] = ['escrow_funded', 'shipment_confirmed', 'documents_approved', 'funds_released']

/** What has happened to an escrow, newest first. */
export function EscrowTrack({ escrow }: { escrow: EscrowView }) {
  const { t } = useTranslation()
  const events = escrow.events.flatMap((event): TrackEvent[] => {
    const kind = KNOWN.find((known) => known === event.kind)
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
