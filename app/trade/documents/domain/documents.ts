/** Files of a trade: which exist, which types each form takes, how large they may be, and where they are kept. */
import { DOCUMENT_TYPES, type DocumentType } from '#app/escrow/domain/document-types.ts'
import { type FileKind, MEGABYTE, safeFileName } from '#app/kernel/domain/file-kind.ts'

/** Pictures of the shipment come beside the documents, several of them. */
export const SHIPMENT_IMAGE = 'ShipmentImage'
export type PresentedType = DocumentType | typeof SHIPMENT_IMAGE
/** Everything that a seller may present, in the order in which pages show it. */
export const PRESENTED_TYPES: readonly PresentedType[] = [...DOCUMENT_TYPES, SHIPMENT_IMAGE]

/** What /submit takes as the contract (spec §5). */
export const CONTRACT_KINDS = ['pdf', 'doc', 'docx', 'txt'] as const satisfies readonly FileKind[]
/** What /seller-confirm takes as a document and as a shipment image: a packing photo often comes as a PDF (spec §5). */
export const DOCUMENT_KINDS = ['pdf', 'doc', 'docx', 'png', 'jpg'] as const satisfies readonly FileKind[]

/** Bytes and counts (product.md §3). The request's limit leaves room for every document at its largest. */
export const UPLOAD_LIMITS = {
  fileBytes: 20 * MEGABYTE,
  shipmentImages: 10,
  /** Of one escrow in all, with what was rejected and is kept. */
  escrowFiles: 100,
  /** Room in the store: of one escrow, and of what one person has sent within `personDays` and is still kept. */
  escrowBytes: 600 * MEGABYTE,
  personBytes: 5_000 * MEGABYTE,
  personDays: 30,
} as const

/**
 * Storage keys as spec §7 names them, with a few random characters (`unique`) after the second part, so that two
 * uploads of the same name in the same millisecond are two files.
 */
export function contractKey(file: { uid: string; at: Date; unique: string; fileName: string }): string {
  return `contracts/${file.uid}_${file.at.getTime()}-${file.unique}_${safeFileName(file.fileName)}`
}

/** `confirmations/{txid}_{docType}_{filename}`, or `…_image_…` for a shipment image (spec §7). */
export function confirmationKey(file: { txid: string; type: PresentedType; unique: string; fileName: string }): string {
  const type = file.type === SHIPMENT_IMAGE ? 'image' : file.type
  return `confirmations/${file.txid}_${type}-${file.unique}_${safeFileName(file.fileName)}`
}
