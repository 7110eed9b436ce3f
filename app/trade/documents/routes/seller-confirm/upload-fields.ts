import type { TFunction } from 'i18next'
import { acceptAttribute } from '#app/kernel/domain/file-kind.ts'
import {
  DOCUMENT_KINDS,
  PRESENTED_TYPES,
  type PresentedType,
  SHIPMENT_IMAGE,
} from '#app/trade/documents/domain/documents.ts'
import type { UploadRow } from '#app/trade/documents/ui/upload-rows.tsx'
import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'

type Rows = { t: TFunction; escrow: EscrowView | null; errorOf: (field: string) => string | null }

export function uploadRows({ t, escrow, errorOf }: Rows): UploadRow[] {
  return PRESENTED_TYPES.map((type) => ({
    name: type,
    label: t(`documentType.${type}`),
    hint: hintFor(type, t),
    accept: acceptAttribute(DOCUMENT_KINDS),
    multiple: type === SHIPMENT_IMAGE,
    files: (escrow?.documents ?? []).filter((document) => document.type === type),
    flag: escrow?.parts.papers[type] === 'rejected' ? t('escrow.documents.rejected') : undefined,
    error: errorOf(type),
  }))
}

function hintFor(type: PresentedType, t: TFunction): string | undefined {
  if (type === 'BillOfLading') return t('seller.BillOfLadingHint')
  if (type === 'InspectionCertificate') return t('seller.InspectionCertificateHint')
  return type === SHIPMENT_IMAGE ? t('seller.imageHint') : undefined
}

type Sorted = Record<'shown' | 'inOrder' | 'more', UploadRow[]>

/**
 * `shown`: rejected rows; otherwise agreed documents, stored ones and refused ones. `inOrder`: stored rows that were
 * not rejected with the others. `more`: other types. Without agreed documents, or without an escrow, all are shown.
 */
export function sortRows(rows: UploadRow[], escrow: EscrowView | null): Sorted {
  const asked = escrow?.agreement?.documents.map(({ type }) => type) ?? []
  const sorted: Sorted = { shown: [], inOrder: [], more: [] }
  const isRejected = rows.some(({ flag }) => flag !== undefined)
  for (const row of rows) {
    const isAsked = asked.length === 0 || asked.some((type) => type === row.name)
    const isThere = row.files.length > 0
    if (row.flag || row.error || (isAsked && !isThere)) sorted.shown.push(row)
    else if (isThere) sorted[isRejected ? 'inOrder' : 'shown'].push(row)
    else sorted.more.push(row)
  }
  return sorted
}
