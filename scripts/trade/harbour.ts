/** The harbour through its own pages, like any client: the paying wallet, balances, inbox, ledgers. */
import { z } from 'zod'
import { type Asset, type Network, networkOf } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { type PlayName, stellarPlayKey, xrplPlayWallet } from '#harbour/accounts.ts'
import { PORT_OFFSETS } from '#harbour/environment.ts'

export type HarbourClient = {
  /** Pays a payment request from a play wallet; settles when the payment is in a closed ledger. */
  pay(order: { from: 'buyer' | 'second-buyer'; uri: string }): Promise<{ hash: string }>
  /** Of a play account, in whole units; null: it cannot hold the asset. */
  balances(account: string): Promise<Record<'XLM' | 'XRP' | 'USDC', Decimal | null>>
  /** Newest first. */
  mails(to: string): Promise<{ subject: string; text: string | null }[]>
  newestLedger(network: Network): Promise<number>
  /** The successful payments that reached an account after a ledger, newest first. */
  paymentsTo(of: { network: Network; account: string; after: number }): Promise<SeenPayment[]>
  /** Network fees of an account after a ledger, plus funding of channel accounts that pay them, in whole XLM or XRP. */
  networkFees(of: { network: Network; account: string; after: number }): Promise<Decimal>
  /** Signs a Stellar transaction, or a SEP-7 link with one. `send` also sends it to the ledger. */
  signStellar(order: { from: Signing; request: string; way: 'show' | 'send' }): Promise<{ xdr: string; hash: string }>
  /** Signs an XRP Ledger transaction in JSON and sends it; settles when it is in a closed ledger. */
  sendXrpl(order: { from: Signing; transaction: string }): Promise<{ hash: string }>
  /** How many reserves an account on Stellar sponsors. */
  sponsoring(account: string): Promise<number>
  /** The app's clock, which may be ahead of real time. */
  now(): Promise<Date>
  /** Moves the clock of app and ledgers past this moment, by whole hours. */
  passBy(moment: Date): Promise<void>
}

/** Play wallets that sign any request. */
type Signing = 'buyer' | 'seller'

export type SeenPayment = { hash: string; from: string; amount: Decimal; asset: Asset; memo: string | null }

const paidAnswer = z.object({ hashes: z.tuple([z.string()], z.string()) })
const amountOrNull = z
  .string()
  .transform((text) => new Decimal(text))
  .nullable()
const balancesAnswer = z.object({ XLM: amountOrNull, XRP: amountOrNull, USDC: amountOrNull })
const inboxAnswer = z.object({ mails: z.array(z.object({ subject: z.string(), text: z.string().nullable() })) })

const signedAnswer = z.object({ xdr: z.string(), hash: z.string() })
const sentAnswer = z.object({ hash: z.string() })
const timeAnswer = z.object({ aheadMs: z.number() })

const horizonAccount = z.object({ num_sponsoring: z.number() })
const latestLedger = z.object({ _embedded: z.object({ records: z.tuple([z.object({ sequence: z.number() })]) }) })
const horizonTransactions = z.object({
  _embedded: z.object({
    records: z.array(z.object({ ledger: z.number(), fee_account: z.string(), fee_charged: z.string() })),
  }),
})
const horizonPayments = z.object({
  _embedded: z.object({
    records: z.array(
      z.object({
        type: z.string(),
        from: z.string().optional(),
        to: z.string().optional(),
        amount: z.string().optional(),
        funder: z.string().optional(),
        starting_balance: z.string().optional(),
        asset_type: z.string().optional(),
        transaction_hash: z.string(),
        transaction: z.object({ ledger: z.number(), memo: z.string().optional() }),
      }),
    ),
  }),
})
const validatedLedger = z.object({ result: z.object({ ledger_index: z.number() }) })
const rippledTransactions = z.object({
  result: z.object({
    transactions: z.array(
      z.object({
        tx: z.object({
          TransactionType: z.string(),
          Account: z.string(),
          Fee: z.string(),
          Destination: z.string().optional(),
          DestinationTag: z.number().optional(),
          hash: z.string(),
        }),
        meta: z.object({ TransactionResult: z.string(), delivered_amount: z.string().optional() }),
      }),
    ),
  }),
})

const LARGEST_PAGE = 200
const HOUR_MS = 3_600_000
const STROOPS = 10_000_000
const DROPS = 1_000_000

export function playAddress(name: PlayName, asset: Asset): string {
  return networkOf(asset) === 'stellar' ? stellarPlayKey(name).publicKey() : xrplPlayWallet(name).address
}

