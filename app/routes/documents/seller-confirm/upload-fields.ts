import type { TFunction } from 'i18next'
import { DOCUMENT_KINDS, PRESENTED_TYPES, type PresentedType, SHIPMENT_IMAGE } from '#app/domain/documents/documents.ts'
import { acceptAttribute } from '#app/domain/kernel/file-kind.ts'
import type { EscrowView } from '#app/domain/lookup/escrow-view.ts'
import type { UploadRow } from '#app/ui/documents/upload-rows.tsx'

type Rows = { t: TFunction; escrow: EscrowView | null; errorOf: (field: string) => string | null }

/** One row per document type, with what is stored already. */
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
