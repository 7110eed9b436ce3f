/** The dates of a trade and its clock as pages show them: moments are ISO strings. */
import type { DocumentType } from '#app/escrow/domain/document-types.ts'
import type { ShownConsequence } from './consequence.ts'
import type { Step } from './standing.ts'
import type { OnSilence } from './trade-dates.ts'
import type { Weekend } from './working-days.ts'

export type ShownDates = {
  fundBy: string
  presentBy: string
  /** Working days. */
  examineDays: number
  /** Which days are none. */
  weekend: Weekend
  onSilence: OnSilence
  /** What has to be presented, and what of it is there. */
  documents: { type: DocumentType; isThere: boolean }[]
  /** What runs, and what follows if nobody acts. Null: nothing runs out now, or it stands still. */
  clock: (ShownConsequence & { dueAt: string }) | null
  /** Why no date runs out for now, and until when at most; null: none stands still. Of an account nothing is told but that letters come back. */
  still: { why: 'dispute' | 'ledger' | 'quayside' | 'undelivered'; until: string | null } | null
  /** The reader opened the dispute, and may not withdraw it any more. */
  disputeStands: boolean
  /** For more time, in the turn that is now. */
  request: ShownRequest | null
  /** May the reader ask for more time, or answer who asked? The workflows ask again. */
  mayAsk: boolean
  mayAnswer: boolean
}

export type ShownRequest = {
  id: string
  step: Step
  until: string
  answerBy: string
  reason: string
  /** `unanswered`: too late for an answer, which is a no. */
  state: 'open' | 'agreed' | 'declined' | 'unanswered'
}

/** What an escrow of a page knows of it; null: the trade has no dates. */
export type ShownAgreement = { agreement: ShownDates | null }
