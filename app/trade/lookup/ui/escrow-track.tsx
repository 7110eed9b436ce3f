import { Link } from '@remix-run/react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Correctable } from '#app/escrow/domain/escrow-terms.ts'
import { ESCROW_EVENTS, type EscrowEvent } from '#app/kernel/domain/audit-events.ts'
import { formatAmount, formatList } from '#app/kernel/i18n/format.ts'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Track, type TrackEvent } from '#app/kernel/ui/progress/track.tsx'
import type { EscrowView, EventView } from '#app/trade/lookup/domain/escrow-view.ts'

const WARNINGS: readonly EscrowEvent[] = [
  'escrow_corrected',
  'payout_wallet_changed',
  'payout_wallet_proposed',
  'payout_wallet_agreed',
  'documents_rejected',
  'release_blocked',
  'document_removed',
  'refund_requested',
  'refund_declined',
  'refund_blocked',
  'escrow_cancelled',
  'dispute_opened',
  'dispute_stated',
  'offer_made',
  'reduction_offered',
]
const GOOD: readonly EscrowEvent[] = [
  'escrow_funded',
  'shipment_confirmed',
  'documents_approved',
  'funds_released',
  'refund_agreed',
  'funds_refunded',
  'funds_returned',
  'dispute_decided',
  'offer_accepted',
  'reduction_agreed',
]
/** Events of payments show their amount; for others it is shown elsewhere. */
const WITH_AMOUNT: readonly EscrowEvent[] = ['funds_released', 'funds_refunded', 'return_queued', 'funds_returned']

export function EscrowTrack({ escrow }: { escrow: EscrowView }) {
  const { t, i18n } = useTranslation()
  const events = escrow.events.flatMap((event): TrackEvent[] => {
    const kind = ESCROW_EVENTS.find((known) => known === event.kind)
    if (!kind) return []
    const amountOf = (value: string) => formatAmount(value, escrow.currency, i18n.language)
    const listOf = (items: string[]) => formatList(items, i18n.language)
    const details = detailsOf(event, { t, kind, amountOf, listOf })
    if (event.detail.differs) {
      return [{ text: t('escrow.events.payout_wallet_differs'), at: event.at, tone: 'warn', details }]
    }
    const tone = WARNINGS.includes(kind) ? 'warn' : GOOD.includes(kind) ? 'good' : undefined
    return [{ text: t(`escrow.events.${kind}`), at: event.at, tone, details }]
  })
  return (
    <Sheet id="history" title={t('escrow.history')}>
      <Track events={events} />
      {escrow.hasEarlierEvents && (
        <p className="small">
          <Link to={`/statements/${escrow.transactionId}`}>{t('escrow.track.all')}</Link>
        </p>
      )}
    </Sheet>
  )
}

type Words = {
  t: TFunction
  kind: EscrowEvent
  amountOf: (value: string) => string
  listOf: (items: string[]) => string
}

function isToldToBoth(what: Correctable): what is Exclude<Correctable, 'wallet'> {
  return what !== 'wallet'
}

function detailsOf({ detail }: EventView, { t, kind, amountOf, listOf }: Words): string[] {
  const { by, amount, amountBefore, corrected, decision, seller, buyer, rejected, fileName, reason } = detail
  return [
    by && t(`escrow.track.by.${by}`),
    detail.withFiles && t('viewLink.withFiles'),
    corrected && listOf(corrected.filter(isToldToBoth).map((what) => t(`escrow.facts.${what}`))),
    amount && amountBefore && t('escrow.track.before', { before: amountOf(amountBefore), now: amountOf(amount) }),
    amount && WITH_AMOUNT.includes(kind) && amountOf(amount),
    decision && t(`lookup.settle.dispute.${decision}`),
    decision !== 'release' &&
      decision !== 'refund' &&
      seller &&
      buyer &&
      t('escrow.track.shares', { seller: amountOf(seller), buyer: amountOf(buyer) }),
    rejected && listOf(rejected.map((type) => t(`documentType.${type}`))),
    fileName,
    reason,
  ].filter((line): line is string => typeof line === 'string')
}
