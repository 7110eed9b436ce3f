/**
 * Whoever holds the key of an account and signs for it outside of this process: a service before a KMS or HSM. It is asked for
 * a signature and gets the whole transaction, so that it can judge what it signs by rules of its own.
 */
import type { Network } from '#app/kernel/domain/assets.ts'

export type SigningOrder = {
  network: Network
  /** Passphrase or network id: where the signature counts. */
  chain: string
  account: string
  /** Not signed by this account yet. Stellar: the envelope in base64. XRP Ledger: the fields in the ledger's hexadecimal form. */
  transaction: string
  /** The bytes to sign, in hexadecimal. Stellar: the transaction's hash. XRP Ledger: the fields behind the prefix “STX”. */
  message: string
}

export interface Signer {
  /** A signature of `message` in hexadecimal; nobody has looked at it yet. Throws SignerUnavailable (ledger.ts). */
  sign(order: SigningOrder): Promise<string>
}
