/** A submitted transaction, parsed. */
import { hash, xdr } from '@stellar/stellar-sdk'
import { type Party, partyOf } from './parties.ts'

type Conditions = Pick<
  xdr.PreconditionsV2,
  'timeBounds' | 'ledgerBounds' | 'minSeqNum' | 'minSeqAge' | 'minSeqLedgerGap' | 'extraSigners'
>

export type Transaction = {
  /** The hash that its signatures sign. */
  hash: Uint8Array
  source: Party
  sequence: bigint
  /** The most that its sender pays, in stroops; may be anything under a fee bump. */
  fee: bigint
  conditions: Conditions
  memo: xdr.Memo
  operations: readonly xdr.Operation[]
  signatures: readonly xdr.DecoratedSignature[]
}

type FeeBump = {
  hash: Uint8Array
  source: Party
  fee: bigint
  signatures: readonly xdr.DecoratedSignature[]
}

export type Envelope = {
  /** Base64. */
  xdr: string
  /** The transaction, or the inner one of a fee bump. */
  transaction: Transaction
  feeBump: FeeBump | null
}

/** Parses base64 XDR. Throws when it is not exactly one transaction envelope. */
export function parseEnvelope(base64: string, passphrase: string): Envelope {
  const envelope = xdr.TransactionEnvelope.fromXdr(base64, 'base64')
  const networkId = hash(passphrase)
  switch (envelope.type) {
    case 'envelopeTypeTxV0':
      return { xdr: base64, transaction: parseTransaction(upgrade(envelope.v0), networkId), feeBump: null }
    case 'envelopeTypeTx':
      return { xdr: base64, transaction: parseTransaction(envelope.v1, networkId), feeBump: null }
    case 'envelopeTypeTxFeeBump': {
      const { tx, signatures } = envelope.feeBump
      const tagged = xdr.TransactionSignaturePayloadTaggedTransaction.envelopeTypeTxFeeBump(tx)
      const feeBump = {
        hash: payloadHash(tagged, networkId),
        source: partyOf(tx.feeSource),
        fee: tx.fee,
        signatures,
      }
      return { xdr: base64, transaction: parseTransaction(tx.innerTx.v1, networkId), feeBump }
    }
  }
}

/** Converts the form before protocol 13: same hash and meaning as the current one with a plain source account. */
function upgrade({ tx, signatures }: xdr.TransactionV0Envelope): xdr.TransactionV1Envelope {
  const { sourceAccountEd25519, fee, seqNum, timeBounds, memo, operations } = tx
  return new xdr.TransactionV1Envelope({
    tx: new xdr.Transaction({
      sourceAccount: xdr.MuxedAccount.keyTypeEd25519(sourceAccountEd25519),
      fee,
      seqNum,
      cond: timeBounds === null ? xdr.Preconditions.precondNone() : xdr.Preconditions.precondTime(timeBounds),
      memo,
      operations,
      ext: xdr.TransactionExt.v0(),
    }),
    signatures,
  })
}

function parseTransaction({ tx, signatures }: xdr.TransactionV1Envelope, networkId: Uint8Array): Transaction {
  return {
    hash: payloadHash(xdr.TransactionSignaturePayloadTaggedTransaction.envelopeTypeTx(tx), networkId),
    source: partyOf(tx.sourceAccount),
    sequence: tx.seqNum,
    fee: BigInt(tx.fee),
    conditions: conditionsOf(tx.cond),
    memo: tx.memo,
    operations: tx.operations,
    signatures,
  }
}

function conditionsOf(cond: xdr.Preconditions): Conditions {
  if (cond.type === 'precondV2') return cond.v2
  return {
    timeBounds: cond.type === 'precondTime' ? cond.timeBounds : null,
    ledgerBounds: null,
    minSeqNum: null,
    minSeqAge: 0n,
    minSeqLedgerGap: 0,
    extraSigners: [],
  }
}

function payloadHash(
  taggedTransaction: xdr.TransactionSignaturePayloadTaggedTransaction,
  networkId: Uint8Array,
): Uint8Array {
  return hash(new xdr.TransactionSignaturePayload({ networkId, taggedTransaction }).toXdr())
}

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

/** Returns the hash under which the ledger lists the transaction. */
export function outerHash(envelope: Envelope): string {
  return hex((envelope.feeBump ?? envelope.transaction).hash)
}

export function innerHash(envelope: Envelope): string {
  return hex(envelope.transaction.hash)
}

export function feeSource(envelope: Envelope): Party {
  return (envelope.feeBump ?? envelope.transaction).source
}

export function operationSource(operation: xdr.Operation, transaction: Transaction): Party {
  return operation.sourceAccount === null ? transaction.source : partyOf(operation.sourceAccount)
}
