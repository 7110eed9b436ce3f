import type { FeeStanding } from './access.ts'

/** The signed-in person, as far as a page needs to know them. Never more than this leaves the server. */

export const ROLES = ['buyer', 'seller', 'admin'] as const
export type Role = (typeof ROLES)[number]

export type Viewer = {
  id: string
  name: string
  email: string
  /** Followed the link of a letter to that address. */
  hasConfirmedEmail: boolean
  /** Signs in with a code of an authenticator app besides the password. */
  hasSecondFactor: boolean
  /** Until when the account does nothing with money, ISO 8601; null: it does not stand still (decision 099). */
  stillUntil: string | null
  /** Since when letters to the own address come back, ISO 8601; null: they do not (decision 109). */
  unreachedSince: string | null
  /** Null is shown as Unknown (spec §3). */
  role: Role | null
  hasPaid: boolean
  feeStanding: FeeStanding
  /** Free transactions of the pilot that are left. */
  trialCredits: number
  /** Holds a fee that covers an escrow, or a pilot credit (spec §4): may open one. */
  canSubmit: boolean
  /** May open the transaction lookup (spec §4). */
  canLookUp: boolean
  /** The language chosen in the account's settings, when there is one. */
  language?: string | null
}
