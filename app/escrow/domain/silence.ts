import type { Reader } from '#app/kernel/domain/reader.ts'
import type { Stage } from './escrow.ts'

/** Who is silent, and whether there is money to lose. */
export type Silence = 'sellerUnfunded' | 'sellerFunded' | 'buyerUnfunded' | 'buyerFunded'

type Standing = { stage: Stage; isFunded: boolean; isConfirmed: boolean }

/** Whose silence the reader may be waiting for; null: it awaits the reader, Quayside, or nobody. */
export function silenceFor(reader: Reader, { stage, isFunded, isConfirmed }: Standing): Silence | null {
  if (reader === 'seller') {
    if (stage === 'awaiting_funds') return 'buyerUnfunded'
    return stage === 'awaiting_examination' ? 'buyerFunded' : null
  }
  if (stage === 'awaiting_funds') return isConfirmed ? null : 'sellerUnfunded'
  const waits = stage === 'awaiting_confirmation' || stage === 'rejected' || stage === 'refund_requested'
  return waits ? (isFunded ? 'sellerFunded' : 'sellerUnfunded') : null
}
