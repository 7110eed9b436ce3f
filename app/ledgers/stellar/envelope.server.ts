/** Addresses, envelopes and results in Stellar's binary formats. No network. */

import { createHmac } from 'node:crypto'
import {
  Account,
  FeeBumpTransaction,
  Keypair,
  Memo,
  MuxedAccount,
  Operation,
  Asset as StellarAsset,
  StrKey,
  type Transaction,
  TransactionBuilder,
  type xdr,
} from '@stellar/stellar-sdk/base'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { Decimal, plain } from '#app/kernel/domain/money.ts'
import type { Wallet } from '#app/kernel/domain/wallet.ts'

const STROOPS_PER_UNIT = 10_000_000

/** Checks the checksum too. Only plain account addresses (G…), neither muxed nor contract ones. */
export function isStellarAddress(address: string): boolean {
  return StrKey.isValidEd25519PublicKey(address)
}

/** The account and number inside a muxed address (CAP-27); null: not a muxed address. */
export function unfoldMuxed(address: string): Wallet | null {
  if (!StrKey.isValidMed25519PublicKey(address)) return null
  const account = MuxedAccount.fromAddress(address, '0')
  return { address: account.baseAccount().accountId(), memo: account.id() }
}

/** Stroops (1e-7 of a unit) as an amount. */
export function fromStroops(stroops: bigint | string): Decimal {
  return new Decimal(stroops.toString()).div(STROOPS_PER_UNIT)
}

export type StellarPayment = {
  kind: 'payment' | 'create_account'
  /** The source account of the transaction: its sequence number is used up, and it pays the fee. */
  channel: StellarKey
  destination: string
  /** Issuer null: XLM. */
  asset: { code: Asset; issuer: string | null }
  amount: Decimal
  memo: string | null
  sequence: string
  /** Unix seconds: the last close time at which it is valid. */
  maxTime: string
  feeStroops: string
}

/**
 * Whether we can pay with this memo: digits as MEMO_ID up to 2^64-1, any other text as MEMO_TEXT of up to 28 ASCII
 * characters. Letters of other alphabets look alike, and no exchange uses them (docs/decisions/135).
 */
export function isStellarMemo(memo: string): boolean {
  return isMemoId(memo) || /^[\x20-\x7e]{1,28}$/.test(memo)
}

function isMemoId(memo: string): boolean {
  // No leading zeros: an id has none, so '007' can only be meant as text.
  return /^(0|[1-9]\d{0,19})$/.test(memo) && BigInt(memo) < 2n ** 64n
}

function writeMemo(memo: string | null): Memo {
  if (memo === null) return Memo.none()
  return isMemoId(memo) ? Memo.id(memo) : Memo.text(memo)
}

/** Signs for its account. Never leaves this process. */
export type StellarKey = { address: string; sign: (transaction: Transaction | FeeBumpTransaction) => void }

/** A key in memory, or a signer outside this process (payer.server.ts). */
type Payer = { address: string; sign: (transaction: Transaction) => void | Promise<void> }

/** Throws when the seed is invalid. */
export function keyOfSeed(seed: string): StellarKey {
  return keyOf(Keypair.fromSecret(seed))
}

/** Throws when the seed is invalid. */
export function isSeedOf(seed: string, address: string): boolean {
  return keyOfSeed(seed).address === address
}

/** Throws when the seed is invalid. */
export const addressOfSeed = (seed: string): string => keyOfSeed(seed).address

/** The key of a channel account, derived from seed and index: nothing else has to be stored. */
export function channelKey(seed: string, place: number): StellarKey {
  const raw = createHmac('sha256', Keypair.fromSecret(seed).rawSecretKey()).update(`quayside channel ${place}`).digest()
  return keyOf(Keypair.fromRawEd25519Seed(raw))
}

function keyOf(keypair: Keypair): StellarKey {
  return { address: keypair.publicKey(), sign: (transaction) => transaction.sign(keypair) }
}

type Terms = { sequence: string; maxTime: string; feeStroops: string }

function build(source: string, { sequence, maxTime, feeStroops }: Terms, passphrase: string): TransactionBuilder {
  // build() counts the account's sequence up by one.
  const account = new Account(source, (BigInt(sequence) - 1n).toString())
  const timebounds = { minTime: '0', maxTime }
  return new TransactionBuilder(account, { fee: feeStroops, networkPassphrase: passphrase, timebounds })
}

/** Returns the bytes and their hash. Throws when the decoded bytes differ from the order. */
function seal(transaction: Transaction, passphrase: string, differencesOf: (signed: Transaction) => string[]) {
  const blob = transaction.toEnvelope().toXdr('base64')
  const reread = TransactionBuilder.fromXdr(blob, passphrase)
  const differences = reread instanceof FeeBumpTransaction ? ['a fee bump'] : differencesOf(reread)
  if (differences.length > 0) throw new Error(`the signed bytes differ from the order: ${differences.join(', ')}`)
  return { hash: Buffer.from(reread.hash()).toString('hex'), blob }
}

/**
 * Signs one payment from the paying account through a channel, then decodes the bytes and compares them with the order:
 * a mistake of ours or of the library stops here and not on the ledger.
 */
export async function signPayment(
  payment: StellarPayment,
  { payer, passphrase }: { payer: Payer; passphrase: string },
): Promise<{ hash: string; blob: string }> {
  const transaction = build(payment.channel.address, payment, passphrase)
    .addMemo(writeMemo(payment.memo))
    .addOperation(writeOperation(payment, payer.address))
    .build()
  payment.channel.sign(transaction)
  await payer.sign(transaction)
  return seal(transaction, passphrase, (signed) => compare(signed, payment, payer.address))
}

