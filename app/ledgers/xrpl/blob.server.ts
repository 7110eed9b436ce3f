/** Addresses, keys, signed blobs and hashes in the XRP Ledger's formats. No network. */
import { createHash } from 'node:crypto'
import {
  decode,
  deriveAddress,
  encode,
  encodeForSigning,
  hashes,
  isValidClassicAddress,
  isValidXAddress,
  type SubmittableTransaction,
  verifyKeypairSignature,
  Wallet,
  xAddressToClassicAddress,
} from 'xrpl'
import { SignerUnavailable } from '../ledger.ts'
import type { Signer } from '../signer.ts'

/** Valid checksums whose keys nobody or everybody has: money sent there is lost. */
const NOBODYS_ACCOUNTS = ['rrrrrrrrrrrrrrrrrrrrrhoLvTp', 'rrrrrrrrrrrrrrrrrrrrBZbvji']

/** Checks the checksum too. Only classic addresses (r…); X-addresses hide a tag and a network. */
export function isXrplAddress(address: string): boolean {
  return isValidClassicAddress(address) && !NOBODYS_ACCOUNTS.includes(address)
}

/** Address and tag inside an X-address of the main network (`isMain`) or of a test network; null: not one of these. */
export function unfoldXAddress(
  address: string,
  { isMain }: { isMain: boolean },
): { address: string; memo: string | null } | null {
  if (!isValidXAddress(address)) return null
  const { classicAddress, tag, test } = xAddressToClassicAddress(address)
  return test === isMain ? null : { address: classicAddress, memo: tag === false ? null : String(tag) }
}

/** A destination tag in plain digits, 0 to 2^32-1. Null: not a tag. */
export function parseTag(text: string): number | null {
  return /^(0|[1-9]\d{0,9})$/.test(text) && BigInt(text) < 2n ** 32n ? Number(text) : null
}

/** Signs for its account: a key in memory, or a signer outside this process. */
export type XrplKey = {
  address: string
  publicKey: string
  /** The signature in hexadecimal; the caller verifies it. */
  sign(transaction: Unsigned): string | Promise<string>
}

/** With the public key, which is signed as well. */
type Unsigned = SubmittableTransaction & { SigningPubKey: string }

/** Since xrpl 5 the curve follows the seed's prefix. Throws when the seed is invalid. */
export function keyOfSeed(seed: string): XrplKey {
  const wallet = Wallet.fromSeed(seed)
  return {
    address: wallet.classicAddress,
    publicKey: wallet.publicKey,
    sign: (transaction) => String(decode(wallet.sign(transaction).tx_blob).TxnSignature),
  }
}

/** The key that a signer holds. Its address derives from the public key. Throws when that is invalid. */
export function keyOfSigner(of: { signer: Signer; publicKey: string; networkId: number }): XrplKey {
  const { signer, networkId } = of
  const publicKey = of.publicKey.toUpperCase()
  const address = deriveAddress(publicKey)
  const order = { network: 'xrpl' as const, chain: String(networkId), account: address }
  return {
    address,
    publicKey,
    sign: (transaction) =>
      signer.sign({ ...order, transaction: encode(transaction), message: encodeForSigning(transaction) }),
  }
}

/** Marks our payout on the ledger: SHA-256 of its id. */
export function invoiceId(payoutId: string): string {
  return createHash('sha256').update(payoutId).digest('hex').toUpperCase()
}

/** Signs, decodes and compares with the order: the library silently drops null fields and signs for any account. */
export async function signTransaction(
  transaction: SubmittableTransaction,
  key: XrplKey,
): Promise<{ hash: string; blob: string }> {
  if (transaction.Account !== key.address) throw new Error("the key is not the paying account's")
  const unsigned = { ...transaction, SigningPubKey: key.publicKey }
  const signature = (await key.sign(unsigned)).toUpperCase()
  if (!isSignature(encodeForSigning(unsigned), signature, key.publicKey)) {
    throw new SignerUnavailable('xrpl', `the signature is not one of ${key.address}, or not of these bytes`)
  }
  const blob = encode({ ...unsigned, TxnSignature: signature })
  const hash = hashes.hashSignedTx(blob)
  const { TxnSignature, SigningPubKey, ...signed } = decode(blob)
  const differences = [...new Set([...Object.keys(transaction), ...Object.keys(signed)])].filter(
    (field) => signed[field] !== (transaction as Record<string, unknown>)[field],
  )
  if (TxnSignature !== signature || SigningPubKey !== key.publicKey) differences.push('signature')
  if (differences.length > 0) throw new Error(`the signed bytes differ from the order: ${differences.join(', ')}`)
  return { hash, blob }
}

function isSignature(message: string, signature: string, publicKey: string): boolean {
  try {
    return verifyKeypairSignature(message, signature, publicKey)
  } catch {
    // Not a signature of this kind of key.
    return false
  }
}

/** The fields of a signed blob. Throws when it is not one. */
export function readBlob(blob: string): Record<string, unknown> {
  return decode(blob)
}

/**
 * Whether a transaction hashes to the hash under which a server shows it. A server can still withhold a payment or lie
 * about its outcome, but not change destination, tag or sender unnoticed.
 */
export function hashesTo(transaction: Record<string, unknown>, hash: string): boolean {
  // API version 2 shows as DeliverMax what was signed as Amount.
  const { DeliverMax, ...rest } = transaction
  const signed = DeliverMax === undefined ? rest : { ...rest, Amount: DeliverMax }
  try {
    return hashes.hashSignedTx(encode(signed as unknown as SubmittableTransaction)) === hash
  } catch {
    // The library cannot encode it, so it has no hash.
    return false
  }
}
