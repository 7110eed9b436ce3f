/** Transactions as the two API versions show them. */
import { encode } from 'xrpl'
import { describeResult, isResultCode } from '#harbour/rippled/engine/results.ts'
import { isoTime } from '#harbour/rippled/ledger/header.ts'
import type { Proposed } from '#harbour/rippled/ledger/node.ts'
import type { TransactionRecord } from '#harbour/rippled/ledger/record.ts'
import type { Answer } from '#harbour/rippled/rpc/errors.ts'
import type { Scope } from '#harbour/rippled/rpc/scope.ts'
import type { ApiVersion } from './subscriber.ts'

type Json = Record<string, unknown>

/** `DeliverMax`: beside `Amount` in version 1, instead of it in version 2. */
export function withDeliverMax(json: Json, apiVersion: ApiVersion): Json {
  if (json.TransactionType !== 'Payment' || json.Amount === undefined) return json
  const { Amount: amount, ...rest } = json
  return apiVersion === 1 ? { ...json, DeliverMax: amount } : { ...rest, DeliverMax: amount }
}

/** Compact transaction id: ledger, position in it, network. */
function ctidOf(record: TransactionRecord, networkId: number): string {
  const hex = (value: number, digits: number) => value.toString(16).toUpperCase().padStart(digits, '0')
  return `C${hex(record.ledgerIndex, 7)}${hex(record.meta.TransactionIndex, 4)}${hex(networkId, 4)}`
}

/** An element of `account_tx`. */
export function accountTransaction(record: TransactionRecord, scope: Scope, apiVersion: ApiVersion): Answer {
  const { meta, hash, ledgerIndex, isValidated: validated } = record
  const header = scope.header(ledgerIndex)
  const json = withDeliverMax(record.json, apiVersion)
  const placed = { ledger_index: ledgerIndex, date: header.closeTime }
  if (apiVersion === 1) return { meta, tx: { ...json, hash, inLedger: ledgerIndex, ...placed }, validated }
  return { meta, tx_json: { ...json, ...placed }, ...whereabouts(record, scope), validated }
}

/** An element of `account_tx` with `binary`. */
export function binaryTransaction(record: TransactionRecord, apiVersion: ApiVersion): Answer {
  return { ...blobs(record, apiVersion), ledger_index: record.ledgerIndex, validated: record.isValidated }
}

/** An expanded element of `ledger`. */
export function ledgerTransaction(record: TransactionRecord, scope: Scope, apiVersion: ApiVersion): Answer {
  const json = withDeliverMax(record.json, apiVersion)
  if (apiVersion === 1) return { ...json, hash: record.hash, metaData: record.meta }
  return { tx_json: json, meta: record.meta, ...whereabouts(record, scope), validated: record.isValidated }
}

/** The result of `tx`. */
export function lookedUpTransaction(
  record: TransactionRecord,
  about: { scope: Scope; apiVersion: ApiVersion; networkId: number; isBinary: boolean },
): Answer {
  const { scope, apiVersion, isBinary } = about
  const { meta, hash, ledgerIndex, isValidated: validated } = record
  const header = scope.header(ledgerIndex)
  const ctid = ctidOf(record, about.networkId)
  const placed = { ctid, date: header.closeTime, ledger_index: ledgerIndex }
  const json = withDeliverMax(record.json, apiVersion)
  if (apiVersion === 1) {
    const content = isBinary ? blobs(record, 1) : { ...json, meta }
    return { ...content, hash, inLedger: ledgerIndex, ...placed, validated }
  }
  const content = isBinary ? blobs(record, 2) : { tx_json: { ...json, ...placed }, meta }
  const { ledger_index, close_time_iso, ...rest } = whereabouts(record, scope)
  // Only a validated transaction is shown as being in a ledger.
  return { ...content, ...rest, ...(validated ? { ledger_index, close_time_iso } : {}), ctid, validated }
}

/** Message of a subscription about a transaction in the open ledger. */
export function proposedTransaction(proposed: Proposed, openIndex: number, apiVersion: ApiVersion): Answer {
  const { hash, json } = proposed.transaction
  const shown = withDeliverMax(json, apiVersion)
  return {
    ...describeResult(proposed.result),
    ledger_current_index: openIndex,
    status: 'proposed',
    ...(apiVersion === 1 ? { transaction: { ...shown, hash } } : { hash, tx_json: shown }),
    type: 'transaction',
    validated: false,
  }
}

/** Message of a subscription about a validated transaction. */
export function streamedTransaction(record: TransactionRecord, scope: Scope, apiVersion: ApiVersion): Answer {
  const { close_time_iso, hash, ledger_hash, ledger_index } = whereabouts(record, scope)
  const json = { ...withDeliverMax(record.json, apiVersion), date: scope.header(record.ledgerIndex).closeTime }
  const { TransactionResult: result } = record.meta
  const outcome = isResultCode(result) ? describeResult(result) : { engine_result: result }
  return {
    close_time_iso,
    ...outcome,
    ledger_hash,
    ledger_index,
    meta: record.meta,
    status: 'closed',
    ...(apiVersion === 1 ? { transaction: { ...json, hash } } : { hash, tx_json: json }),
    type: 'transaction',
    validated: true,
  }
}

function whereabouts(record: TransactionRecord, scope: Scope) {
  const { hash, closeTime } = scope.header(record.ledgerIndex)
  return {
    hash: record.hash,
    ledger_index: record.ledgerIndex,
    ledger_hash: hash,
    close_time_iso: isoTime(closeTime),
  }
}

function blobs({ json, meta }: TransactionRecord, apiVersion: ApiVersion): Answer {
  const { delivered_amount: _synthetic, ...serialized } = meta
  const metaBlob = encode(serialized as never)
  return { tx_blob: encode(json as never), ...(apiVersion === 1 ? { meta: metaBlob } : { meta_blob: metaBlob }) }
}
