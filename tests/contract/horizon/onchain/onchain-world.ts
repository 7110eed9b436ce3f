/** A ledger with a two-signature account, sponsored by the platform. Buyer, seller and arbiter are its signers. */
import {
  type Asset,
  Claimant,
  type FeeBumpTransaction,
  Keypair,
  Operation,
  type Transaction,
  TransactionBuilder,
  type xdr,
} from '@stellar/stellar-sdk'
import type { HorizonOptions } from '#harbour/horizon/server.ts'
import {
  bank,
  type Codes,
  get,
  openTown,
  PASSPHRASE,
  post,
  signed,
  type Town,
  usdc,
  type Wish,
  xlm,
} from '../horizon-town.ts'

const keyOf = (name: string) => Keypair.fromRawEd25519Seed(Buffer.alloc(32, name))
export const platform = keyOf('platform')
export const buyer = keyOf('buyer')
export const seller = keyOf('seller')
export const arbiter = keyOf('arbiter')
/** Not on the ledger until it is opened. */
export const onchain = keyOf('held')

/** In unix seconds: the clock at the start, and the date from which the buyer may claim. */
export const START = 1_900_000_000
export const DATE = START + 86_400

export type OnchainTown = Town & {
  /** Sets the clock, in unix seconds. The next ledgers close by it. */
  at(seconds: number): void
}

const USDC = `USDC:${bank.publicKey()}`

export async function openOnchainTown(options: Partial<HorizonOptions> = {}): Promise<OnchainTown> {
  let clock = START
  const native = (amount: string) => ({ asset: 'native', amount })
  const town = await openTown({
    now: () => new Date(clock * 1000),
    genesis: [
      { address: bank.publicKey(), balances: [native('1000')] },
      { address: platform.publicKey(), balances: [native('1000'), { asset: USDC, amount: '0' }] },
      { address: buyer.publicKey(), balances: [native('1000'), { asset: USDC, amount: '500' }] },
      { address: seller.publicKey(), balances: [native('100'), { asset: USDC, amount: '0' }] },
      { address: arbiter.publicKey(), balances: [native('100')] },
    ],
    ...options,
  })
  return {
    ...town,
    at(seconds) {
      clock = seconds
    },
  }
}

/** Without time bounds: the clock of these towns is not the machine's. */
export function written(town: Town, wish: Wish): Promise<Transaction> {
  return signed(town, { timebounds: { minTime: 0, maxTime: 0 }, ...wish })
}

/** Wraps a transaction in a fee bump that the platform pays. */
export function bumped(
  inner: Transaction,
  payer: Keypair = platform,
  signers: Keypair[] = [payer],
): FeeBumpTransaction {
  const outer = TransactionBuilder.buildFeeBumpTransaction(payer, '100', inner, PASSPHRASE)
  outer.sign(...signers)
  return outer
}

/** Includes the transaction in a ledger of its own. Returns its failure codes; null: it succeeded. */
export async function outcome(town: Town, transaction: { toXdr(): string }): Promise<Codes | null> {
  const { status } = await post(town, '/transactions_async', transaction)
  if (status === 201) town.horizon.closeLedger()
  const answer = await post(town, '/transactions', transaction)
  if (answer.status === 200) return null
  if (answer.codes === undefined) throw new Error(`Neither taken nor refused: ${JSON.stringify(answer.body)}`)
  return answer.codes
}

export async function succeed(town: Town, wish: Wish): Promise<Transaction> {
  const transaction = await written(town, wish)
  const codes = await outcome(town, transaction)
  if (codes !== null) throw new Error(`It should have succeeded: ${JSON.stringify(codes)}`)
  return transaction
}

export async function failure(town: Town, wish: Wish): Promise<Codes | null> {
  return outcome(town, await written(town, wish))
}

export function begin(sponsored: Keypair, sponsor: Keypair = platform): xdr.Operation {
  return Operation.beginSponsoringFutureReserves({ sponsoredId: sponsored.publicKey(), source: sponsor.publicKey() })
}

export function end(sponsored: Keypair): xdr.Operation {
  return Operation.endSponsoringFutureReserves({ source: sponsored.publicKey() })
}

