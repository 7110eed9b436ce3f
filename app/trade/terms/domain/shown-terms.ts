/** What was agreed, and what one side proposes to change of it, as pages show it: moments are ISO strings, amounts plain digits. */
import type { ServiceTerms } from '#app/accounts/domain/service-terms.ts'
import type { DocumentType } from '#app/escrow/domain/document-types.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import type { Weekend } from '#app/trade/terms/domain/working-days.ts'

/** Null: it stays as it is. */
export type ShownChanges = {
  fundBy: string | null
  presentBy: string | null
  examineDays: number | null
  weekend: Weekend | null
  documents: readonly DocumentType[] | null
  amount: string | null
}

export type ShownAmendment = {
  id: string
  by: Reader
  words: string
  proposedAt: string
  changes: ShownChanges
  answer: 'agreed' | 'declined' | 'withdrawn' | 'superseded' | null
  answeredAt: string | null
}

/** An amendment that is open, and what the reader may do about it. The workflows ask again. */
export type OpenAmendment = ShownAmendment & { mayAgree: boolean; mayDecline: boolean; mayWithdraw: boolean }

export type ShownVersion = {
  version: number
  sha256: string
  /** Null once a name in it is no longer kept. */
  text: string | null
  acceptedAt: string
}

export type ShownTerms = {
  /** What the sheet says now, to whoever is bound to it or would accept it; null: nobody sells yet. */
  sheet: {
    seller: string
    asset: Asset
    amount: string
    dates: Required<Omit<ShownChanges, 'amount'>> | null
    contract: { name: string; bytes: number; sha256: string } | null
  } | null
  /** Oldest first. */
  versions: ShownVersion[]
  /** Of the version that stands, or of what the reader would accept; forms carry it. */
  fingerprint: string | null
  /** Dates have moved since, by more time. */
  isMoved: boolean
  mayAccept: boolean
  /** Quayside's own terms under which the escrow was opened. */
  openedUnder: ServiceTerms
  /** Accepting accepts the supplement of those, too: the reader has not yet. */
  asksSupplement: boolean
  /** `ask`: a seller who has not accepted. Null: nothing can be proposed now. */
  mayPropose: 'ask' | 'propose' | null
  /** The fields that a proposal has besides. */
  mayMoveFunding: boolean
  mayLowerAmount: boolean
  open: OpenAmendment | null
  /** Answered, oldest first. */
  past: ShownAmendment[]
}

/** What an escrow of a page knows of it. */
export type ShownSealed = { sealed: ShownTerms }
