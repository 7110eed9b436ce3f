/** Terms and amendments for pages: moments are ISO strings, amounts plain digits. */
import type { ServiceTerms } from '#app/accounts/domain/service-terms.ts'
import type { DocumentType } from '#app/escrow/domain/document-types.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import type { Weekend } from '#app/trade/terms/domain/working-days.ts'

/** Null: it stays as it is. */
export type ChangesView = {
  fundBy: string | null
  presentBy: string | null
  examineDays: number | null
  weekend: Weekend | null
  documents: readonly DocumentType[] | null
  amount: string | null
}

export type AmendmentView = {
  id: string
  by: Reader
  words: string
  proposedAt: string
  changes: ChangesView
  answer: 'agreed' | 'declined' | 'withdrawn' | 'superseded' | null
  answeredAt: string | null
}

/** What the reader may do about an open amendment. The workflows check again. */
export type OpenAmendment = AmendmentView & { mayAgree: boolean; mayDecline: boolean; mayWithdraw: boolean }

export type TermsVersionView = {
  version: number
  sha256: string
  /** Null once a name in it has been erased. */
  text: string | null
  acceptedAt: string
}

export type TermsView = {
  /** The current sheet, for the seller who is bound or would accept it; null: there is no seller yet. */
  sheet: {
    seller: string
    asset: Asset
    amount: string
    dates: Required<Omit<ChangesView, 'amount'>> | null
    contract: { name: string; bytes: number; sha256: string } | null
  } | null
  /** Oldest first. */
  versions: TermsVersionView[]
  /** Of the current version, or of what the reader would accept; forms carry it. */
  fingerprint: string | null
  /** Extensions have moved dates since. */
  isMoved: boolean
  mayAccept: boolean
  /** Quayside's service terms at the opening of the escrow. */
  openedUnder: ServiceTerms
  /** Accepting includes Quayside's supplement, which the reader has not accepted yet. */
  asksSupplement: boolean
  /** `ask`: a seller who has not accepted. Null: no proposal is possible now. */
  mayPropose: 'ask' | 'propose' | null
  /** Additional fields of a proposal. */
  mayMoveFunding: boolean
  mayLowerAmount: boolean
  open: OpenAmendment | null
  /** Answered, oldest first. */
  past: AmendmentView[]
}

export type SealedView = { sealed: TermsView }
