/** A request to sign: a transaction as base64 XDR, or a SEP-7 `web+stellar:tx` link that carries one. */
import { type FeeBumpTransaction, StrKey, type Transaction, TransactionBuilder } from '@stellar/stellar-sdk'
import { queryOf, RequestUnreadable } from '#harbour/wallet/payment-request.ts'

export type SigningRequest = {
  transaction: Transaction | FeeBumpTransaction
  /** Where the signed transaction is to go; null: to the ledger, or back to the requester. */
  callback: string | null
  /** The account that should sign; null: not stated. */
  signer: string | null
  /** The requester's message. */
  message: string | null
  /** The claimed requester, which the wallet does not verify. */
  origin: string | null
}

/** Throws RequestUnreadable. */
export function readSigningRequest(text: string, passphrase: string): SigningRequest {
  const trimmed = text.trim()
  if (trimmed === '') throw new RequestUnreadable('Paste a transaction, or a link that begins with web+stellar:tx.')
  if (!/^web\+stellar:/i.test(trimmed)) {
    const transaction = readEnvelope(trimmed, passphrase)
    return { transaction, callback: null, signer: null, message: null, origin: null }
  }
  const parts = /^web\+stellar:tx\?(.*)$/is.exec(trimmed)
  if (parts === null) throw new RequestUnreadable('Of the Stellar requests only web+stellar:tx can be signed here.')
  const query = queryOf(parts[1] ?? '')
  if (query.get('network_passphrase') !== passphrase) {
    throw new RequestUnreadable('The request is for another Stellar network than this one.')
  }
  if (query.has('replace')) throw new RequestUnreadable('The wallet does not fill in fields of a transaction.')
  return {
    transaction: readEnvelope(query.get('xdr') ?? '', passphrase),
    callback: readCallback(query.get('callback')),
    signer: readSigner(query.get('pubkey')),
    message: query.get('msg') || null,
    origin: query.get('origin_domain') || null,
  }
}

function readEnvelope(base64: string, passphrase: string): Transaction | FeeBumpTransaction {
  try {
    const transaction = TransactionBuilder.fromXdr(base64.replace(/\s/g, ''), passphrase)
    // Reading the operations finds errors that the decoder of the envelope misses.
    if (operationsOf(transaction).length > 0) return transaction
  } catch (error) {
    throw new RequestUnreadable('This is not a Stellar transaction that the wallet can read.', { cause: error })
  }
  throw new RequestUnreadable('This transaction does nothing.')
}

export function operationsOf(transaction: Transaction | FeeBumpTransaction): Transaction['operations'] {
  return 'innerTransaction' in transaction ? transaction.innerTransaction.operations : transaction.operations
}

function readCallback(callback: string | undefined): string | null {
  if (callback === undefined || callback === '') return null
  const address = /^url:(https?:\/\/.+)$/i.exec(callback)?.[1]
  if (address === undefined || !URL.canParse(address)) {
    throw new RequestUnreadable('The wallet does not know how to hand the transaction back.')
  }
  return address
}

function readSigner(signer: string | undefined): string | null {
  if (signer === undefined || signer === '') return null
  if (StrKey.isValidEd25519PublicKey(signer)) return signer
  throw new RequestUnreadable(`“${signer}” is not a Stellar address.`)
}
