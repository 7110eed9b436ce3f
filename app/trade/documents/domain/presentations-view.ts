/** Read model of the presentations. Times are ISO strings. */

import type { DocumentCheck, StatedFacts } from './checks.ts'
import type { DiscrepancyNotice } from './discrepancy-notice.ts'
import type { PresentedType } from './documents.ts'

export type PresentationFile = {
  type: PresentedType
  fileName: string
  size: number
  sha256: string
  /** Null: the file was replaced without having been rejected; only its name and hash are kept. */
  documentId: string | null
}

export type WaiverView = {
  id: string
  words: string
  askedAt: string
  answer: 'waived' | 'declined' | 'overtaken' | null
  answeredAt: string | null
  answerWords: string
}

export type DiscrepancyNoticeView = DiscrepancyNotice & {
  id: string
  givenAt: string
  isBinding: boolean
  withdrawnAt: string | null
  roundAllowedAt: string | null
  waiver: WaiverView | null
}

export type PresentationView = {
  round: number
  presentedAt: string
  wasLate: boolean
  facts: StatedFacts
  files: PresentationFile[]
  /** Oldest first; all but the last are withdrawn. */
  notices: DiscrepancyNoticeView[]
}

export type PresentationsView = {
  /** Oldest first. */
  rounds: PresentationView[]
  /** How many presentations the seller has left. Null: no limit. */
  roundsLeft: number | null
  /** The standing notice against the current presentation. */
  notice: DiscrepancyNoticeView | null
  /** Initial values of the notice form: the withdrawn notice about the same files. */
  before: DiscrepancyNotice | null
  hints: DocumentCheck[]
  may: { askWaiver: boolean; answerWaiver: boolean; allowRound: boolean; acceptUnreadable: boolean }
}

export type ExaminationView = { examination: PresentationsView }
