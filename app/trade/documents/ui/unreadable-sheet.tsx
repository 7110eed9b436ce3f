import { useTranslation } from 'react-i18next'
import type { EscrowDetails } from '#app/escrow/domain/escrow-details.ts'
import { SettleForm, type SettlingProps } from '#app/escrow/ui/settle-form.tsx'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import type { PapersView } from '#app/trade/documents/domain/file-view.ts'
import type { ExaminationView } from '#app/trade/documents/domain/presentations-view.ts'
import { isUnreadable } from '#app/trade/documents/domain/unreadable.ts'

type Shown = EscrowDetails & ExaminationView & PapersView

/** Unreadable documents that keep a presentation from counting: the seller replaces or the buyer accepts them. */
export function UnreadableSheet({ escrow }: SettlingProps<Shown>) {
  const { t } = useTranslation()
  const papers = escrow.times.confirmedAt === null ? escrow.documents.filter(isUnreadable) : []
  if (papers.length === 0) return null
  const mayAccept = escrow.examination.may.acceptUnreadable
  return (
    <Sheet id="unreadable" title={t('examination.unreadable.heading')} className="stack" noPrint>
      <Note tone="attention" title={t('examination.unreadable.title')}>
        <ul>
          {papers.map(({ id, type, fileName, trouble }) => (
            <li key={id}>
              {t(`documentType.${type}`)}, <bdi>{fileName}</bdi>: {t(`ui.document.trouble.${trouble}`)}
            </li>
          ))}
        </ul>
        {escrow.may.confirm && <p>{t('examination.unreadable.seller')}</p>}
        {mayAccept && <p>{t('examination.unreadable.buyer')}</p>}
      </Note>
      {mayAccept && (
        <SettleForm escrow={escrow} intent="accept_unreadable" button={t('examination.unreadable.accept')}>
          <input type="hidden" name="seenDocuments" value={escrow.documents.map(({ id }) => id).join(' ')} />
        </SettleForm>
      )}
    </Sheet>
  )
}