export function sign(account: Keypair, signer: Keypair, weight = 1): xdr.Operation {
  return Operation.setOptions({
    source: account.publicKey(),
    signer: { ed25519PublicKey: signer.publicKey(), weight },
  })
}

export function opening(asset: Asset): xdr.Operation[] {
  const source = onchain.publicKey()
  const thresholds = { masterWeight: 0, lowThreshold: 2, medThreshold: 2, highThreshold: 2 }
  return [
    begin(onchain),
    Operation.createAccount({ destination: source, startingBalance: '0' }),
    ...(asset.isNative() ? [] : [Operation.changeTrust({ asset, source })]),
    sign(onchain, buyer),
    sign(onchain, seller),
    sign(onchain, arbiter),
    Operation.setOptions({ source, ...thresholds }),
    end(onchain),
  ]
}

export function open(town: Town, asset: Asset): Promise<Transaction> {
  return succeed(town, { from: platform, operations: opening(asset), signers: [platform, onchain] })
}

export function depositFor(asset: Asset, amount: string): xdr.Operation {
  const before = Claimant.predicateBeforeAbsoluteTime(String(DATE))
  return Operation.createClaimableBalance({
    asset,
    amount,
    claimants: [
      new Claimant(onchain.publicKey(), before),
      new Claimant(buyer.publicKey(), Claimant.predicateNot(before)),
    ],
  })
}

/** Makes the buyer's on-chain deposit. Returns the id of the balance. */
export async function deposit(town: Town, asset: Asset, amount: string): Promise<string> {
  const transaction = await succeed(town, { from: buyer, operations: [depositFor(asset, amount)] })
  return transaction.getClaimableBalanceId(0)
}

type Share = { to: Keypair; amount: string }

export function payingOut(asset: Asset, balanceId: string, shares: Share[]): xdr.Operation[] {
  return [
    Operation.claimClaimableBalance({ balanceId }),
    ...shares.map(({ to, amount }) => Operation.payment({ destination: to.publicKey(), asset, amount })),
    ...(asset.isNative() ? [] : [Operation.changeTrust({ asset, limit: '0' })]),
    Operation.accountMerge({ destination: platform.publicKey() }),
  ]
}

/** A transaction of the two-signature account with fee 0, in a fee bump of the platform. */
export async function onchainTransaction(
  town: Town,
  operations: xdr.Operation[],
  signers: Keypair[],
): Promise<FeeBumpTransaction> {
  return bumped(await written(town, { from: onchain, operations, signers, fee: '0' }))
}

export function claim(balanceId: string): xdr.Operation {
  return Operation.claimClaimableBalance({ balanceId })
}

export async function account(town: Town, who: Keypair): Promise<Record<string, unknown> | null> {
  const { status, body } = await get(town, `/accounts/${who.publicKey()}`)
  return status === 404 ? null : body
}

export async function records(town: Town, path: string): Promise<Record<string, unknown>[]> {
  const { body } = await get(town, path)
  return (body as { _embedded: { records: Record<string, unknown>[] } })._embedded.records
}

export function failed(...operations: string[]): Codes {
  return { transaction: 'tx_failed', operations }
}

/** From the platform, signed by it and these others. */
export function together(operations: xdr.Operation[], ...others: Keypair[]): Wish {
  return { from: platform, operations, signers: [platform, ...others] }
}

export async function counts(town: Town, who: Keypair): Promise<[sponsoring: unknown, sponsored: unknown]> {
  const shown = await account(town, who)
  return [shown?.num_sponsoring, shown?.num_sponsored]
}

export function create(who: Keypair, startingBalance = '0'): xdr.Operation {
  return Operation.createAccount({ destination: who.publicKey(), startingBalance })
}

export function trust(who: Keypair, limit?: string): xdr.Operation {
  return Operation.changeTrust({ asset: usdc, limit, source: who.publicKey() })
}

/** Writes the account's data entry “note”; null removes it. */
export function write(who: Keypair, value: string | null = 'x'): xdr.Operation {
  return Operation.manageData({ name: 'note', value, source: who.publicKey() })
}

export { xlm }
