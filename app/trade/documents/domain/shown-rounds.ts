/** Rounds of presentation as pages show them: moments are ISO strings. */
import type { PresentedType } from './documents.ts'
import type { Hint, StatedFacts } from './hints.ts'
import type { Notice } from './notice.ts'

export type RoundFile = {
  type: PresentedType
  fileName: string
  size: number
  sha256: string
  /** Null: it gave way to another without having been rejected, and only its name and hash are kept. */
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
  /** When the buyer took it back. */
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
  /** Oldest first; all but the last were taken back. */
  notices: ShownNotice[]
}

export type ShownRounds = {
  /** Oldest first. */
  rounds: ShownRound[]
  /** How often the seller can still present; null: without a limit. */
  roundsLeft: number | null
  /** The notice that stands against what is presented now. */
  notice: ShownNotice | null
  /** With what the form of a notice begins: what was said before of the very same files. */
  before: Notice | null
  hints: Hint[]
  may: { askWaiver: boolean; answerWaiver: boolean; allowRound: boolean; acceptUnreadable: boolean }
}

/** What an escrow of a page knows of it. */
export type ShownExamination = { examination: ShownRounds }
