/** A few funded accounts and their keys on a local Stellar ledger, with the unmodified SDK. */
import {
  Account,
  Asset,
  Horizon,
  Keypair,
  Memo,
  Operation,
  type Transaction,
  TransactionBuilder,
  type xdr,
} from '@stellar/stellar-sdk'
import { createFaults, type Faults } from '#harbour/faults.ts'
import { type HorizonOptions, type Horizon as LocalHorizon, startHorizon } from '#harbour/horizon/server.ts'

export const PASSPHRASE = 'Contract tests ; a small town'

export type Town = {
  horizon: LocalHorizon
  server: Horizon.Server
  faults: Faults
  close(): Promise<void>
}

export const alice = Keypair.fromRawEd25519Seed(Buffer.alloc(32, 'alice'))
export const bob = Keypair.fromRawEd25519Seed(Buffer.alloc(32, 'bob'))
/** Issues USDC and is the counterparty of every exchange. */
export const bank = Keypair.fromRawEd25519Seed(Buffer.alloc(32, 'bank'))
/** Has 0.2 XLM above its reserve. */
export const pauper = Keypair.fromRawEd25519Seed(Buffer.alloc(32, 'pauper'))
/** Has a USDC trust line that the bank has frozen. */
export const frozen = Keypair.fromRawEd25519Seed(Buffer.alloc(32, 'frozen'))
/** Not on the ledger. */
export const stranger = Keypair.fromRawEd25519Seed(Buffer.alloc(32, 'stranger'))

export const usdc = new Asset('USDC', bank.publicKey())
export const xlm = Asset.native()
const USDC = `USDC:${bank.publicKey()}`

export async function openTown(options: Partial<HorizonOptions> = {}): Promise<Town> {
  const faults = createFaults()
  const native = (amount: string) => ({ asset: 'native', amount })
  const horizon = await startHorizon({
    port: 0,
    passphrase: PASSPHRASE,
    ledgerMs: 0,
    journalFile: null,
    faults,
    genesis: [
      { address: alice.publicKey(), balances: [native('1000'), { asset: USDC, amount: '500' }] },
      { address: bob.publicKey(), balances: [native('100'), { asset: USDC, amount: '0', limit: '1000' }] },
      { address: bank.publicKey(), balances: [native('100000')], homeDomain: 'bank.example' },
      { address: pauper.publicKey(), balances: [native('1.2')], data: {} },
      { address: frozen.publicKey(), balances: [native('100'), { asset: USDC, amount: '50', authorized: false }] },
    ],
    market: {
      maker: bank.publicKey(),
      rates: [
        { sell: 'native', buy: `USDC:${bank.publicKey()}`, rate: '0.25' },
        { sell: `USDC:${bank.publicKey()}`, buy: 'native', rate: '3.9' },
      ],
    },
    ...options,
  })
  return {
    horizon,
    faults: options.faults ?? faults,
    server: new Horizon.Server(horizon.url, { allowHttp: true }),
    close: () => horizon.close(),
  }
}

export type Wish = {
  from?: Keypair
  operations: xdr.Operation[]
  /** The signers; by default the source. */
  signers?: Keypair[]
  memo?: Memo
  /** Stroops per operation. */
  fee?: string
  sequence?: bigint
  passphrase?: string
  timebounds?: { minTime: number; maxTime: number }
  refine?(builder: TransactionBuilder): void
}

/** Signs a transaction with the source's next sequence number. */
export async function signed({ server }: Town, wish: Wish): Promise<Transaction> {
  const from = wish.from ?? alice
  const current = wish.sequence ?? BigInt((await server.loadAccount(from.publicKey())).sequence) + 1n
  const builder = new TransactionBuilder(new Account(from.publicKey(), (current - 1n).toString()), {
    fee: wish.fee ?? '100',
    networkPassphrase: wish.passphrase ?? PASSPHRASE,
    memo: wish.memo ?? Memo.none(),
    timebounds: wish.timebounds ?? { minTime: 0, maxTime: Math.floor(Date.now() / 1000) + 300 },
  })
  for (const operation of wish.operations) builder.addOperation(operation)
  wish.refine?.(builder)
  const transaction = builder.build()
  transaction.sign(...(wish.signers ?? [from]))
  return transaction
}

export function hashOf(transaction: { hash(): Uint8Array }): string {
  return Buffer.from(transaction.hash()).toString('hex')
}

export function pay(amount: string, asset: Asset = xlm, to: Keypair = bob): xdr.Operation {
  return Operation.payment({ destination: to.publicKey(), asset, amount })
}

/** Submits, closes the ledger, and returns the transaction as the ledger lists it. */
export async function settle(town: Town, wish: Wish): Promise<Horizon.ServerApi.TransactionRecord> {
  const transaction = await signed(town, wish)
  await town.server.submitAsyncTransaction(transaction, { skipMemoRequiredCheck: true })
  town.horizon.closeLedger()
  return town.server.transactions().transaction(hashOf(transaction)).call()
}

export type Codes = { transaction: string; inner_transaction?: string; operations?: string[] }

export type SubmissionAnswer = { status: number; type?: string; codes?: Codes; body: Record<string, unknown> }

/** Submits without the SDK, so that any answer can be examined. */
export async function post(
  town: Town,
  path: string,
  transaction: { toXdr(): string } | string,
): Promise<SubmissionAnswer> {
  const tx = typeof transaction === 'string' ? transaction : transaction.toXdr()
  const response = await fetch(`${town.horizon.url}${path}`, { method: 'POST', body: new URLSearchParams({ tx }) })
  const body = (await response.json()) as Record<string, unknown>
  const extras = body.extras as { result_codes?: Codes } | undefined
  return { status: response.status, type: body.type as string | undefined, codes: extras?.result_codes, body }
}

export async function get(
  town: Town,
  path: string,
): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }> {
  const response = await fetch(`${town.horizon.url}${path}`)
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  }
}

export async function balanceOf({ server }: Town, who: Keypair, asset: Asset = xlm): Promise<string> {
  const { balances } = await server.loadAccount(who.publicKey())
  const line = balances.find((balance) =>
    asset.isNative() ? balance.asset_type === 'native' : 'asset_code' in balance && balance.asset_code === asset.code,
  )
  return line?.balance ?? 'none'
}
