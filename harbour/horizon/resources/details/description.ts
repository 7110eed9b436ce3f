import type { Json } from '../json.ts'

/** What Horizon tells of an operation beside where it stands. */
export type Description = {
  type: string
  /** Number of the type in XDR. */
  typeNumber: number
  /** Is it in the list of payments? */
  isPayment: boolean
  details: Record<string, Json>
  /** The accounts at the other end. */
  counterparties: string[]
}
