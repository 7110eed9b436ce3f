import type { FileTrouble } from '#app/kernel/domain/file-kind.ts'
import type { PresentedType } from './documents.ts'

export type ShownFile = {
  fileName: string
  size: number
  sha256: string
  uploadedAt: string
  uploadedBy: string
  /** The virus scan passed. */
  isScanned: boolean
}
/** `trouble`: why others cannot read it; null: none is known. `acceptedAt`: when the buyer accepted it as it is. */
export type ShownDocument = ShownFile & {
  id: string
  type: PresentedType
  trouble: FileTrouble | null
  acceptedAt: string | null
}

export type RejectedVersion = ShownDocument & { rejectedAt: string }

export type ShownPapers = {
  contract: ShownFile | null
  /** In spec order, images last. */
  documents: ShownDocument[]
  /** Documents that were rejected and then replaced, in the same order. */
  rejectedVersions: RejectedVersion[]
  missingTypes: PresentedType[]
  rejectionReason: string | null
  /** The documents that the rejection names. Empty: all of them. */
  rejectedTypes: PresentedType[]
}
