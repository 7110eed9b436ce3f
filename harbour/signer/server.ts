/** Stand-in for a signing service (KMS or HSM). It signs the transaction that it has read, never arbitrary bytes. */
import { type Keypair, TransactionBuilder } from '@stellar/stellar-sdk'
import { decode, encodeForSigning, type SubmittableTransaction, type Wallet } from 'xrpl'
import { z } from 'zod'
import { PLAY_NAMES, stellarPlayKey, xrplPlayWallet } from '#harbour/accounts.ts'
import { HANG_UP, json, parseJson, type Reply, type Request, type Server, serve } from '#harbour/http.ts'

/** Faults in place of a correct signature. */
export type SignerFault = 'hangs_up' | 'refuses' | 'other_key' | 'other_bytes' | 'no_signature'

export type SigningService = Server & {
  /** Signatures given, in order, with the account that each was requested for. */
  readonly signed: readonly { account: string; signature: string }[]
  fault: SignerFault | null
}

const orderSchema = z.object({
  network: z.enum(['stellar', 'xrpl']),
  chain: z.string(),
  account: z.string(),
  transaction: z.string(),
  message: z.string(),
})
type Order = z.output<typeof orderSchema>

export async function startSigningService(options: { port: number; token: string }): Promise<SigningService> {
  const signed: { account: string; signature: string }[] = []
  const server = await serve({ port: options.port, handle })
  const service: SigningService = { ...server, signed, fault: null }
  return service

  function handle(request: Request): Reply | typeof HANG_UP {
    if (request.headers.authorization !== `Bearer ${options.token}`) return json(401, { error: 'unknown token' })
    const order = orderSchema.safeParse(parseJson(request.body))
    if (request.method !== 'POST' || !order.success) return json(400, { error: 'no order' })
    const { fault } = service
    if (fault === 'hangs_up') return HANG_UP
    if (fault === 'refuses') return json(403, { error: 'above the limit of the day' })
    if (fault === 'no_signature') return json(200, { signature: 'soon' })
    const signature = signAs(order.data, fault)
    if (signature === null) return json(404, { error: 'no such key, or other bytes than the transaction' })
    signed.push({ account: order.data.account, signature })
    return json(200, { signature })
  }
}

function signAs(order: Order, fault: SignerFault | null): string | null {
  return order.network === 'stellar' ? signStellar(order, fault) : signXrpl(order, fault)
}

function signStellar(order: Order, fault: SignerFault | null): string | null {
  const key = PLAY_NAMES.map(stellarPlayKey).find((each) => each.publicKey() === order.account)
  const hash = Buffer.from(TransactionBuilder.fromXdr(order.transaction, order.chain).hash())
  if (!key || hash.toString('hex') !== order.message) return null
  if (fault === 'other_bytes') return hexOf(key, Buffer.alloc(32, 1))
  return hexOf(fault === 'other_key' ? stellarPlayKey('friend') : key, hash)
}

const hexOf = (key: Keypair, bytes: Buffer) => Buffer.from(key.sign(bytes)).toString('hex')

function signXrpl(order: Order, fault: SignerFault | null): string | null {
  const wallet = PLAY_NAMES.map(xrplPlayWallet).find((each) => each.address === order.account)
  if (!wallet) return null
  const transaction = decode(order.transaction) as unknown as SubmittableTransaction
  if (encodeForSigning(transaction) !== order.message) return null
  if (fault === 'other_bytes') return signatureOf(wallet, { ...transaction, Fee: '11' })
  return signatureOf(fault === 'other_key' ? xrplPlayWallet('friend') : wallet, transaction)
}

function signatureOf(wallet: Wallet, transaction: SubmittableTransaction): string {
  return String(decode(wallet.sign(transaction).tx_blob).TxnSignature)
}
