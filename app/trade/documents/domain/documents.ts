/** Which files a trade has, which kinds each form takes, their size limits and storage keys. */
import { DOCUMENT_TYPES, type DocumentType } from '#app/escrow/domain/document-types.ts'
import { type FileKind, MEGABYTE, safeFileName } from '#app/kernel/domain/file-kind.ts'

/** Shipment images are presented beside the documents; there may be several. */
export const SHIPMENT_IMAGE = 'ShipmentImage'
export type PresentedType = DocumentType | typeof SHIPMENT_IMAGE
/** Everything that a seller may present, in page order. */
export const PRESENTED_TYPES: readonly PresentedType[] = [...DOCUMENT_TYPES, SHIPMENT_IMAGE]

/** Kinds that /submit takes as the contract (spec §5). */
export const CONTRACT_KINDS = ['pdf', 'doc', 'docx', 'txt'] as const satisfies readonly FileKind[]
/** Kinds that /seller-confirm takes, also for shipment images: a packing photo often comes as a PDF (spec §5). */
export const DOCUMENT_KINDS = ['pdf', 'doc', 'docx', 'png', 'jpg'] as const satisfies readonly FileKind[]

/** Bytes and counts (product.md §3). The request limit has room for every document at its maximum size. */
export const UPLOAD_LIMITS = {
  fileBytes: 20 * MEGABYTE,
  shipmentImages: 10,
  /** Per escrow, replaced documents included. */
  escrowFiles: 100,
  /** Storage quota per escrow, and per person for what was uploaded within `personDays` and is still kept. */
  escrowBytes: 600 * MEGABYTE,
  personBytes: 5_000 * MEGABYTE,
  personDays: 30,
} as const

/**
 * Storage key (spec §7) with random characters (`unique`) after the second part, so that two uploads of the same name
 * in the same millisecond do not collide.
 */
export function contractKey(file: { uid: string; at: Date; unique: string; fileName: string }): string {
  return `contracts/${file.uid}_${file.at.getTime()}-${file.unique}_${safeFileName(file.fileName)}`
}

/** `confirmations/{txid}_{docType}_{filename}`, or `…_image_…` for a shipment image (spec §7). */
export function confirmationKey(file: { txid: string; type: PresentedType; unique: string; fileName: string }): string {
  const type = file.type === SHIPMENT_IMAGE ? 'image' : file.type
  return `confirmations/${file.txid}_${type}-${file.unique}_${safeFileName(file.fileName)}`
}
