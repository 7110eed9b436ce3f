/**
 * Which Stellar transactions took something from an account: one of its numbers, the fee, or value. Pure: the adapter and
 * the tests read through the same functions.
 */
import { z } from 'zod'
import type { Asset } from '#app/domain/kernel/assets.ts'
import { Decimal } from '#app/domain/kernel/money.ts'
import type { OutgoingPayment, OutgoingTransaction } from '../../outgoing.ts'
import { horizonAmount, type OwnTransactionAnswer, operationAnswer } from '../answers.ts'
import { outerHash, readMemo } from '../payments.ts'

/** An operation of an account, whoever its transaction is of. */
export const ownOperationAnswer = operationAnswer.extend({
  source_account: z.string(),
  transaction_hash: z.string(),
  bump_to: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional(),
})
export type OwnOperation = z.infer<typeof ownOperationAnswer>

export const ownOperationsAnswer = z.object({ _embedded: z.object({ records: z.array(ownOperationAnswer) }) })

export type OutgoingView = {
  account: string
  usdcIssuer: string
  /** What the binary results say and Horizon's fields do not. */
  mergedAmount: (resultXdr: string, operationIndex: number) => Decimal
  failureCode: (resultXdr: string) => string
  fromStroops: (stroops: string) => Decimal
}

/** Null: the transaction took nothing from the account; it was only paid, or concerned. */
export function readOutgoing(
  transaction: OwnTransactionAnswer,
  operations: OwnOperation[],
  view: OutgoingView,
): OutgoingTransaction | null {
  const { account } = view
  const taking = operations.filter((operation) => takesFrom(operation, account))
  const isOwn = transaction.source_account === account
  if (!isOwn && transaction.fee_account !== account && taking.length === 0) return null
  const { successful } = transaction
  return {
    network: 'stellar',
    hash: outerHash(transaction),
    innerHash: transaction.inner_transaction?.hash ?? transaction.hash,
    source: transaction.source_account,
    sequence: transaction.source_account_sequence,
    usesTicket: false,
    type: [...new Set((taking.length > 0 ? taking : operations).map(({ type }) => type))].join(', '),
    successful,
    code: successful ? null : view.failureCode(transaction.result_xdr),
    memo: readMemo(transaction),
    invoiceId: null,
    payments: successful ? taking.flatMap((operation) => readMovements(operation, transaction, view)) : [],
    feePaid: view.fromStroops(transaction.fee_charged),
    feeAccount: transaction.fee_account,
    sequenceAfter: sequenceAfter(transaction, taking, account),
    ticketsMade: [],
    ticketUsed: null,
    at: new Date(transaction.created_at),
  }
}

function takesFrom(operation: OwnOperation, account: string): boolean {
  const { source_account: source, from, asset_balance_changes: changes } = operation
  return source === account || from === account || (changes ?? []).some((change) => change.from === account)
}

/** An operation can move the number on by itself. */
function sequenceAfter(transaction: OwnTransactionAnswer, taking: OwnOperation[], account: string): string | null {
  const used = transaction.source_account === account ? [transaction.source_account_sequence] : []
  const bumped = transaction.successful
    ? taking.filter(({ source_account: source }) => source === account).flatMap(({ bump_to: to }) => to ?? [])
    : []
  return [...used, ...bumped].toSorted((a, b) => Number(BigInt(a) - BigInt(b))).at(-1) ?? null
}

function readMovements(
  operation: OwnOperation,
  transaction: OwnTransactionAnswer,
  view: OutgoingView,
): OutgoingPayment[] {
  const { account, usdcIssuer } = view
  switch (operation.type) {
    case 'create_account':
      return [movement(operation.account, { asset_type: 'native' }, operation.starting_balance, usdcIssuer)]
    case 'account_merge': {
      // The last 12 bits of an operation's id are its place, counted from 1 (SEP-35).
      const amount = view.mergedAmount(transaction.result_xdr, Number(BigInt(operation.id) & 0xfffn) - 1)
      return [movement(operation.into, { asset_type: 'native' }, amount.toFixed(), usdcIssuer)]
    }
    case 'invoke_host_function':
      return (operation.asset_balance_changes ?? [])
        .filter((change) => change.from === account)
        .map((change) => movement(change.to, change, change.amount, usdcIssuer))
    default:
      // Settings, offers, trustlines and the like say nothing of an amount that went somewhere.
      return operation.amount === undefined ? [] : [movement(operation.to, operation, operation.amount, usdcIssuer)]
  }
}

type AssetFields = { asset_type?: string; asset_code?: string; asset_issuer?: string }

function movement(
  to: string | undefined,
  fields: AssetFields,
  amount: string | undefined,
  usdcIssuer: string,
): OutgoingPayment {
  const readable = horizonAmount.safeParse(amount)
  const { asset_type: type, asset_code: code, asset_issuer: issuer } = fields
  const isUsdc = type === 'credit_alphanum4' && code === 'USDC' && issuer === usdcIssuer
  const asset: Asset | null = type === 'native' ? 'XLM' : isUsdc ? 'USDC' : null
  return {
    to: to ?? null,
    // What cannot be read is no payment of ours, and is shown all the same.
    asset: readable.success ? asset : null,
    assetLabel: asset ?? `${code ?? type ?? 'unknown'}:${issuer ?? 'unknown'}`,
    amount: new Decimal(readable.success ? readable.data : 0),
  }
}
