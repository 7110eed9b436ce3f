import { useTranslation } from 'react-i18next'
import type { PaperState } from '#app/escrow/domain/parts-view.ts'
import { PaperTag } from '#app/escrow/ui/paper-tag.tsx'
import { formatList } from '#app/kernel/i18n/format.ts'
import { Disclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Comma } from '#app/kernel/ui/text/between.tsx'
import { Moment, MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import { Quote } from '#app/kernel/ui/text/quote.tsx'
import { isMarked } from '#app/trade/documents/domain/discrepancy-notice.ts'
import { PRESENTED_TYPES, type PresentedType } from '#app/trade/documents/domain/documents.ts'
import type { DocumentView, RejectedVersion } from '#app/trade/documents/domain/file-view.ts'
import { ChecksNote } from '#app/trade/documents/ui/checks-note.tsx'
import { DiscrepancyNoticeWords, MeantDocuments } from '#app/trade/documents/ui/discrepancy-notice-words.tsx'
import { DocumentList, type PresentedFile } from '#app/trade/documents/ui/document-list.tsx'
import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'

/** Remark of a missing document. */
const ABSENT = [
  { state: 'asked', words: 'escrow.documents.asked' },
  { state: 'contract_decides', words: 'escrow.documents.missing' },
  { state: 'not_asked', words: 'escrow.documents.notAsked' },
  { state: 'never', words: 'ui.document.notPresented' },
] as const
/** No tag if only presented: the file shows it. */
const TAGGED: readonly PaperState[] = ['unreadable', 'rejected', 'accepted', 'waived']

/** Presented and missing documents. After a rejection of some, those come first and the others are folded. */
export function EscrowDocuments({ escrow }: { escrow: EscrowView }) {
  const { t } = useTranslation()
  const { papers } = escrow.parts
  const there = PRESENTED_TYPES.filter((type) => !escrow.missingTypes.includes(type))
  const rejected = there.filter((type) => papers[type] === 'rejected')
  const first = rejected.length > 0 ? rejected : there
  const others = there.filter((type) => !first.includes(type))
  const presented = there.filter((type) => papers[type] !== 'unreadable').length
  const rowOf = (type: PresentedType) => ({
    kind: type,
    title: t(`documentType.${type}`),
    tag: TAGGED.includes(papers[type]) && <PaperTag state={papers[type]} />,
    files: escrow.documents.filter((document) => document.type === type).map(toFile),
  })
  return (
    <Sheet
      id="documents"
      title={t('escrow.documents.title')}
      aside={
        <span className="muted small">
          {t('escrow.documents.presented', { count: presented, all: PRESENTED_TYPES.length })}
        </span>
      }
    >
      {escrow.approval === 'Rejected' && <Rejection escrow={escrow} />}
      {!escrow.parts.isOver && escrow.approval === 'Pending' && <ChecksNote hints={escrow.examination.hints} />}
      <DocumentList documents={first.map(rowOf)} />
      {others.length > 0 && (
        <Disclosure summary={t('escrow.documents.others', { number: String(others.length) })}>
          <DocumentList documents={others.map(rowOf)} />
        </Disclosure>
      )}
      <NotThere escrow={escrow} />
      <RejectedVersions escrow={escrow} />
    </Sheet>
  )
}

/** Agreed documents that are missing are shown; other missing types are folded. */
function NotThere({ escrow: { missingTypes, parts } }: { escrow: EscrowView }) {
  const { t, i18n } = useTranslation()
  const rows = ABSENT.map(({ state, words }) => {
    const types = PRESENTED_TYPES.filter((type) => missingTypes.includes(type) && parts.papers[type] === state)
    const title = formatList(
      types.map((type) => t(`documentType.${type}`)),
      i18n.language,
    )
    return { state, words, types, title }
  }).filter(({ types }) => types.length > 0)
  const shown = rows.filter(({ state }) => state === 'asked')
  const folded = rows.filter(({ state }) => state !== 'asked')
  const listed = (list: typeof rows) => (
    <DocumentList documents={list.map(({ title, words }) => ({ kind: 'none', title, files: [], remark: t(words) }))} />
  )
  const count = folded.flatMap(({ types }) => types).length
  return (
    <>
      {shown.length > 0 && listed(shown)}
      {count > 0 && (
        <Disclosure summary={t('escrow.documents.absent', { number: String(count) })}>{listed(folded)}</Disclosure>
      )}
    </>
  )
}

/** Rejected documents that were replaced, kept for a later decision. */
export function RejectedVersions({ escrow: { rejectedVersions } }: { escrow: Pick<EscrowView, 'rejectedVersions'> }) {
  const { t } = useTranslation()
  if (rejectedVersions.length === 0) return null
  const types = PRESENTED_TYPES.filter((type) => rejectedVersions.some((version) => version.type === type))
  return (
    <Disclosure summary={t('escrow.documents.before')}>
      <DocumentList
        documents={types.map((type) => ({
          kind: type,
          title: t(`documentType.${type}`),
          tag: <PaperTag state="rejected" />,
          files: rejectedVersions.filter((version) => version.type === type).map(toRejected),
        }))}
      />
    </Disclosure>
  )
}

function toRejected(version: RejectedVersion): PresentedFile {
  return { ...toFile(version), origin: <RejectedOrigin version={version} /> }
}

function RejectedOrigin({ version: { uploadedBy, uploadedAt, rejectedAt } }: { version: RejectedVersion }) {
  const { t } = useTranslation()
  return (
    <>
      <Origin name={uploadedBy} at={uploadedAt} />
      <br />
      <MomentSentence at={rejectedAt} text={(time) => t('escrow.documents.rejectedAt', { time })} />
    </>
  )
}

function toFile({ id, uploadedBy, uploadedAt, acceptedAt, ...file }: DocumentView): PresentedFile {
  const { fileName, size, sha256, isScanned, trouble } = file
  const origin = <Origin name={uploadedBy} at={uploadedAt} />
  return { fileName, size, sha256, isScanned, trouble, acceptedAt, href: `/documents/${id}`, origin }
}

function Origin({ name, at }: { name: string; at: string }) {
  const { t } = useTranslation()
  return (
    <>
      {t('escrow.documents.presentedBy', { name })}
      <Comma />
      <Moment at={at} />
    </>
  )
}

/** Why the buyer rejected, and which documents. */
function Rejection({ escrow }: { escrow: EscrowView }) {
  const { t } = useTranslation()
  return (
    <Note tone="danger" title={t('escrow.events.documents_rejected')}>
      {escrow.examination.notice && isMarked(escrow.examination.notice) ? (
        <DiscrepancyNoticeWords notice={escrow.examination.notice} />
      ) : (
        <>
          <MeantDocuments types={escrow.rejectedTypes} />
          {escrow.rejectionReason && <Quote>{escrow.rejectionReason}</Quote>}
        </>
      )}
    </Note>
  )
}
