/** The wallet on Stellar: an external client that knows the ledger only by its URL. */
import {
  AccountRequiresMemoError,
  BadResponseError,
  type FeeBumpTransaction,
  Horizon,
  Memo,
  MuxedAccount,
  NetworkError,
  NotFoundError,
  Operation,
  Asset as StellarAsset,
  StrKey,
  type Transaction,
  TransactionBuilder,
} from '@stellar/stellar-sdk'
import { z } from 'zod'
import { Decimal, plain } from '#app/kernel/domain/money.ts'
import { stellarPlayKey } from '#harbour/accounts.ts'
import { ask, messageOf, type PaidTransaction, type Payment, PaymentRefused } from '#harbour/wallet/payment.ts'
import type { WalletTerms } from '#harbour/wallet/payment-request.ts'

export type StellarBalances = { XLM: string; USDC: string | null }

export type StellarPurse = {
  /** Resolves when the payment is in a ledger. Throws PaymentRefused. */
  pay(payment: Payment): Promise<PaidTransaction>
  /** Sends a signed transaction as it is. Resolves when it is in a ledger. Throws PaymentRefused. */
  send(transaction: Transaction | FeeBumpTransaction): Promise<PaidTransaction>
  /** Whole units. Null: no such account. */
  balances(address: string): Promise<StellarBalances | null>
  /** The transaction resource as the server gave it; null: unknown hash. */
  record(hash: string): Promise<unknown>
  /** A claimable balance: 'native' or CODE:ISSUER, and whole units. Null: the ledger has none with this id. */
  lockedBalance(id: string): Promise<{ asset: string; amount: string } | null>
}

const VALID_SECONDS = 60

export function openStellarPurse(options: { url: string } & WalletTerms): StellarPurse {
  const server = new Horizon.Server(options.url, { allowHttp: true })
  const usdc = new StellarAsset('USDC', options.issuers.USDC)

  const accountOf = (address: string) =>
    server.loadAccount(address).catch((error: unknown) => {
      if (error instanceof NotFoundError) return null
      throw error
    })

  return {
    async pay(payment) {
      try {
        const key = stellarPlayKey(payment.from)
        const account = await server.loadAccount(key.publicKey())
        const destination = baseAddress(payment.to)
        const opensAccount = payment.asset === 'XLM' && (await accountOf(destination)) === null
        const transaction = new TransactionBuilder(account, {
          fee: String(await server.fetchBaseFee()),
          networkPassphrase: options.passphrase,
          timebounds: { minTime: 0, maxTime: (await ledgerTime(server)) + VALID_SECONDS },
        })
          .addOperation(
            opensAccount
              ? Operation.createAccount({ destination, startingBalance: payment.amount })
              : Operation.payment({
                  destination: payment.to,
                  asset: payment.asset === 'XLM' ? StellarAsset.native() : usdc,
                  amount: payment.amount,
                }),
          )
          .addMemo(memoOf(payment.memo))
          .build()
        transaction.sign(key)
        return paid(await server.submitTransaction(transaction, { skipMemoRequiredCheck: payment.isCareless === true }))
      } catch (error) {
        throw refusalOf(error)
      }
    },

    async send(transaction) {
      try {
        return paid(await server.submitTransaction(transaction, { skipMemoRequiredCheck: true }))
      } catch (error) {
        throw refusalOf(error)
      }
    },

    balances: (address) =>
      ask(async () => {
        const account = await accountOf(address)
        if (account === null) return null
        const native = account.balances.find((line) => line.asset_type === 'native')
        const dollars = account.balances.find(
          (line) => 'asset_code' in line && line.asset_code === 'USDC' && line.asset_issuer === options.issuers.USDC,
        )
        return {
          XLM: plain(new Decimal(native?.balance ?? 0)),
          USDC: dollars === undefined ? null : plain(new Decimal(dollars.balance)),
        }
      }),

    record: (hash) => ask(() => fetched(`${options.url}/transactions/${hash.toLowerCase()}`)),

    lockedBalance: (id) =>
      ask(async () => {
        const found = await fetched(`${options.url}/claimable_balances/${id}`)
        return found === null ? null : LockedSchema.parse(found)
      }),
  }
}

/** In unix seconds. The ledger's time counts: the harbour's clock may be ahead of this machine's. */
async function ledgerTime(server: Horizon.Server): Promise<number> {
  const { history_latest_ledger_closed_at: closedAt } = await server.root()
  return Math.floor(Date.parse(closedAt) / 1000)
}

const LockedSchema = z.object({ asset: z.string(), amount: z.string() })

/** Null: not found. */
async function fetched(url: string): Promise<unknown> {
  const response = await fetch(url)
  if (response.status === 404) return null
  if (!response.ok) throw new Error(`status ${response.status}`)
  return (await response.json()) as unknown
}

function paid({ hash, ledger, successful }: Horizon.HorizonApi.SubmitTransactionResponse): PaidTransaction {
  return { network: 'stellar', hash, ledger, successful, code: successful ? 'tx_success' : 'tx_failed' }
}

function baseAddress(address: string): string {
  return StrKey.isValidMed25519PublicKey(address)
    ? MuxedAccount.fromAddress(address, '0').baseAccount().accountId()
    : address
}

function memoOf(memo: Payment['memo']): Memo {
  if (memo === null) return Memo.none()
  switch (memo.kind) {
    case 'id':
      return Memo.id(memo.value)
    case 'text':
      return Memo.text(memo.value)
    case 'hash':
      return Memo.hash(Buffer.from(memo.value, 'base64').toString('hex'))
    case 'return':
      return Memo.return(Buffer.from(memo.value, 'base64').toString('hex'))
  }
}

/** Puts the ledger's error into words. */
function refusalOf(error: unknown): PaymentRefused {
  if (error instanceof AccountRequiresMemoError) {
    return new PaymentRefused('The destination takes no payment without a memo (SEP-29).')
  }
  if (error instanceof NotFoundError) return new PaymentRefused('The paying account does not exist on Stellar.')
  if (error instanceof BadResponseError || error instanceof NetworkError) {
    return new PaymentRefused(`Stellar did not take the payment: ${wordsOf(error)}`)
  }
  return new PaymentRefused(`Stellar gave no usable answer: ${messageOf(error)}`, { cause: error })
}

function wordsOf(error: NetworkError): string {
  const data: unknown = error.response?.data
  const extras = isRecord(data) && isRecord(data.extras) ? data.extras : {}
  const codes = isRecord(extras.result_codes) ? extras.result_codes : {}
  const words = [codes.transaction, codes.inner_transaction, codes.operations]
    .flat()
    .filter((code) => typeof code === 'string')
  if (words.length > 0) return words.join(', ')
  return isRecord(data) && typeof data.title === 'string' ? data.title : error.message
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
