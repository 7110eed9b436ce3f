/** Included transactions and their operations as Horizon lists them: plain values, ready to show. */

import { xdr } from '@stellar/stellar-sdk'
import type { Effect } from '#harbour/horizon/engine/effects.ts'
import {
  type Envelope,
  feeSource,
  innerHash,
  operationSource,
  outerHash,
  parseEnvelope,
  type Transaction,
} from '#harbour/horizon/engine/envelope.ts'
import { feeBid } from '#harbour/horizon/engine/fees.ts'
import { addressOf, type Party } from '#harbour/horizon/engine/parties.ts'
import { isSuccessful, operationResults } from '#harbour/horizon/engine/results.ts'
import { signerKeyOf } from '#harbour/horizon/engine/signatures.ts'
import type { TransactionEntry } from '#harbour/horizon/ledger/entries.ts'
import { toid } from '#harbour/horizon/ledger/toid.ts'
import { describeOperation } from './details/operation-details.ts'
import type { Json } from './json.ts'

export type TransactionRecord = {
  id: bigint
  ledger: number
  hash: string
  /** Same as `hash` unless it is a fee bump. */
  innerHash: string
  successful: boolean
  source: Party
  sequence: bigint
  feeAccount: Party
  /** Stroops. */
  feeCharged: bigint
  maxFee: bigint
  envelopeXdr: string
  resultXdr: string
  memo: Record<string, string>
  signatures: string[]
  /** Signatures and fee (stroops) of the transaction inside; null: no fee bump. */
  inner: { signatures: string[]; maxFee: bigint } | null
  preconditions: Record<string, Json> | null
  operations: OperationRecord[]
  /** Accounts and claimable balances in whose history it appears. */
  participants: ReadonlySet<string>
  balances: ReadonlySet<string>
}

export type OperationRecord = {
  id: bigint
  transaction: TransactionRecord
  source: Party
  type: string
  typeNumber: number
  isPayment: boolean
  /** The fields of its kind. */
  details: Record<string, Json>
  effects: Effect[]
  participants: ReadonlySet<string>
  balances: ReadonlySet<string>
}

type Position = { ledger: number; order: number; passphrase: string }

/** Turns a journal entry into a record. `order`: its position in the ledger, from 1. */
export function transactionRecord(entry: TransactionEntry, { ledger, order, passphrase }: Position): TransactionRecord {
  const envelope = parseEnvelope(entry.envelope, passphrase)
  const result = xdr.TransactionResult.fromXdr(entry.result, 'base64')
  const { transaction, feeBump } = envelope
  const payer = feeSource(envelope)
  const participants = new Set([transaction.source.address, payer.address])
  const balances = new Set<string>()
  const record: TransactionRecord = {
    id: toid({ ledger, transaction: order }),
    ledger,
    hash: outerHash(envelope),
    innerHash: innerHash(envelope),
    successful: isSuccessful(result),
    source: transaction.source,
    sequence: transaction.sequence,
    feeAccount: payer,
    feeCharged: result.feeCharged,
    maxFee: feeBid(envelope),
    envelopeXdr: entry.envelope,
    resultXdr: entry.result,
    memo: memoFields(transaction.memo),
    signatures: base64Signatures(feeBump ?? transaction),
    inner: feeBump && { signatures: base64Signatures(transaction), maxFee: transaction.fee },
    preconditions: preconditionsOf(envelope),
    operations: [],
    participants,
    balances,
  }
  const results = operationResults(result)
  record.operations = transaction.operations.map((operation, index) => {
    const source = operationSource(operation, transaction)
    const effects = entry.effects[index] ?? []
    const result = (record.successful && results[index]) || null
    const beginner = result === null ? null : sponsoringBeginner(transaction, index)
    const description = describeOperation(operation, source, { result, sponsor: beginner })
    const sponsor = sponsorOfNewEntry(operation, effects)
    const named = [...description.counterparties, ...(sponsor === null ? [] : [sponsor])]
    const concerned = new Set([source.address, ...named])
    const touched = new Set(effects.flatMap(balanceOf))
    for (const address of [...concerned, ...effects.flatMap(accountsOf)]) participants.add(address)
    for (const balance of touched) balances.add(balance)
    return {
      id: toid({ ledger, transaction: order, operation: index + 1 }),
      transaction: record,
      source,
      type: description.type,
      typeNumber: description.typeNumber,
      isPayment: description.isPayment,
      details: { ...(sponsor === null ? {} : { sponsor }), ...description.details },
      effects,
      participants: concerned,
      balances: touched,
    }
  })
  return record
}

