import type { FileDefect } from '#app/kernel/domain/file-kind.ts'
import type { PresentedType } from './documents.ts'

export type DocumentFileView = {
  fileName: string
  size: number
  sha256: string
  uploadedAt: string
  uploadedBy: string
  /** The virus scan passed. */
  isScanned: boolean
}
/** `trouble`: why others cannot read it; null: none is known. `acceptedAt`: when the buyer accepted it as it is. */
export type DocumentView = DocumentFileView & {
  id: string
  type: PresentedType
  trouble: FileDefect | null
  acceptedAt: string | null
}

export type RejectedVersion = DocumentView & { rejectedAt: string }

export type PapersView = {
  contract: DocumentFileView | null
  /** In spec order, images last. */
  documents: DocumentView[]
  /** Documents that were rejected and then replaced, in the same order. */
  rejectedVersions: RejectedVersion[]
  missingTypes: PresentedType[]
  rejectionReason: string | null
  /** The documents that the rejection names. Empty: all of them. */
  rejectedTypes: PresentedType[]
}
