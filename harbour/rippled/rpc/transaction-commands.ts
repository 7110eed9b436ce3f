/** Commands about transactions: send one, find one, list an account's. */
import { z } from 'zod'
import { InvalidTransaction } from '#harbour/rippled/engine/fields.ts'
import { describeResult } from '#harbour/rippled/engine/results.ts'
import { FEES } from '#harbour/rippled/engine/rules.ts'
import { accountIn } from '#harbour/rippled/engine/sandbox.ts'
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
  const { common, json, hash } = transaction
  const admission = node.submit(transaction, {
    failHard: failHard === true ? 'fail_hard' : 'keep',
    fate: command.fateOf(transaction),
  })
  const sequence = accountIn(node.open().state, common.Account)?.Sequence ?? 0
  const { isApplied: applied, isKept: kept } = admission
  return {
    accepted: applied || kept,
    account_sequence_available: sequence,
    account_sequence_next: sequence,
    applied,
    broadcast: applied,
    ...describeResult(admission.result),
    kept,
    open_ledger_cost: String(FEES.base),
    queued: false,
    tx_blob: transaction.blob,
    // What was signed, in every version: DeliverMax is a word of the answers about the past.
    tx_json: { ...json, hash },
    validated_ledger_index: node.chain.last(),
  }
}

/** Throws invalidTransaction, which has neither code nor sentence but the words of what went wrong. */
function transactionIn(blob: string): Transaction {
  try {
    return readTransaction(blob)
  } catch (error) {
    if (!(error instanceof InvalidTransaction)) throw error
    throw new RequestRefused({ error: 'invalidTransaction', error_exception: error.message })
  }
}

/** As far as `min_ledger` and `max_ledger` may lie apart. */
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
  const waiting = typeof params.transaction === 'string' ? scope.waiting(params.transaction.toUpperCase()) : undefined
  if (waiting === undefined) throw refused('txnNotFound', searched)
  const { hash } = waiting
  const json = withDeliverMax(waiting.json, apiVersion)
  return apiVersion === 1 ? { ...json, hash, validated: false } : { tx_json: json, hash, validated: false }
}

/** Whether all the ledgers that were asked for are known here: only then does not finding it prove anything. */
function searchedAll({ params, scope }: Command): Answer {
  if (params.min_ledger === undefined || params.max_ledger === undefined) return {}
  const range = RangeSchema.safeParse([params.min_ledger, params.max_ledger])
  if (!range.success) throw refused('invalidLgrRange')
  const [least, most] = range.data
  if (most < least) throw refused('invalidLgrRange')
  if (most - least > WIDEST_SEARCH) throw refused('excessiveLgrRange')
  return { searched_all: least >= scope.first && most <= scope.last }
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