export type ChannelFunding = Terms & { create: readonly string[]; topUp: readonly string[]; startingBalance: Decimal }

/** One transaction of the paying account that creates channel accounts and tops up others; at most 100 in all. */
export async function signChannels(
  funding: ChannelFunding,
  { payer, passphrase }: { payer: Payer; passphrase: string },
): Promise<{ hash: string; blob: string }> {
  const { create, topUp } = funding
  const startingBalance = plain(funding.startingBalance)
  const builder = build(payer.address, funding, passphrase).addMemo(Memo.none())
  for (const destination of create) builder.addOperation(Operation.createAccount({ destination, startingBalance }))
  for (const destination of topUp) {
    builder.addOperation(Operation.payment({ destination, asset: StellarAsset.native(), amount: startingBalance }))
  }
  const transaction = builder.build()
  await payer.sign(transaction)
  return seal(transaction, passphrase, (signed) => {
    const paid = signed.operations.map((operation) =>
      operation.type === 'createAccount'
        ? `create ${operation.destination} ${plain(new Decimal(operation.startingBalance))}`
        : operation.type === 'payment' && operation.asset.isNative()
          ? `pay ${operation.destination} ${plain(new Decimal(operation.amount))}`
          : operation.type,
    )
    const asked = [
      ...create.map((to) => `create ${to} ${startingBalance}`),
      ...topUp.map((to) => `pay ${to} ${startingBalance}`),
    ]
    const claims = {
      operations: paid.join() === asked.join(),
      fee: signed.fee === (BigInt(funding.feeStroops) * BigInt(asked.length)).toString(),
      ...termsOf(signed, funding, payer.address),
      signature: signed.signatures.length === 1,
    }
    return namesOfFalse(claims)
  })
}

/** A transaction of the paying account that only claims a balance. */
export async function signClaim(
  claim: Terms & { balanceId: string },
  { payer, passphrase }: { payer: Payer; passphrase: string },
): Promise<{ hash: string; blob: string }> {
  const operation = Operation.claimClaimableBalance({ balanceId: claim.balanceId })
  const transaction = build(payer.address, claim, passphrase).addMemo(Memo.none()).addOperation(operation).build()
  await payer.sign(transaction)
  return seal(transaction, passphrase, (signed) => {
    const [only, ...others] = signed.operations
    return namesOfFalse({
      operations: others.length === 0,
      claim: only?.type === 'claimClaimableBalance' && only.balanceId === claim.balanceId && only.source === undefined,
      fee: signed.fee === claim.feeStroops,
      ...termsOf(signed, claim, payer.address),
      signature: signed.signatures.length === 1,
    })
  })
}

/**
 * Wraps the envelope in a fee bump with a higher bid per operation, in stroops, which the channel pays. The ledger
 * includes it once, in either form. Returns it unchanged when the bid is not higher.
 */
export function bumpFee(
  blob: string,
  { channel, feeStroops, passphrase }: { channel: StellarKey; feeStroops: bigint; passphrase: string },
): string {
  const inner = TransactionBuilder.fromXdr(blob, passphrase)
  if (inner instanceof FeeBumpTransaction) throw new Error('the stored envelope is a fee bump already')
  if (feeStroops * BigInt(inner.operations.length) <= BigInt(inner.fee)) return blob
  const bump = TransactionBuilder.buildFeeBumpTransaction(channel.address, feeStroops.toString(), inner, passphrase)
  channel.sign(bump)
  return bump.toEnvelope().toXdr('base64')
}

function writeOperation({ kind, destination, asset, amount }: StellarPayment, source: string): xdr.Operation {
  if (kind === 'create_account') return Operation.createAccount({ source, destination, startingBalance: plain(amount) })
  return Operation.payment({ source, destination, asset: writeAsset(asset), amount: plain(amount) })
}

function writeAsset({ code, issuer }: StellarPayment['asset']): StellarAsset {
  return issuer === null ? StellarAsset.native() : new StellarAsset(code, issuer)
}

function compare(signed: Transaction, payment: StellarPayment, payer: string): string[] {
  const [operation, ...others] = signed.operations
  const paid =
    operation?.type === 'payment'
      ? { kind: 'payment', asset: operation.asset, amount: operation.amount, to: operation.destination }
      : operation?.type === 'createAccount'
        ? {
            kind: 'create_account',
            asset: StellarAsset.native(),
            amount: operation.startingBalance,
            to: operation.destination,
          }
        : null
  const memo = signed.memo.value
  const memoText = memo === null ? null : typeof memo === 'string' ? memo : Buffer.from(memo).toString('utf8')
  const claims = {
    operation: paid?.kind === payment.kind && others.length === 0 && operation?.source === payer,
    destination: paid?.to === payment.destination,
    asset: paid?.asset.equals(writeAsset(payment.asset)) ?? false,
    amount: paid !== null && new Decimal(paid.amount).eq(payment.amount),
    memo: memoText === payment.memo,
    fee: signed.fee === payment.feeStroops,
    ...termsOf(signed, payment, payment.channel.address),
    signatures: signed.signatures.length === 2,
  }
  return namesOfFalse(claims)
}

function termsOf(signed: Transaction, { sequence, maxTime }: Terms, source: string) {
  return {
    source: signed.source === source,
    sequence: signed.sequence === sequence,
    'time bounds': signed.timeBounds?.minTime === '0' && signed.timeBounds.maxTime === maxTime,
  }
}

function namesOfFalse(claims: Record<string, boolean>): string[] {
  return Object.entries(claims).flatMap(([name, holds]) => (holds ? [] : [name]))
}
