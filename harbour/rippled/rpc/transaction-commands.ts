/** Commands about transactions: submit one, find one. */
import { z } from 'zod'
import { InvalidTransaction } from '#harbour/rippled/engine/fields.ts'
import { describeResult } from '#harbour/rippled/engine/results.ts'
import { readTransaction, type Transaction } from '#harbour/rippled/engine/transaction.ts'
import type { TransactionRecord } from '#harbour/rippled/ledger/record.ts'
import type { Command, Handler } from '#harbour/rippled/rpc/command.ts'
import { type Answer, invalidField, RequestRefused, refused } from '#harbour/rippled/rpc/errors.ts'
import { lookedUpTransaction, withDeliverMax } from '#harbour/rippled/rpc/transaction-json.ts'

export const submit: Handler = (command) => {
  const { params, node } = command
  const { tx_blob: blob, fail_hard: failHard } = params
  if (blob === undefined) throw refused('notSupported', { error_message: 'Signing is not supported by this server.' })
  if (typeof blob !== 'string' || !/^([0-9A-F]{2})+$/i.test(blob)) throw refused('invalidParams')
  const transaction = transactionIn(blob)
  const { json, hash } = transaction
  const admission = node.submit(transaction, {
    failHard: failHard === true ? 'fail_hard' : 'keep',
    fate: command.fateOf(transaction),
  })
  const past = node.chain.record(hash)?.ledgerIndex
  const { isApplied: applied, isKept: kept, isQueued: queued, sequence } = admission
  return {
    accepted: applied || queued || kept,
    account_sequence_available: sequence.available,
    account_sequence_next: sequence.next,
    applied,
    broadcast: applied || queued,
    ...describeResult(admission.result),
    kept,
    open_ledger_cost: String(admission.openLedgerCost),
    queued,
    tx_blob: transaction.blob,
    // As signed, in every version: only answers about the past use DeliverMax.
    tx_json: { ...json, hash, ...(past === undefined ? {} : { inLedger: past, ledger_index: past }) },
    validated_ledger_index: node.chain.last(),
  }
}

/** In bytes. */
const SHORTEST_TRANSACTION = 32

/** Throws invalidTransaction, which has neither code nor message, but the cause in words. */
function transactionIn(blob: string): Transaction {
  if (blob.length < 2 * SHORTEST_TRANSACTION) {
    throw new RequestRefused({ error: 'invalidTransaction', error_exception: 'Transaction length invalid' })
  }
  try {
    return readTransaction(blob)
  } catch (error) {
    if (!(error instanceof InvalidTransaction)) throw error
    throw new RequestRefused({ error: 'invalidTransaction', error_exception: error.message })
  }
}

/** Maximum distance between `min_ledger` and `max_ledger`. */
const WIDEST_SEARCH = 1000

const RangeSchema = z.tuple([z.number().int().nonnegative(), z.number().int().nonnegative()])

export const tx: Handler = (command) => {
  const { params, scope, apiVersion, networkId } = command
  if ((params.transaction === undefined) === (params.ctid === undefined)) throw refused('invalidParams')
  const searched = searchedAll(command)
  const record = params.ctid === undefined ? byHash(command) : byCtid(command)
  if (record !== undefined) {
    return lookedUpTransaction(record, { scope, apiVersion, networkId, isBinary: params.binary === true })
  }
  const { transaction: named } = params
  const remembered = typeof named === 'string' ? scope.remembered(named.toUpperCase()) : undefined
  if (remembered === undefined) throw refused('txnNotFound', searched)
  const { hash } = remembered
  const json = withDeliverMax(remembered.json, apiVersion)
  return apiVersion === 1 ? { ...json, hash, validated: false } : { tx_json: json, hash, validated: false }
}

/**
 * Whether every ledger of the range has a transaction: a server counts the ledgers of its transactions, so one empty
 * ledger makes this false. Half a range gives no answer, and no range limits what is found.
 */
function searchedAll({ params, scope, searchedAll: judge }: Command): Answer {
  if (params.min_ledger === undefined || params.max_ledger === undefined) return {}
  const range = RangeSchema.safeParse([params.min_ledger, params.max_ledger])
  if (!range.success) throw refused('invalidLgrRange')
  const [least, most] = range.data
  if (most < least) throw refused('invalidLgrRange')
  if (most - least > WIDEST_SEARCH) throw refused('excessiveLgrRange')
  if (judge !== undefined) return { searched_all: judge(least, most) }
  let filled = 0
  for (let index = least; index <= most; index += 1) if (scope.recordsIn(index).length > 0) filled += 1
  return { searched_all: filled === most - least + 1 }
}

function byHash({ params, scope }: Command): TransactionRecord | undefined {
  const { transaction: hash } = params
  if (typeof hash !== 'string' || !/^[0-9A-F]{64}$/i.test(hash)) throw refused('notImpl')
  return scope.record(hash.toUpperCase())
}

function byCtid({ params, scope, networkId }: Command): TransactionRecord | undefined {
  const { ctid } = params
  const parts = typeof ctid === 'string' ? /^C([0-9A-F]{7})([0-9A-F]{4})([0-9A-F]{4})$/i.exec(ctid) : null
  if (parts === null) throw invalidField('ctid')
  const [ledgerIndex = 0, place = 0, network = 0] = parts.slice(1).map((hex) => Number.parseInt(hex, 16))
  if (network !== networkId) throw invalidField('ctid')
  return scope.recordsIn(ledgerIndex)[place]
}
