/** Metadata: what a transaction did, as the ledger records it. */
import { isDeepStrictEqual } from 'node:util'
import { isValidClassicAddress } from 'xrpl'
import { z } from 'zod'
import type { Application } from '#harbour/rippled/engine/engine.ts'
import { type Entry, NO_TRANSACTION } from '#harbour/rippled/engine/entries.ts'
import { type Change, fieldOf } from '#harbour/rippled/engine/sandbox.ts'

export type Metadata = {
  AffectedNodes: Record<string, unknown>[]
  TransactionIndex: number
  TransactionResult: string
  /** Recorded only if it is not simply the Amount. */
  DeliveredAmount?: unknown
  /** Added to every answer about a successful payment. */
  delivered_amount?: unknown
}

/** Types of transactions that deliver an amount. */
const PAYING: readonly unknown[] = ['Payment', 'CheckCash', 'AccountDelete']

/** Fields that stand beside the entry's own in the metadata of a change, and inside them in that of a deletion. */
const THREAD_FIELDS = ['PreviousTxnID', 'PreviousTxnLgrSeq']

export function metadataOf(
  application: Application & { changes: Change[] },
  about: { transactionIndex: number; json: Record<string, unknown> },
): Metadata {
  const { result, delivered } = application
  const recorded = typeof delivered === 'bigint' ? String(delivered) : delivered
  const isPayment = PAYING.includes(about.json.TransactionType)
  return {
    AffectedNodes: [...application.changes].sort((one, other) => (one.index < other.index ? -1 : 1)).map(nodeOf),
    ...(recorded === null ? {} : { DeliveredAmount: recorded }),
    TransactionIndex: about.transactionIndex,
    TransactionResult: result,
    ...(isPayment && result === 'tesSUCCESS' ? { delivered_amount: recorded ?? about.json.Amount } : {}),
  }
}

function nodeOf(change: Change): Record<string, unknown> {
  const common = { LedgerEntryType: change.entry.LedgerEntryType, LedgerIndex: change.index }
  if (change.kind === 'created') {
    return { CreatedNode: { ...common, NewFields: fieldsOf(change.entry, (name, value) => !isDefault(name, value)) } }
  }
  const { before, entry } = change
  const differs = (name: string) => !isThread(name) && !isDeepStrictEqual(fieldOf(before, name), fieldOf(entry, name))
  // An entry that only names the transaction has no PreviousFields; a new field gives empty ones.
  const isChanged = [...Object.keys(before), ...Object.keys(entry)].some(differs)
  // Only the list of a directory changes, which metadata never shows.
  const isDirectory = entry.LedgerEntryType === 'DirectoryNode'
  const PreviousFields = isChanged ? { PreviousFields: fieldsOf(before, differs) } : {}
  if (change.kind === 'deleted') {
    return { DeletedNode: { ...common, FinalFields: fieldsOf(entry, () => true), ...PreviousFields } }
  }
  return {
    ModifiedNode: {
      ...common,
      ...(isChanged || isDirectory ? { FinalFields: fieldsOf(entry, (name) => !isThread(name)) } : {}),
      ...PreviousFields,
      ...threadOf(before),
    },
  }
}

/** The previous transaction; none for a replaced entry. Initial accounts name one of zeros, as if paid before. */
function threadOf({ LedgerEntryType: type, PreviousTxnID, PreviousTxnLgrSeq }: Entry): Record<string, unknown> {
  return PreviousTxnID === NO_TRANSACTION && type !== 'AccountRoot' ? {} : { PreviousTxnID, PreviousTxnLgrSeq }
}

function fieldsOf(entry: Entry, isWanted: (name: string, value: unknown) => boolean): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(entry)
      .filter(([name, value]) => name !== 'LedgerEntryType' && isWanted(name, value))
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )
}

const isThread = (name: string) => THREAD_FIELDS.includes(name)
const isDefault = (name: string, value: unknown) => isThread(name) || value === 0 || value === '0'

const NodesSchema = z.array(
  z.record(
    z.string(),
    z.looseObject({
      NewFields: z.record(z.string(), z.unknown()).optional(),
      FinalFields: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
)

/** Accounts that a transaction affected: `account_tx` and subscriptions show it to them. */
export function accountsIn(meta: Metadata): string[] {
  const nodes = NodesSchema.parse(meta.AffectedNodes).flatMap((node) => Object.values(node))
  const values = nodes.flatMap((node) => Object.values({ ...node.NewFields, ...node.FinalFields }))
  const addresses = values.flatMap((value) => {
    if (typeof value === 'string') return [value]
    // Both ends of a trust line, and the issuers in an offer.
    return typeof value === 'object' && value !== null && 'issuer' in value ? [String(value.issuer)] : []
  })
  return [...new Set(addresses)].filter((address) => address.startsWith('r') && isValidClassicAddress(address))
}
