import type { Reader } from '#app/kernel/domain/reader.ts'
import type { DisputeEnd } from './decision.ts'

/** A file in a dispute, served at `/dispute-files/<id>`. */
export type VoiceFileView = {
  id: string
  fileName: string
  /** Bytes. */
  size: number
  /** Lower-case hexadecimal. */
  sha256: string
  /** The virus scan passed. */
  isScanned: boolean
}

export type VoiceView = { id: string; side: Reader; at: string; words: string; files: VoiceFileView[] }

type Opened = {
  id: string
  openedAt: string
  openedBy: Reader
  /** A deadline opened it, in the seller's name. */
  byDates: boolean
  /** Oldest first; the first is the reason of the one who opened it. No reason if a deadline opened it. */
  voices: VoiceView[]
}

export type PastDispute = Opened & {
  reason: string
  decision: DisputeEnd
  decidedAt: string
  /** Null: nothing was decided about the money. */
  shares: { seller: string; buyer: string } | null
  /** The operator's reasons. */
  note: string
}

export type OpenDispute = Opened & {
  reason: string
  /** When Quayside plans to decide. */
  decideBy: string
  /** `decideBy` has passed. */
  isLate: boolean
  /** When the second side was heard. Null: one side has not stated anything yet. */
  heardAt: string | null
  /** The reader may make another statement. */
  maySpeak: boolean
}

export type DisputesView = {
  dispute: OpenDispute | null
  /** Newest first. */
  pastDisputes: PastDispute[]
}
