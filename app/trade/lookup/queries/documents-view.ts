import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import type { FileDefect } from '#app/kernel/domain/file-kind.ts'
import type { PresentedType } from '#app/trade/documents/domain/documents.ts'
import type { DocumentFileView, DocumentView, RejectedVersion } from '#app/trade/documents/domain/file-view.ts'

type FileRow = { fileName: string; size: number; sha256: string; uploadedAt: Date; scannedAt: Date | null }

export function showFile(
  { fileName, size, sha256, uploadedAt, scannedAt }: FileRow,
  uploadedBy: string,
): DocumentFileView {
  const isScanned = scannedAt !== null
  return { fileName, size, sha256, uploadedAt: uploadedAt.toISOString(), uploadedBy, isScanned }
}

type DocumentRow = FileRow & {
  id: string
  type: PresentedType
  trouble: FileDefect | null
  acceptedAt: Date | null
}

/** Only the seller presents documents. */
export function showDocument(row: DocumentRow, { sellerName }: StoredEscrow): DocumentView {
  const { id, type, trouble, acceptedAt } = row
  return { ...showFile(row, sellerName ?? ''), id, type, trouble, acceptedAt: acceptedAt?.toISOString() ?? null }
}

export function showRejected(row: DocumentRow & { rejectedAt: Date | null }, escrow: StoredEscrow): RejectedVersion[] {
  return row.rejectedAt ? [{ ...showDocument(row, escrow), rejectedAt: row.rejectedAt.toISOString() }] : []
}
