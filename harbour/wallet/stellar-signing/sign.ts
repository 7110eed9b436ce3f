/** Signs with a play account, then shows the transaction, returns it to the callback or sends it to the ledger. */
import { type FeeBumpTransaction, type Keypair, type Transaction, TransactionBuilder } from '@stellar/stellar-sdk'
import { stellarPlayKey } from '#harbour/accounts.ts'
import { messageOf, type PaidTransaction, PaymentRefused } from '#harbour/wallet/payment.ts'
import { RequestUnreadable } from '#harbour/wallet/payment-request.ts'
import type { StellarPurse } from '#harbour/wallet/stellar-purse.ts'
import type { SigningRequest } from '#harbour/wallet/stellar-signing/signing-request.ts'
import { labelOf, WALLETS, type WalletName } from '#harbour/wallet/wallets.ts'

export const SIGN_WAYS = ['show', 'callback', 'send'] as const
export type SignWay = (typeof SIGN_WAYS)[number]

export type Signed = {
  /** Base64, with the new signature beside the existing ones. */
  xdr: string
  hash: string
  /** The callback's answer. */
  callback: { status: number; body: string } | null
  /** The result on the ledger. */
  transaction: PaidTransaction | null
  /** Why the signed transaction did not get where it should go. */
  trouble: string | null
}

/** Throws RequestUnreadable if it is not for this account to sign, or has no callback to return it to. */
export async function signRequest(
  request: SigningRequest,
  { from, way, purse }: { from: WalletName; way: SignWay; purse: StellarPurse },
): Promise<Signed> {
  const key = stellarPlayKey(from)
  if (request.signer !== null && request.signer !== key.publicKey()) {
    throw new RequestUnreadable(`The request is for ${nameOf(request.signer)} to sign, not for ${labelOf(from)}.`)
  }
  if (way === 'callback' && request.callback === null) {
    throw new RequestUnreadable('The request does not say where to hand the signed transaction.')
  }
  const signed = withSignature(request.transaction, key)
  const done: Signed = {
    xdr: signed.toXdr(),
    hash: Buffer.from(signed.hash()).toString('hex'),
    callback: null,
    transaction: null,
    trouble: null,
  }
  try {
    if (way === 'callback' && request.callback !== null)
      return { ...done, callback: await handBack(request.callback, done.xdr) }
    if (way === 'send') return { ...done, transaction: await purse.send(signed) }
    return done
  } catch (error) {
    if (error instanceof PaymentRefused) return { ...done, trouble: error.message }
    throw error
  }
}

function nameOf(address: string): string {
  const wallet = WALLETS.find(({ name }) => stellarPlayKey(name).publicKey() === address)
  return wallet?.label ?? address
}

/** Returns a copy. Never signs twice: a superfluous signature would make the transaction invalid. */
function withSignature(transaction: Transaction | FeeBumpTransaction, key: Keypair): Transaction | FeeBumpTransaction {
  const copy = TransactionBuilder.fromXdr(transaction.toXdr(), transaction.networkPassphrase)
  const hash = copy.hash()
  if (!copy.signatures.some(({ signature }) => key.verify(hash, signature.value))) copy.sign(key)
  return copy
}

const PATIENCE_MS = 10_000
const LONGEST_ANSWER = 2_000

/** As in SEP-7: a form with the field `xdr`. */
async function handBack(address: string, xdr: string): Promise<{ status: number; body: string }> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      body: new URLSearchParams({ xdr }),
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    return { status: response.status, body: (await response.text()).slice(0, LONGEST_ANSWER) }
  } catch (error) {
    throw new PaymentRefused(`Whoever asked did not take it back: ${messageOf(error)}`, { cause: error })
  }
}
