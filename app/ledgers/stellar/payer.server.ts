/** The paying account's key: in memory, or held by a signer outside this process. */
import { Keypair, type Transaction } from '@stellar/stellar-sdk/base'
import { SignerUnavailable } from '../ledger.ts'
import type { Signer } from '../signer.ts'

export type StellarPayer = { address: string; sign(transaction: Transaction): Promise<void> }

/** Accepts from the signer only this account's signature of exactly these bytes. */
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
    // Wrong length.
    return false
  }
}
