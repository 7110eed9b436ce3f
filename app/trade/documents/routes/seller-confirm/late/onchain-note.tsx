import { useTranslation } from 'react-i18next'
import { formatAmount } from '#app/kernel/i18n/format.ts'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'

/** Warns against shipping while the money may go back, and says that the terms were corrected. */
export function OnchainNote({ escrow }: { escrow: EscrowView }) {
  const { t, i18n } = useTranslation()
  const { stage, currency, custody, may } = escrow
  const { lapsed } = custody.says
  const { correctedAt, confirmedAt } = escrow.times
  const amount = formatAmount(escrow.amount, currency, i18n.language)
  if (custody.hasLapsed && lapsed) {
    return (
      <Note after tone="danger" title={t('held.lapsed.title')}>
        <p>{t(lapsed)}</p>
      </Note>
    )
  }
  if (stage === 'refund_requested' || stage === 'disputed') {
    return (
      <Note after tone="attention" title={t('seller.holdTitle')}>
        <p>{t(stage === 'disputed' ? 'seller.holdDispute' : 'seller.holdRefund', { amount })}</p>
      </Note>
    )
  }
  if (!correctedAt || confirmedAt || !may.confirm) return null
  return (
    <Note after>
      <p>
        <MomentSentence at={correctedAt} text={(time) => t('seller.trade.corrected', { time })} />
      </p>
    </Note>
  )
}
