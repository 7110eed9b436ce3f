import type { PresentedType } from './documents.ts'

export type ShownFile = {
  fileName: string
  size: number
  sha256: string
  uploadedAt: string
  uploadedBy: string
  /** A scanner found nothing in it. */
  isScanned: boolean
}
export type ShownDocument = ShownFile & { id: string; type: PresentedType }

export type RejectedVersion = ShownDocument & { rejectedAt: string }

/** The papers of an escrow, and what the buyer said of them. */
export type ShownPapers = {
  contract: ShownFile | null
  /** In the order of the spec, images last. */
  documents: ShownDocument[]
  /** What the buyer rejected and another has replaced, in the same order. */
  rejectedVersions: RejectedVersion[]
  missingTypes: PresentedType[]
  rejectionReason: string | null
  /** The documents that a rejection means; none means all of it. */
  rejectedTypes: PresentedType[]
}
