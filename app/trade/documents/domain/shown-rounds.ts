/** Read model of the presentations. Times are ISO strings. */
import type { PresentedType } from './documents.ts'
import type { Hint, StatedFacts } from './hints.ts'
import type { Notice } from './notice.ts'

export type RoundFile = {
  type: PresentedType
  fileName: string
  size: number
  sha256: string
  /** Null: the file was replaced without having been rejected; only its name and hash are kept. */
  documentId: string | null
}

export type ShownWaiver = {
  id: string
  words: string
  askedAt: string
  answer: 'waived' | 'declined' | 'overtaken' | null
  answeredAt: string | null
  answerWords: string
}

export type ShownNotice = Notice & {
  id: string
  givenAt: string
  isBinding: boolean
  withdrawnAt: string | null
  roundAllowedAt: string | null
  waiver: ShownWaiver | null
}

export type ShownRound = {
  round: number
  presentedAt: string
  wasLate: boolean
  facts: StatedFacts
  files: RoundFile[]
  /** Oldest first; all but the last are withdrawn. */
  notices: ShownNotice[]
}

export type ShownRounds = {
  /** Oldest first. */
  rounds: ShownRound[]
  /** How many presentations the seller has left. Null: no limit. */
  roundsLeft: number | null
  /** The standing notice against the current presentation. */
  notice: ShownNotice | null
  /** Initial values of the notice form: the withdrawn notice about the same files. */
  before: Notice | null
  hints: Hint[]
  may: { askWaiver: boolean; answerWaiver: boolean; allowRound: boolean; acceptUnreadable: boolean }
}

export type ShownExamination = { examination: ShownRounds }
