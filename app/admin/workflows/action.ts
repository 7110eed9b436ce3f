/** The input and the result of every admin action. */
import type { Refusal } from '#app/kernel/domain/refusal.ts'

/** The caller has checked that `operatorId` is an operator; `reason` is not empty. */
export type ActionAsked = {
  subjectId: string
  operatorId: string
  reason: string
  /** For correct_address: the new address as typed. */
  email: string
  /** For send_letter: how often it had been sent again when the page was shown. */
  seen: number
}

/** `already`: somebody did it first, and nothing was left to do. */
export type ActionDone = 'done' | 'already' | Refusal
