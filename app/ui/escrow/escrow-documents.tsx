import { useTranslation } from 'react-i18next'
import { PRESENTED_TYPES } from '#app/domain/documents.ts'
import type { EscrowView } from '#app/domain/escrow-view.ts'
import { DocumentList } from '../document-list.tsx'
import { Sheet } from '../sheet.tsx'

/** Every kind of document, presented or not, with size, SHA-256 and download. */
export function EscrowDocuments({ escrow }: { escrow: EscrowView }) {
  const { t } = useTranslation()
  const presented = PRESENTED_TYPES.filter((type) => !escrow.missingTypes.includes(type)).length
  return (
    <Sheet
      title={t('escrow.documents.title')}
      aside={
        <span className="muted small">
          {t('escrow.documents.presented', { count: presented, all: PRESENTED_TYPES.length })}
        </span>
      }
    >
      <DocumentList
        documents={PRESENTED_TYPES.map((type) => ({
          kind: type,
          title: t(`documentType.${type}`),
          files: escrow.documents
            .filter((document) => document.type === type)
            .map(({ id, fileName, size, sha256 }) => ({ fileName, size, sha256, href: `/documents/${id}` })),
          remark: escrow.missingTypes.includes(type) ? t('escrow.documents.missing') : undefined,
        }))}
      />
    </Sheet>
  )
}
