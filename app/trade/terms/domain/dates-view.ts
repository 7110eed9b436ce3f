/** Dates and deadlines for pages: moments are ISO strings. */
import type { DocumentType } from '#app/escrow/domain/document-types.ts'
import type { ConsequenceView } from './consequence.ts'
import type { Step } from './standing.ts'
import type { OnSilence } from './trade-dates.ts'
import type { Weekend } from './working-days.ts'

export type DatesView = {
  fundBy: string
  presentBy: string
  /** Working days. */
  examineDays: number
  /** The days that are not working days. */
  weekend: Weekend
  onSilence: OnSilence
  /** The required documents, and whether each is there. */
  documents: { type: DocumentType; isThere: boolean }[]
  /** The running deadline and what follows if nobody acts. Null: none runs, or it is paused. */
  clock: (ConsequenceView & { dueAt: string }) | null
  /** Why nothing expires for now, and until when at most. Null: no pause. Of accounts only returned emails are told. */
  still: { why: 'dispute' | 'ledger' | 'quayside' | 'undelivered'; until: string | null } | null
  /** The reader opened the dispute, and can no longer withdraw it. */
  disputeStands: boolean
  /** The extension request of the current step. */
  request: RequestView | null
  /** Whether the reader may ask for an extension, or answer one. The workflows check again. */
  mayAsk: boolean
  mayAnswer: boolean
}

export type RequestView = {
  id: string
  step: Step
  until: string
  answerBy: string
  reason: string
  /** `unanswered`: too late to answer, which means no. */
  state: 'open' | 'agreed' | 'declined' | 'unanswered'
}

/** Null: the trade has no dates. */
export type AgreementView = { agreement: DatesView | null }
