/** Which Stellar transactions took a sequence number, the fee, or value from an account. Pure, shared with tests. */
import type { OutgoingTransaction } from '../../outgoing.ts'
import type { OwnOperation, OwnTransactionAnswer } from '../answers.ts'
import { outerHash, readMemo } from '../payments.ts'
import { type OutgoingView, readWhatLeft } from './what-left.ts'

/** Null: the transaction took nothing from the account. */
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
    payments: successful ? taking.flatMap((operation) => readWhatLeft(operation, transaction, view)) : [],
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

/** A bump_sequence operation can raise the number, too. */
function sequenceAfter(transaction: OwnTransactionAnswer, taking: OwnOperation[], account: string): string | null {
  const used = transaction.source_account === account ? [transaction.source_account_sequence] : []
  const bumped = transaction.successful
    ? taking.filter(({ source_account: source }) => source === account).flatMap(({ bump_to: to }) => to ?? [])
    : []
  return [...used, ...bumped].toSorted((a, b) => Number(BigInt(a) - BigInt(b))).at(-1) ?? null
}
