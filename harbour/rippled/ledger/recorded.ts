/** Transactions recorded on other ledgers, placed into a ledger here. */
import { encode, hashes } from 'xrpl'
import { accountsIn, type Metadata } from '#harbour/rippled/engine/metadata.ts'
import type { TransactionRecord } from '#harbour/rippled/ledger/record.ts'

/** A transaction of a kind that this ledger cannot make itself, as it was recorded elsewhere. */
export type Recorded = {
  /** With `Amount` or `DeliverMax`; unsigned fields are dropped. */
  transaction: Record<string, unknown>
  meta: Metadata
  /** Default: computed from the transaction. */
  hash?: string
  /** False: the ledger is closed but not validated. Default true. */
  isValidated?: boolean
}

/** Fields that answers add to a transaction. */
const UNSIGNED_FIELDS = [
  'hash',
  'date',
  'ledger_index',
  'ledger_hash',
  'inLedger',
  'ctid',
  'meta',
  'metaData',
  'status',
  'validated',
]

export function recordOf(recorded: Recorded, at: { ledgerIndex: number; transactionIndex: number }): TransactionRecord {
  const { DeliverMax: deliverMax, ...fields } = recorded.transaction
  const json = Object.fromEntries(Object.entries(fields).filter(([name]) => !UNSIGNED_FIELDS.includes(name)))
  if (deliverMax !== undefined) json.Amount ??= deliverMax
  const meta = { ...recorded.meta, TransactionIndex: at.transactionIndex }
  return {
    hash: recorded.hash ?? hashes.hashSignedTx(encode(json as never)),
    ledgerIndex: at.ledgerIndex,
    json,
    meta,
    accounts: accountsIn(meta),
    isValidated: recorded.isValidated ?? true,
  }
}
