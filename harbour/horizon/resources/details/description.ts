import type { Json } from '../json.ts'

/** What Horizon shows of an operation besides its position. */
export type Description = {
  type: string
  /** Number of the type in XDR. */
  typeNumber: number
  /** Whether it is in the list of payments. */
  isPayment: boolean
  details: Record<string, Json>
  /** The accounts at the other end. */
  counterparties: string[]
}
