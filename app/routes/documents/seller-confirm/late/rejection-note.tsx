import { useTranslation } from 'react-i18next'
import { isMarked } from '#app/domain/documents/notice.ts'
import type { EscrowView } from '#app/domain/lookup/escrow-view.ts'
import { MeantDocuments, NoticeWords } from '#app/ui/documents/notice-words.tsx'
import { Note } from '#app/ui/kernel/frames/note.tsx'

/** Why the buyer rejected, which documents are meant, and how often they can be presented again. */
export function RejectionNote({ escrow }: { escrow: EscrowView }) {
  const { t } = useTranslation()
  const { notice } = escrow.examination
  if (escrow.approval !== 'Rejected' || !escrow.may.confirm) return null
  return (
    <Note tone="danger" title={t('seller.rejectedTitle')}>
      {notice && isMarked(notice) ? (
        <NoticeWords notice={notice} />
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
