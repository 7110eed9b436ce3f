/** Verifies and assembles the signatures that wallets return. No network. */
import { FeeBumpTransaction, Keypair, type Transaction, TransactionBuilder } from '@stellar/stellar-sdk/base'
import type { CheckedSignature, ReadSignatures } from '../../onchain.ts'
import { transactionHashOf, xdrOf } from './transactions.server.ts'

/** Far more than any transaction of ours; longer texts are not even decoded. */
const LONGEST_XDR = 20_000

/**
 * The verified signatures in an envelope, if it is the expected transaction and the expected keys signed it. A wallet
 * may have wrapped it in a fee bump of its own: then the inner transaction counts.
 */
export function readSigned(
  text: string,
  expected: { hash: string; signers: readonly string[] },
  passphrase: string,
): ReadSignatures {
  const transaction = readTransaction(text, passphrase)
  if (transaction === null) return { kind: 'unreadable' }
  if (transactionHashOf(transaction) !== expected.hash) return { kind: 'other_transaction' }
  const hash = transaction.hash()
  const keys = expected.signers.map((address) => Keypair.fromPublicKey(address))
  const found = new Map<string, string>()
  for (const { signature } of transaction.signatures) {
    const bytes = signature.value
    const key = keys.find((one) => isSignature(one, hash, bytes))
    if (key === undefined) return { kind: 'foreign_signature' }
    found.set(key.publicKey(), Buffer.from(bytes).toString('base64'))
  }
  if (found.size === 0) return { kind: 'unsigned' }
  const signatures = [...found].map(([address, signature]) => ({ address, signature }))
  return { kind: 'signed', signatures }
}

/** The transaction, or the inner one of a fee bump. Null: not a transaction. */
export function readTransaction(text: string, passphrase: string): Transaction | null {
  const base64 = text.replace(/\s/g, '')
  if (base64 === '' || base64.length > LONGEST_XDR) return null
  try {
    const read = TransactionBuilder.fromXdr(base64, passphrase)
    const transaction = read instanceof FeeBumpTransaction ? read.innerTransaction : read
    // Reading the operations detects errors that the decoder of the envelope accepts.
    return transaction.operations.length > 0 ? transaction : null
  } catch {
    return null
  }
}

/** Null: not a transaction. */
export function readHash(text: string, passphrase: string): string | null {
  const transaction = readTransaction(text, passphrase)
  return transaction && transactionHashOf(transaction)
}

export function isTakeOf(text: string, balanceIds: readonly string[], passphrase: string): boolean {
  const [only, ...others] = readTransaction(text, passphrase)?.operations ?? []
  return others.length === 0 && only?.type === 'claimClaimableBalance' && balanceIds.includes(only.balanceId)
}

/** Replaces all signatures by exactly these. Throws when one is not of these bytes. */
export function withSignatures(xdr: string, signatures: readonly CheckedSignature[], passphrase: string): string {
  const transaction = readTransaction(xdr, passphrase)
  if (transaction === null) throw new Error('this is no transaction')
  transaction.signatures.splice(0)
  for (const { address, signature } of signatures) transaction.addSignature(address, signature)
  return xdrOf(transaction)
}

export function signatureOf(key: Keypair, transaction: Transaction): CheckedSignature {
  return { address: key.publicKey(), signature: Buffer.from(key.sign(transaction.hash())).toString('base64') }
}

function isSignature(key: Keypair, hash: Uint8Array, signature: Uint8Array): boolean {
  try {
    return key.verify(hash, signature)
  } catch {
    // Wrong length.
    return false
  }
}
