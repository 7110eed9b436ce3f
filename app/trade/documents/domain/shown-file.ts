import type { FileTrouble } from '#app/kernel/domain/file-kind.ts'
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
/** `trouble`: why others cannot read it; null: nothing is known. `acceptedAt`: when the buyer accepted it all the same. */
export type ShownDocument = ShownFile & {
  id: string
  type: PresentedType
  trouble: FileTrouble | null
  acceptedAt: string | null
}

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
