import type { FeeStanding } from './access.ts'

/** The signed-in person as pages know them. No more than this leaves the server. */

export const ROLES = ['buyer', 'seller', 'admin'] as const
export type ViewerRole = (typeof ROLES)[number]

export type Viewer = {
  id: string
  name: string
  email: string
  /** Followed the link of an email to that address. */
  hasConfirmedEmail: boolean
  /** Signs in with a code of an authenticator app in addition to the password. */
  hasSecondFactor: boolean
  /** Until when the account is frozen, ISO 8601; null: it is not (decision 099). */
  stillUntil: string | null
  /** Since when emails to the own address bounce, ISO 8601; null: they do not (decision 109). */
  unreachedSince: string | null
  /** Null is shown as Unknown (spec §3). */
  role: ViewerRole | null
  hasPaid: boolean
  feeStanding: FeeStanding
  /** Free transactions of the pilot that are left. */
  trialCredits: number
  /** Has a fee that covers an escrow, or a pilot credit (spec §4): may open one. */
  canSubmit: boolean
  canLookUp: boolean
  /** The language chosen in the account's settings; null: none. */
  language?: string | null
}
