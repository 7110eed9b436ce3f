/** An escrow as its pages show it: plain values, what the parties may see, and nothing more. */

import type { Correctable } from '#app/escrow/domain/escrow-terms.ts'
import type { ShownEscrow } from '#app/escrow/domain/shown-escrow.ts'
import type { ShownViewLink } from '#app/escrow/domain/view-link.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import type { ShownPayouts } from '#app/settlement/payouts/domain/shown-payout.ts'
import type { Decision } from '#app/trade/disputes/domain/decision.ts'
import type { ShownDisputes } from '#app/trade/disputes/domain/shown-disputes.ts'
import type { ShownDivisions } from '#app/trade/divisions/domain/shown-divisions.ts'
import type { PresentedType } from '#app/trade/documents/domain/documents.ts'
import type { ShownPapers } from '#app/trade/documents/domain/shown-file.ts'
import type { ShownExamination } from '#app/trade/documents/domain/shown-rounds.ts'
import type { ShownRefunds } from '#app/trade/refunds/domain/shown-refunds.ts'
import type { ShownAgreement } from '#app/trade/terms/domain/shown-dates.ts'
import type { ShownSealed } from '#app/trade/terms/domain/shown-terms.ts'

/** What the history says of an event, beside its name. Wallets are left out: they stand elsewhere, for whom they concern. */
export type EventDetail = {
  /** The words of whoever did it. */
  reason?: string
  /** Who opened a dispute. */
  by?: Reader
  decision?: Decision
  /** Plain decimals, in whole units of the escrow's asset. */
  amount?: string
  /** Before a correction. */
  amountBefore?: string
  /** What a correction changed. The expected wallet is the buyer's own note. */
  corrected?: Correctable[]
  /** A read-only link opens the files, too. */
  withFiles?: true
  seller?: string
  buyer?: string
  /** A payout wallet that is not the expected one. */
  differs?: true
  rejected?: PresentedType[]
  fileName?: string
}

export type ShownEvent = { id: string; kind: string; at: string; detail: EventDetail }

/** Each room's part of the page, and the history, newest first. */
export type EscrowView = ShownEscrow &
  ShownAgreement &
  ShownSealed &
  ShownPapers &
  ShownExamination &
  ShownPayouts &
  ShownRefunds &
  ShownDisputes &
  ShownDivisions & {
    /** Newest first. */
    events: ShownEvent[]
    /** More happened than is listed: all of it stands on the statement. */
    hasEarlierEvents: boolean
    /** The reader's own live links, oldest first; left out where none can be made. */
    viewLinks?: ShownViewLink[]
  }

/** The view that was made for one of the two sides. */
export type PartyView = EscrowView & { reader: Reader }
