/**
 * Signs outside this process (a service before a KMS or HSM). It gets the whole transaction, to apply its own rules.
 */
import type { Network } from '#app/kernel/domain/assets.ts'

export type SigningOrder = {
  network: Network
  /** Passphrase or network id of the chain on which the signature is valid. */
  chain: string
  account: string
  /** Not signed by this account yet. Stellar: the envelope in base64. XRP Ledger: the fields in the ledger's hexadecimal form. */
  transaction: string
  /** The bytes to sign, in hexadecimal. Stellar: the transaction's hash. XRP Ledger: the fields behind the prefix “STX”. */
  message: string
}

export interface Signer {
  /** Returns a signature of `message` in hexadecimal, not verified yet. Throws SignerUnavailable (ledger.ts). */
  sign(order: SigningOrder): Promise<string>
}
