/** `account_tx`: an account's transactions in a range of ledgers, page by page. */
import { z } from 'zod'
import type { TransactionRecord } from '#harbour/rippled/ledger/record.ts'
import { accountParam, type Command, type Handler, ledgerParam, limitParam } from '#harbour/rippled/rpc/command.ts'
import { invalidField, refused } from '#harbour/rippled/rpc/errors.ts'
import { accountTransaction, binaryTransaction } from '#harbour/rippled/rpc/transaction-json.ts'

/** A public server gives at least ten on a page; here, as on the server's own machine, one may ask for less. */
const LIMIT = { usual: 200, most: 400 }

const MarkerSchema = z.object({ ledger: z.number(), seq: z.number() })
type Place = z.infer<typeof MarkerSchema>

export const accountTx: Handler = (command) => {
  const { params, apiVersion, scope } = command
  const isBinary = flagParam(command, 'binary')
  const isForward = flagParam(command, 'forward')
  const limit = limitParam(command, LIMIT)
  const account = accountParam(command)
  const range = rangeParam(command)
  const marker = params.marker === undefined ? undefined : markerOf(params.marker)

  const found = scope
    .recordsOf(account)
    .filter(({ ledgerIndex, isValidated }) => isValidated && ledgerIndex >= range.min && ledgerIndex <= range.max)
  const ordered = isForward ? found : found.toReversed()
  const start = marker === undefined ? 0 : ordered.findIndex((record) => isAt(record, marker))
  // A marker that is gone from the range ends the list: everything behind it is gone, too.
  const page = start < 0 ? [] : ordered.slice(start, start + limit)
  const next = start < 0 ? undefined : ordered[start + limit]
  return {
    account,
    ledger_index_min: range.min,
    ledger_index_max: range.max,
    // As requested, but at most a page.
    limit: params.limit === undefined ? 0 : limit,
    ...(next === undefined ? {} : { marker: placeOf(next) }),
    transactions: page.map((record) =>
      isBinary ? binaryTransaction(record, apiVersion) : accountTransaction(record, scope, apiVersion),
    ),
    validated: true,
  }
}

/** Version 1 accepts any truthy value. */
function flagParam({ params, apiVersion }: Command, field: string): boolean {
  const value = params[field]
  if (value !== undefined && typeof value !== 'boolean' && apiVersion > 1) throw invalidField(field)
  return Boolean(value)
}

const BoundSchema = z.number().int().default(-1)

/**
 * Returns the ledgers to search. Beyond what the server has, version 2 throws lgrIdxMalformed and version 1 silently
 * searches fewer. A bound of -1 means what the server has; so does a minimum of 0.
 */
function rangeParam(command: Command): { min: number; max: number } {
  const { params, scope, apiVersion } = command
  const { first, last } = scope
  if (first > last) throw refused(apiVersion === 1 ? 'lgrIdxsInvalid' : 'notSynced')
  const hasRange = params.ledger_index_min !== undefined || params.ledger_index_max !== undefined
  const hasLedger = params.ledger_index !== undefined || params.ledger_hash !== undefined
  if (hasRange && hasLedger && apiVersion > 1) throw refused('invalidParams')
  if (!hasRange) return hasLedger ? oneLedger(command) : { min: first, max: last }

  const bounds = z.tuple([BoundSchema, BoundSchema]).safeParse([params.ledger_index_min, params.ledger_index_max])
  if (!bounds.success) throw refused('invalidParams')
  const [least, most] = [Math.max(bounds.data[0], 0), bounds.data[1] < 0 ? null : bounds.data[1]]
  if (apiVersion > 1 && ((most !== null && most > last) || (least !== 0 && least < first))) {
    throw refused('lgrIdxMalformed')
  }
  const range = { min: Math.max(least, first), max: Math.min(most ?? last, last) }
  if (range.max < range.min) throw refused(apiVersion === 1 ? 'lgrIdxsInvalid' : 'invalidLgrRange')
  return range
}

function oneLedger(command: Command): { min: number; max: number } {
  const { index, isOpen } = ledgerParam(command)
  if (isOpen || index < command.scope.first) throw refused('lgrNotValidated')
  return { min: index, max: index }
}

function markerOf(value: unknown): Place {
  const marker = MarkerSchema.safeParse(value)
  if (marker.success) return marker.data
  throw refused('invalidParams', {
    error_message:
      'invalid marker. Provide ledger index via ledger field, and transaction sequence number via seq field',
  })
}

/** The marker: the first transaction of the next page. */
function placeOf({ ledgerIndex, meta }: TransactionRecord): Place {
  return { ledger: ledgerIndex, seq: meta.TransactionIndex }
}

function isAt(record: TransactionRecord, marker: Place): boolean {
  const place = placeOf(record)
  return place.ledger === marker.ledger && place.seq === marker.seq
}
