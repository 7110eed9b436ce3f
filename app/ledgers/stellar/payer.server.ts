/** The paying account's key: in memory, or with a signer outside of this process. */
import { Keypair, type Transaction } from '@stellar/stellar-sdk/base'
import { SignerUnavailable } from '../ledger.ts'
import type { Signer } from '../signer.ts'

/** Puts the account's signature on a transaction. */
export type StellarPayer = { address: string; sign(transaction: Transaction): Promise<void> }

/** Asks the signer, and takes nothing from it but this account's signature of exactly these bytes. */
export function payerOfSigner(of: { signer: Signer; account: string; passphrase: string }): StellarPayer {
  const { signer, account, passphrase } = of
  const key = Keypair.fromPublicKey(account)
  return {
    address: account,
    async sign(transaction) {
      const hash = transaction.hash()
      const order = { network: 'stellar' as const, chain: passphrase, account }
      const envelope = transaction.toEnvelope().toXdr('base64')
      const message = Buffer.from(hash).toString('hex')
      const signature = Buffer.from(await signer.sign({ ...order, transaction: envelope, message }), 'hex')
      if (!isSignature(key, hash, signature)) {
        throw new SignerUnavailable('stellar', `the signer’s signature is not one of ${account}, or not of these bytes`)
      }
      transaction.addSignature(account, signature.toString('base64'))
    },
  }
}

function isSignature(key: Keypair, hash: Uint8Array, signature: Uint8Array): boolean {
  try {
    return key.verify(hash, signature)
  } catch {
    // Of another length than any signature.
    return false
  }
}
