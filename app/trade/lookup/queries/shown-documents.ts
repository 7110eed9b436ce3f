import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import type { FileTrouble } from '#app/kernel/domain/file-kind.ts'
import type { PresentedType } from '#app/trade/documents/domain/documents.ts'
import type { RejectedVersion, ShownDocument, ShownFile } from '#app/trade/documents/domain/shown-file.ts'

type FileRow = { fileName: string; size: number; sha256: string; uploadedAt: Date; scannedAt: Date | null }

export function showFile({ fileName, size, sha256, uploadedAt, scannedAt }: FileRow, uploadedBy: string): ShownFile {
  const isScanned = scannedAt !== null
  return { fileName, size, sha256, uploadedAt: uploadedAt.toISOString(), uploadedBy, isScanned }
}

type DocumentRow = FileRow & {
  id: string
  type: PresentedType
  trouble: FileTrouble | null
  acceptedAt: Date | null
}

/** Only the seller presents documents. */
export function showDocument(row: DocumentRow, { sellerName }: StoredEscrow): ShownDocument {
  const { id, type, trouble, acceptedAt } = row
  return { ...showFile(row, sellerName ?? ''), id, type, trouble, acceptedAt: acceptedAt?.toISOString() ?? null }
}

export function showRejected(row: DocumentRow & { rejectedAt: Date | null }, escrow: StoredEscrow): RejectedVersion[] {
  return row.rejectedAt ? [{ ...showDocument(row, escrow), rejectedAt: row.rejectedAt.toISOString() }] : []
}
