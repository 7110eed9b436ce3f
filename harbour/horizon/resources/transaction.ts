import { muxedFields } from '#harbour/horizon/engine/parties.ts'
import type { Json } from './json.ts'
import { link, pagedLink } from './links.ts'
import type { TransactionRecord } from './records.ts'
import { timestamp, type View } from './view.ts'

/** LedgerEntryChanges without a change: the local ledger does not record changes of single entries. */
const NO_CHANGES_XDR = 'AAAAAA=='

/** `askedHash`: for a fee bump the hash of either layer. */
export function transactionResource(record: TransactionRecord, view: View, askedHash = record.hash): Json {
  const { base, network } = view
  const path = `/transactions/${askedHash}`
  const token = record.id.toString()
  return {
    ...record.memo,
    _links: {
      self: link(base, path),
      account: link(base, `/accounts/${record.source.address}`),
      ledger: link(base, `/ledgers/${record.ledger}`),
      operations: pagedLink(base, `${path}/operations`),
      effects: pagedLink(base, `${path}/effects`),
      precedes: link(base, `/transactions?order=asc&cursor=${token}`),
      succeeds: link(base, `/transactions?order=desc&cursor=${token}`),
      transaction: link(base, path),
    },
    id: askedHash,
    paging_token: token,
    successful: record.successful,
    hash: askedHash,
    ledger: record.ledger,
    created_at: timestamp(network.closedAt(record.ledger)),
    source_account: record.source.address,
    ...muxedFields('account', record.source),
    source_account_sequence: record.sequence.toString(),
    fee_account: record.feeAccount.address,
    ...muxedFields('fee_account', record.feeAccount),
    fee_charged: record.feeCharged.toString(),
    max_fee: record.maxFee.toString(),
    operation_count: record.operations.length,
    envelope_xdr: record.envelopeXdr,
    result_xdr: record.resultXdr,
    fee_meta_xdr: NO_CHANGES_XDR,
    signatures: record.inner !== null && askedHash !== record.hash ? record.inner.signatures : record.signatures,
    ...(record.preconditions === null ? {} : { preconditions: record.preconditions }),
    ...feeBumpFields(record),
  }
}

function feeBumpFields({ hash, innerHash, signatures, inner }: TransactionRecord): Record<string, Json> {
  if (inner === null) return {}
  return {
    fee_bump_transaction: { hash, signatures },
    inner_transaction: { hash: innerHash, signatures: inner.signatures, max_fee: inner.maxFee.toString() },
  }
}