/** Returns who began the sponsorship that the operation at `index` ends; null: it ends none. */
function sponsoringBeginner(transaction: Transaction, index: number): Party | null {
  const ending = transaction.operations[index]
  if (ending?.body.type !== 'endSponsoringFutureReserves') return null
  const { address } = operationSource(ending, transaction)
  const beginning = transaction.operations.slice(0, index).findLast(({ body }) => {
    return (
      body.type === 'beginSponsoringFutureReserves' &&
      addressOf(body.beginSponsoringFutureReservesOp.sponsoredId) === address
    )
  })
  return beginning === undefined ? null : operationSource(beginning, transaction)
}

/** Horizon names the sponsor with the operation that created the entry, not with one that passes it on. */
function sponsorOfNewEntry({ body }: xdr.Operation, effects: readonly Effect[]): string | null {
  if (body.type === 'revokeSponsorship') return null
  const created = effects.find(({ type }) => type.endsWith('_sponsorship_created'))
  return typeof created?.details.sponsor === 'string' ? created.details.sponsor : null
}

/** Returns the effect's account and the sponsors whose reserve it changes. */
function accountsOf({ account, details }: Effect): string[] {
  const sponsors = [details.sponsor, details.former_sponsor, details.new_sponsor]
  return [account.address, ...sponsors.filter((sponsor) => typeof sponsor === 'string')]
}

function balanceOf({ details }: Effect): string[] {
  return typeof details.balance_id === 'string' ? [details.balance_id] : []
}

function memoFields(memo: xdr.Memo): Record<string, string> {
  switch (memo.type) {
    case 'memoNone':
      return { memo_type: 'none' }
    case 'memoText': {
      const bytes = Buffer.from(memo.text.bytes)
      return { memo_type: 'text', memo: bytes.toString('utf8'), memo_bytes: bytes.toString('base64') }
    }
    case 'memoId':
      return { memo_type: 'id', memo: memo.id.toString() }
    case 'memoHash':
      return { memo_type: 'hash', memo: Buffer.from(memo.hash.value).toString('base64') }
    case 'memoReturn':
      return { memo_type: 'return', memo: Buffer.from(memo.retHash.value).toString('base64') }
  }
}

function base64Signatures({ signatures }: { signatures: readonly xdr.DecoratedSignature[] }): string[] {
  return signatures.map(({ signature }) => Buffer.from(signature.value).toString('base64'))
}

function preconditionsOf({ transaction }: Envelope): Record<string, Json> | null {
  const { timeBounds, ledgerBounds, minSeqNum, minSeqAge, minSeqLedgerGap, extraSigners } = transaction.conditions
  const fields: Record<string, Json> = {}
  if (timeBounds !== null) {
    const { minTime, maxTime } = timeBounds
    fields.timebounds = {
      min_time: minTime.toString(),
      ...(maxTime === 0n ? {} : { max_time: maxTime.toString() }),
    }
  }
  if (ledgerBounds !== null) {
    fields.ledgerbounds = { min_ledger: ledgerBounds.minLedger, max_ledger: ledgerBounds.maxLedger }
  }
  if (minSeqNum !== null) fields.min_account_sequence = minSeqNum.toString()
  if (minSeqAge !== 0n) fields.min_account_sequence_age = minSeqAge.toString()
  if (minSeqLedgerGap !== 0) fields.min_account_sequence_ledger_gap = minSeqLedgerGap
  if (extraSigners.length > 0) fields.extra_signers = extraSigners.map(signerKeyOf)
  return Object.keys(fields).length === 0 ? null : fields
}
