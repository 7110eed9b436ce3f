import { partyFields } from '#harbour/horizon/engine/parties.ts'
import type { Json } from './json.ts'
import { link } from './links.ts'
import type { OperationRecord } from './records.ts'
import { transactionResource } from './transaction.ts'
import { timestamp, type View } from './view.ts'

/** `isJoined`: embeds the whole transaction (`join=transactions`). */
export function operationResource(record: OperationRecord, view: View, { isJoined }: { isJoined: boolean }): Json {
  const { base, network } = view
  const { transaction } = record
  const id = record.id.toString()
  return {
    _links: {
      self: link(base, `/operations/${id}`),
      transaction: link(base, `/transactions/${transaction.hash}`),
      effects: link(base, `/operations/${id}/effects`),
      succeeds: link(base, `/effects?order=desc&cursor=${id}`),
      precedes: link(base, `/effects?order=asc&cursor=${id}`),
    },
    id,
    paging_token: id,
    transaction_successful: transaction.successful,
    ...partyFields('source_account', record.source),
    type: record.type,
    type_i: record.typeNumber,
    created_at: timestamp(network.closedAt(transaction.ledger)),
    transaction_hash: transaction.hash,
    ...(isJoined ? { transaction: transactionResource(transaction, view) } : {}),
    ...record.details,
  }
}
