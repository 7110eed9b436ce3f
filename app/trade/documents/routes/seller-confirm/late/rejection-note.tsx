import { useTranslation } from 'react-i18next'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { isMarked } from '#app/trade/documents/domain/discrepancy-notice.ts'
import { DiscrepancyNoticeWords, MeantDocuments } from '#app/trade/documents/ui/discrepancy-notice-words.tsx'
import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'

/** Why the buyer rejected, which documents, and how many presentations are left. */
export function RejectionNote({ escrow }: { escrow: EscrowView }) {
  const { t } = useTranslation()
  const { notice } = escrow.examination
  if (escrow.approval !== 'Rejected' || !escrow.may.confirm) return null
  return (
    <Note tone="danger" title={t('seller.rejectedTitle')}>
      {notice && isMarked(notice) ? (
        <DiscrepancyNoticeWords notice={notice} />
      ) : (
        <>
          <p>{t('seller.rejectedText', { reason: escrow.rejectionReason ?? '' })}</p>
          <MeantDocuments types={escrow.rejectedTypes} />
        </>
      )}
      {escrow.parts.rounds.left !== null && <p>{t('examination.left', { count: escrow.parts.rounds.left })}</p>}
    </Note>
  )
}
