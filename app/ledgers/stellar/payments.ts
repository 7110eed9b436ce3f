/** Which operations of a Stellar transaction paid an account, and what. Pure, shared with tests. */
import type { Asset, Issuers } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { seenText } from '#app/kernel/domain/words/seen-text.ts'
import { looksLikeReference } from '#app/ledgers/references/domain/reference.ts'
import type { LedgerPayment } from '../ledger.ts'
import { horizonAmount, type OperationAnswer, type TransactionAnswer } from './answers.ts'
import { type AssetFields, assetOfFields, NATIVE } from './assets.ts'
import { ledgerOf } from './cursor.ts'

/** The account in question, and the issuers whose assets count. */
export type StellarView = {
  account: string
  issuers: Issuers
  /** XLM moved by an account_merge: only the result XDR has it, not Horizon's operation. */
  mergedAmount: (resultXdr: string, operationIndex: number) => Decimal
}

type Arrival = {
  operation: string
  from: string
  amount: Decimal
  asset: AssetFields
  muxedId: string | null
  needsReview: boolean
}

const LUMENS: AssetFields = { asset_type: 'native' }

/**
 * Payments of an operation to the account. None when it or its transaction failed, went elsewhere or came from the
 * account itself; several only for a contract call. Throws when a payment to it is unreadable.
 */
export function readPayments(
  operation: OperationAnswer,
  transaction: TransactionAnswer,
  view: StellarView,
): LedgerPayment[] {
  if (!transaction.successful || !operation.transaction_successful) return []
  const memo = readMemo(transaction)
  return readArrivals(operation, transaction, view)
    .filter((arrival) => arrival.from !== view.account && arrival.amount.gt(0))
    .map((arrival) => ({
      network: 'stellar',
      hash: outerHash(transaction),
      operation: arrival.operation,
      from: arrival.from,
      to: view.account,
      ...nameAsset(arrival.asset, view.issuers),
      amount: arrival.amount,
      // The transaction's memo is the payer's own; the muxed id counts only without one (SEP-23).
      memo: memo ?? arrival.muxedId,
      needsReview: arrival.needsReview,
      ledger: ledgerOf(operation.id),
      at: new Date(transaction.created_at),
    }))
}

/** Horizon also finds a fee bump by its inner hash and echoes that; the outer hash identifies the payment. */
export function outerHash(transaction: TransactionAnswer): string {
  return transaction.fee_bump_transaction?.hash ?? transaction.hash
}

/** The memo like our references: digits of a MEMO_ID, or the text; hash memos in hexadecimal. Null: none or empty. */
export function readMemo(transaction: TransactionAnswer): string | null {
  const { memo_type: type, memo, memo_bytes: bytes } = transaction
  if (type === 'text') {
    const text = bytes == null ? (memo ?? '') : Buffer.from(bytes, 'base64').toString('utf8')
    return text === '' ? null : (referenceIn(text) ?? withoutControlCharacters(text))
  }
  if (memo == null) return null
  if (type === 'id') return memo
  if (type === 'hash' || type === 'return') return `${type}:${Buffer.from(memo, 'base64').toString('hex')}`
  return null
}

/** A text of our digits, also in another script or with format characters, but not with control characters. */
function referenceIn(text: string): string | null {
  if (/\p{Cc}/u.test(text.trim())) return null
  const seen = seenText(text)
  return looksLikeReference(seen) ? seen : null
}

// PostgreSQL refuses U+0000 in text: one payment with such a memo would block all reading after it.
function withoutControlCharacters(text: string): string {
  return text.replace(/\p{Cc}/gu, '\uFFFD')
}

function readArrivals(operation: OperationAnswer, transaction: TransactionAnswer, view: StellarView): Arrival[] {
  const { account } = view
  const arrival = { operation: operation.id, asset: operation, muxedId: operation.to_muxed_id ?? null }
  switch (operation.type) {
    case 'create_account':
      if (operation.account !== account) return []
      return [
        {
          ...arrival,
          from: required(operation.funder, operation),
          amount: readAmount(operation.starting_balance, operation),
          asset: LUMENS,
          needsReview: false,
        },
      ]
    case 'account_merge':
      if (operation.into !== account) return []
      return [
        {
          ...arrival,
          from: required(operation.account, operation),
          amount: view.mergedAmount(transaction.result_xdr, indexInTransaction(operation.id)),
          asset: LUMENS,
          muxedId: operation.into_muxed_id ?? null,
          needsReview: false,
        },
      ]
    case 'invoke_host_function':
      return readContractTransfers(operation, account)
    case 'payment':
    case 'path_payment_strict_send':
    case 'path_payment_strict_receive':
      return readPlainPayment(operation, account, arrival, { needsReview: false })
    default:
      // Claimable balances, offers and the like have no `to`. An unknown kind that has one and an amount is shown to a
      // person instead of being lost or trusted.
      return operation.amount === undefined ? [] : readPlainPayment(operation, account, arrival, { needsReview: true })
  }
}

function readPlainPayment(
  operation: OperationAnswer,
  account: string,
  arrival: Pick<Arrival, 'operation' | 'asset' | 'muxedId'>,
  { needsReview }: { needsReview: boolean },
): Arrival[] {
  if (operation.to !== account) return []
  // `amount` and `asset_*` are what arrived; `source_amount` and `source_asset_*` are what the payer spent.
  return [
    {
      ...arrival,
      from: required(operation.from, operation),
      amount: readAmount(operation.amount, operation),
      needsReview,
    },
  ]
}

function readContractTransfers(operation: OperationAnswer, account: string): Arrival[] {
  const transfers = (operation.asset_balance_changes ?? []).filter(
    (change) => change.type === 'transfer' && change.to === account,
  )
  return transfers.map((change, index) => ({
    operation: index === 0 ? operation.id : `${operation.id}-${index}`,
    from: required(change.from, operation),
    amount: readAmount(change.amount, operation),
    asset: change,
    muxedId: change.destination_muxed_id ? withoutControlCharacters(change.destination_muxed_id) : null,
    needsReview: true,
  }))
}

/** The operation's index in its transaction, from 0: the low 12 bits of its id count from 1 (SEP-35). */
function indexInTransaction(operationId: string): number {
  return Number(BigInt(operationId) & 0xfffn) - 1
}

function nameAsset(fields: AssetFields, issuers: Issuers): { asset: Asset | null; assetLabel: string } {
  const asset = assetOfFields(fields, issuers)
  if (asset === NATIVE) return { asset, assetLabel: asset }
  return {
    asset,
    assetLabel: `${fields.asset_code ?? fields.asset_type ?? 'unknown'}:${fields.asset_issuer ?? 'unknown'}`,
  }
}

function readAmount(text: string | undefined, operation: OperationAnswer): Decimal {
  const amount = horizonAmount.safeParse(text)
  if (!amount.success) throw new Error(`operation ${operation.id} (${operation.type}) has no readable amount`)
  return new Decimal(amount.data)
}

function required(value: string | undefined, operation: OperationAnswer): string {
  if (value === undefined) throw new Error(`operation ${operation.id} (${operation.type}) does not say who paid`)
  return value
}
