/** The read model of an escrow for its pages: plain values that its reader may see. */

import type { EscrowDetails } from '#app/escrow/domain/escrow-details.ts'
import type { Correctable } from '#app/escrow/domain/escrow-terms.ts'
import type { ViewLinkView } from '#app/escrow/domain/view-link.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import type { PayoutsView } from '#app/settlement/payouts/domain/payout-view.ts'
import type { Decision } from '#app/trade/disputes/domain/decision.ts'
import type { DisputesView } from '#app/trade/disputes/domain/disputes-view.ts'
import type { DivisionsView } from '#app/trade/divisions/domain/divisions-view.ts'
import type { PresentedType } from '#app/trade/documents/domain/documents.ts'
import type { PapersView } from '#app/trade/documents/domain/file-view.ts'
import type { ExaminationView } from '#app/trade/documents/domain/presentations-view.ts'
import type { RefundsView } from '#app/trade/refunds/domain/refunds-view.ts'
import type { AgreementView } from '#app/trade/terms/domain/dates-view.ts'
import type { SealedView } from '#app/trade/terms/domain/terms-view.ts'

/** Details of an event in the history. Wallets are missing: they are shown elsewhere, to those they concern. */
export type EventDetail = {
  /** The own words of the actor. */
  reason?: string
  by?: Reader
  decision?: Decision
  /** Plain decimals in whole units of the escrow's asset. */
  amount?: string
  amountBefore?: string
  /** The corrected fields, without the expected wallet, which only concerns the buyer. */
  corrected?: Correctable[]
  /** A read-only link that also opens the files. */
  withFiles?: true
  seller?: string
  buyer?: string
  /** The payout wallet is not the expected one. */
  differs?: true
  rejected?: PresentedType[]
  fileName?: string
}

export type EventView = { id: string; kind: string; at: string; detail: EventDetail }

/** The parts of all modules, and the history. */
export type EscrowView = EscrowDetails &
  AgreementView &
  SealedView &
  PapersView &
  ExaminationView &
  PayoutsView &
  RefundsView &
  DisputesView &
  DivisionsView & {
    /** Newest first. */
    events: EventView[]
    /** Not all events are listed; the settlement statement lists all. */
    hasEarlierEvents: boolean
    /** The reader's own valid links, oldest first. Missing: none can be made. */
    viewLinks?: ViewLinkView[]
  }

/** The view of one of the two sides. */
export type PartyView = EscrowView & { reader: Reader }
