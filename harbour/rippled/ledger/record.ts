/** A transaction in a closed ledger. */
import type { Metadata } from '#harbour/rippled/engine/metadata.ts'

export type TransactionRecord = {
  hash: string
  ledgerIndex: number
  /** Signed fields only, with `Amount` under its own name. */
  json: Record<string, unknown>
  meta: Metadata
  /** Affected accounts. */
  accounts: string[]
  /** False only for one that a test placed as closed but not validated. */
  isValidated: boolean
}