export function openHarbour(origin: string): HarbourClient {
  const ledgerOrigin = (standIn: 'horizon' | 'rippled') => {
    const { protocol, hostname, port } = new URL(origin)
    return `${protocol}//${hostname}:${Number(port) + PORT_OFFSETS[standIn]}`
  }
  const horizon = <Schema extends z.ZodType>(path: string, schema: Schema) =>
    askJson(`${ledgerOrigin('horizon')}${path}`, schema)
  const rippled = <Schema extends z.ZodType>(method: string, params: object, schema: Schema) =>
    askJson(`${ledgerOrigin('rippled')}/`, schema, { method, params: [params] })

  const rippledTransactionsOf = async (account: string, after: number) => {
    const asked = { account, ledger_index_min: after + 1, ledger_index_max: -1, limit: LARGEST_PAGE }
    return (await rippled('account_tx', asked, rippledTransactions)).result.transactions
  }

  const now = async () => new Date(Date.now() + (await askJson(`${origin}/api/time`, timeAnswer)).aheadMs)

  return {
    async pay(order) {
      const { hashes } = await askJson(`${origin}/api/pay`, paidAnswer, order)
      return { hash: hashes[0] }
    },
    balances: (account) => askJson(`${origin}/api/balances?account=${account}`, balancesAnswer),
    async mails(to) {
      return (await askJson(`${origin}/api/inbox?to=${encodeURIComponent(to)}`, inboxAnswer)).mails
    },
    async newestLedger(network) {
      if (network === 'xrpl') {
        return (await rippled('ledger', { ledger_index: 'validated' }, validatedLedger)).result.ledger_index
      }
      return (await horizon('/ledgers?order=desc&limit=1', latestLedger))._embedded.records[0].sequence
    },
    async paymentsTo({ network, account, after }) {
      if (network === 'xrpl')
        return (await rippledTransactionsOf(account, after)).flatMap((each) => paidXrp(each, account))
      const path = `/accounts/${account}/payments?order=desc&join=transactions&limit=${LARGEST_PAGE}`
      const { records } = (await horizon(path, horizonPayments))._embedded
      return records.flatMap((record) =>
        record.to === account && record.from && record.amount && record.transaction.ledger > after
          ? {
              hash: record.transaction_hash,
              from: record.from,
              amount: new Decimal(record.amount),
              asset: record.asset_type === 'native' ? ('XLM' as const) : ('USDC' as const),
              memo: record.transaction.memo ?? null,
            }
          : [],
      )
    },
    async networkFees({ network, account, after }) {
      if (network === 'xrpl') {
        const own = (await rippledTransactionsOf(account, after)).filter(({ tx }) => tx.Account === account)
        return sum(own.map(({ tx }) => tx.Fee)).div(DROPS)
      }
      const path = `/accounts/${account}/transactions?order=desc&include_failed=true&limit=${LARGEST_PAGE}`
      const { records } = (await horizon(path, horizonTransactions))._embedded
      const own = records.filter((record) => record.ledger > after && record.fee_account === account)
      const made = `/accounts/${account}/payments?order=desc&join=transactions&limit=${LARGEST_PAGE}`
      const channels = (await horizon(made, horizonPayments))._embedded.records
        .filter(({ funder, transaction }) => funder === account && transaction.ledger > after)
        .map((record) => record.starting_balance ?? '0')
      return sum(own.map(({ fee_charged }) => fee_charged))
        .div(STROOPS)
        .plus(sum(channels))
    },
    signStellar: (order) => askJson(`${origin}/api/sign/stellar`, signedAnswer, order),
    sendXrpl: (order) => askJson(`${origin}/api/sign/xrpl`, sentAnswer, order),
    sponsoring: async (account) => (await horizon(`/accounts/${account}`, horizonAccount)).num_sponsoring,
    now,
    async passBy(moment) {
      const hours = Math.floor((moment.getTime() - (await now()).getTime()) / HOUR_MS) + 1
      if (hours < 1) return
      const body = new URLSearchParams({ hours: String(hours) })
      const { status } = await fetch(`${origin}/time`, { method: 'POST', body, redirect: 'manual' })
      if (status !== 303) throw new Error(`The harbour’s clock was not moved: ${status}`)
    },
  }
}

type RippledTransaction = z.infer<typeof rippledTransactions>['result']['transactions'][number]

function paidXrp({ tx, meta }: RippledTransaction, account: string): SeenPayment[] {
  if (tx.TransactionType !== 'Payment' || tx.Destination !== account || meta.TransactionResult !== 'tesSUCCESS')
    return []
  const amount = new Decimal(meta.delivered_amount ?? 0).div(DROPS)
  return [{ hash: tx.hash, from: tx.Account, amount, asset: 'XRP', memo: tx.DestinationTag?.toString() ?? null }]
}

function sum(amounts: string[]): Decimal {
  return amounts.reduce((total, amount) => total.plus(amount), new Decimal(0))
}

/** Sends GET, or POST with a body. Throws with the harbour's own message. */
async function askJson<Schema extends z.ZodType>(
  url: string,
  schema: Schema,
  sent?: object,
): Promise<z.output<Schema>> {
  const init = sent && {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(sent),
  }
  const response = await fetch(url, init)
  const text = await response.text()
  if (!response.ok) throw new Error(`The harbour answered ${response.status}: ${text}`)
  return schema.parse(JSON.parse(text))
}
