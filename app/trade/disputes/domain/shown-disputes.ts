import type { Reader } from '#app/kernel/domain/reader.ts'
import type { DisputeEnd } from './decision.ts'

/** A file that a side has shown; `/dispute-files/<id>` has it. */
export type ShownVoiceFile = {
  id: string
  fileName: string
  /** Bytes. */
  size: number
  /** Lower-case hexadecimal. */
  sha256: string
  /** A scanner found nothing in it. */
  isScanned: boolean
}

/** What one side has said, with what it has shown. */
export type ShownVoice = { id: string; side: Reader; at: string; words: string; files: ShownVoiceFile[] }

type Opened = {
  id: string
  openedAt: string
  openedBy: Reader
  /** A date has opened it, in the name of the seller. */
  byDates: boolean
  /** The reason is the first of whoever opened it; oldest first. Nobody's, where a date has opened it. */
  voices: ShownVoice[]
}

export type PastDispute = Opened & {
  reason: string
  decision: DisputeEnd
  decidedAt: string
  /** Null when nothing was decided about the money. */
  shares: { seller: string; buyer: string } | null
  /** The operator's reasons. */
  note: string
}

export type OpenDispute = Opened & {
  reason: string
  /** By when Quayside means to decide. */
  decideBy: string
  /** That has passed. */
  isLate: boolean
  /** Since when both sides have been heard; null: one has not said anything yet. */
  heardAt: string | null
  /** The reader may say and show something, and has some statements left. */
  maySpeak: boolean
}

export type ShownDisputes = {
  /** The one that is open. */
  dispute: OpenDispute | null
  /** Newest first. */
  pastDisputes: PastDispute[]
}
