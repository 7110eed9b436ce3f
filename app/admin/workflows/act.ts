/** What every act of the desk is told, and what it answers. */
import type { Refusal } from '#app/kernel/domain/refusal.ts'

/** The caller has checked that `operatorId` is an operator; `reason` is not empty. */
export type ActAsked = {
  subjectId: string
  operatorId: string
  reason: string
  /** Of correct_address: the new one, as it was typed. */
  email: string
  /** Of send_letter: how often it had been sent again when the page was shown. */
  seen: number
}

/** `already`: somebody was faster, and nothing had to be done. */
export type ActDone = 'done' | 'already' | Refusal
