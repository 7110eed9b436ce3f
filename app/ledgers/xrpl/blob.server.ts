/** Addresses, keys, signed blobs and hashes in the XRP Ledger's formats. No network. */
import { createHash } from 'node:crypto'
import {
  decode,
  encode,
  hashes,
  isValidClassicAddress,
  isValidXAddress,
  type SubmittableTransaction,
  Wallet,
  xAddressToClassicAddress,
} from 'xrpl'

/** Valid checksums whose keys nobody or everybody has: what is sent there is gone. */
const NOBODYS_ACCOUNTS = ['rrrrrrrrrrrrrrrrrrrrrhoLvTp', 'rrrrrrrrrrrrrrrrrrrrBZbvji']

/** Checksum included. Only classic addresses (r…); X-addresses hide a tag and a network. */
export function isXrplAddress(address: string): boolean {
  return isValidClassicAddress(address) && !NOBODYS_ACCOUNTS.includes(address)
}

/** The address and the tag inside of an X-address of the main network (`isMain`) or of a test network; null: it is none. */
export function unfoldXAddress(
  address: string,
  { isMain }: { isMain: boolean },
): { address: string; memo: string | null } | null {
  if (!isValidXAddress(address)) return null
  const { classicAddress, tag, test } = xAddressToClassicAddress(address)
  return test === isMain ? null : { address: classicAddress, memo: tag === false ? null : String(tag) }
}

/** A destination tag in plain digits, 0 to 2^32-1. Null when the text is none. */
export function parseTag(text: string): number | null {
  return /^(0|[1-9]\d{0,9})$/.test(text) && BigInt(text) < 2n ** 32n ? Number(text) : null
}

/**
 * The wallet of a seed; since xrpl 5 the curve follows the seed's prefix. Throws when the seed is none.
 */
export function walletOfSeed(seed: string): Wallet {
  return Wallet.fromSeed(seed)
}

/** Our payout's mark in the ledger: SHA-256 of its id. */
export function invoiceId(payoutId: string): string {
  return createHash('sha256').update(payoutId).digest('hex').toUpperCase()
}

/**
 * Signs, then decodes the bytes and compares them field by field with what was asked for: the library drops fields
 * that are null and signs for foreign accounts without a word.
 */
export function signTransaction(transaction: SubmittableTransaction, wallet: Wallet): { hash: string; blob: string } {
  if (transaction.Account !== wallet.classicAddress) throw new Error("the key is not the paying account's")
  const { tx_blob: blob, hash } = wallet.sign(transaction)
  const { TxnSignature, SigningPubKey, ...signed } = decode(blob)
  const differences = [...new Set([...Object.keys(transaction), ...Object.keys(signed)])].filter(
    (field) => signed[field] !== (transaction as Record<string, unknown>)[field],
  )
  if (typeof TxnSignature !== 'string' || SigningPubKey !== wallet.publicKey) differences.push('signature')
  if (hashes.hashSignedTx(blob) !== hash) differences.push('hash')
  if (differences.length > 0) throw new Error(`the signed bytes differ from the order: ${differences.join(', ')}`)
  return { hash, blob }
}

/** The fields of a signed blob. Throws when it is none. */
export function readBlob(blob: string): Record<string, unknown> {
  return decode(blob)
}

/**
 * Does a transaction of an answer hash to the hash that it is shown under? So a server can still withhold a payment or
 * lie about its outcome, but not change destination, tag or sender of one unseen.
 */
export function hashesTo(transaction: Record<string, unknown>, hash: string): boolean {
  // API version 2 shows as DeliverMax what was signed as Amount.
  const { DeliverMax, ...rest } = transaction
  const signed = DeliverMax === undefined ? rest : { ...rest, Amount: DeliverMax }
  try {
    return hashes.hashSignedTx(encode(signed as unknown as SubmittableTransaction)) === hash
  } catch {
    // The library cannot write it down: then it does not hash to anything.
    return false
  }
}
