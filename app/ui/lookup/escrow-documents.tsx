import { useTranslation } from 'react-i18next'
import { PRESENTED_TYPES } from '#app/domain/documents/documents.ts'
import { isMarked } from '#app/domain/documents/notice.ts'
import type { RejectedVersion, ShownDocument } from '#app/domain/documents/shown-file.ts'
import type { PaperState } from '#app/domain/escrow/shown-parts.ts'
import type { EscrowView } from '#app/domain/lookup/escrow-view.ts'
import { formatList } from '#app/i18n/kernel/format.ts'
import { DocumentList, type PresentedFile } from '#app/ui/documents/document-list.tsx'
import { HintsNote } from '#app/ui/documents/hints-note.tsx'
import { MeantDocuments, NoticeWords } from '#app/ui/documents/notice-words.tsx'
import { PaperTag } from '#app/ui/escrow/paper-tag.tsx'
import { Disclosure } from '#app/ui/kernel/frames/disclosure.tsx'
import { Note } from '#app/ui/kernel/frames/note.tsx'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'
import { Comma } from '#app/ui/kernel/text/between.tsx'
import { Moment, MomentSentence } from '#app/ui/kernel/text/moment.tsx'
import { Quote } from '#app/ui/kernel/text/quote.tsx'

/** What is said of a document that is not there. */
const ABSENT = [
  { state: 'asked', words: 'escrow.documents.asked' },
  { state: 'contract_decides', words: 'escrow.documents.missing' },
  { state: 'not_asked', words: 'escrow.documents.notAsked' },
  { state: 'never', words: 'ui.document.notPresented' },
] as const
/** That a file is there shows it. */
const TAGGED: readonly PaperState[] = ['unreadable', 'rejected', 'accepted', 'waived']

/** Every kind of document, presented or not, with size, SHA-256, who presented it, and download. */
export function EscrowDocuments({ escrow }: { escrow: EscrowView }) {
  const { t, i18n } = useTranslation()
  const { papers } = escrow.parts
  // Whoever has to decide reads what there is, and in one row of its kind what there is not.
  const left = escrow.may.review ? escrow.missingTypes : []
  const listed = PRESENTED_TYPES.filter((type) => !left.includes(type))
  const rows = ABSENT.map(({ state, words }) => ({ words, types: left.filter((type) => papers[type] === state) }))
  const presented = PRESENTED_TYPES.filter(
    (type) => !escrow.missingTypes.includes(type) && papers[type] !== 'unreadable',
  ).length
  return (
    <Sheet
      title={t('escrow.documents.title')}
      aside={
        <span className="muted small">
          {t('escrow.documents.presented', { count: presented, all: PRESENTED_TYPES.length })}
        </span>
      }
    >
      {escrow.approval === 'Rejected' && <Rejection escrow={escrow} />}
      <HintsNote hints={escrow.examination.hints} />
      <DocumentList
        documents={[
          ...listed.map((type) => ({
            kind: type,
            title: t(`documentType.${type}`),
            tag: TAGGED.includes(papers[type]) && <PaperTag state={papers[type]} />,
            files: escrow.documents.filter((document) => document.type === type).map(toFile),
            remark: ABSENT.filter(({ state }) => state === papers[type]).map(({ words }) => t(words))[0],
          })),
          ...rows
            .filter(({ types }) => types.length > 0)
            .map(({ words, types }) => ({
              kind: 'none' as const,
              title: formatList(
                types.map((type) => t(`documentType.${type}`)),
                i18n.language,
              ),
              files: [],
              remark: t(words),
            })),
        ]}
      />
      <RejectedVersions escrow={escrow} />
    </Sheet>
  )
}

/** What the buyer rejected and the seller has replaced: kept, for whoever has to judge later. */
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

function toFile({ id, uploadedBy, uploadedAt, acceptedAt, ...file }: ShownDocument): PresentedFile {
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

/** Why the buyer rejected, and which documents are meant. */
function Rejection({ escrow }: { escrow: EscrowView }) {
  const { t } = useTranslation()
  return (
    <Note tone="danger" title={t('escrow.lines.approved.refused')}>
      {escrow.examination.notice && isMarked(escrow.examination.notice) ? (
        <NoticeWords notice={escrow.examination.notice} />
      ) : (
        <>
          <MeantDocuments types={escrow.rejectedTypes} />
          {escrow.rejectionReason && <Quote>{escrow.rejectionReason}</Quote>}
        </>
      )}
    </Note>
  )
}
