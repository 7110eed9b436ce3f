/** The harbour as its own pages and any client see it: the wallet that pays, balances, the inbox, the ledgers. */
import { z } from 'zod'
import { type Asset, type Network, networkOf } from '#app/domain/assets.ts'
import { Decimal } from '#app/domain/money.ts'
import { type PlayName, stellarPlayKey, xrplPlayWallet } from '#harbour/accounts.ts'
import { PORT_OFFSETS } from '#harbour/environment.ts'

export type HarbourClient = {
  /** Pays a payment request from a play wallet; settles when the payment is in a closed ledger. */
  pay(order: { from: 'buyer' | 'second-buyer'; uri: string }): Promise<{ hash: string }>
  /** Of a play account, in whole units; null where it cannot hold the asset. */
  balances(account: string): Promise<Record<'XLM' | 'XRP' | 'USDC', Decimal | null>>
  /** Subjects of the mails to an address, newest first. */
  mails(to: string): Promise<{ subject: string; text: string | null }[]>
  /** The newest closed ledger of a network. */
  newestLedger(network: Network): Promise<number>
  /** What an account paid in network fees after a ledger, in whole XLM or XRP. */
  networkFees(of: { network: Network; account: string; after: number }): Promise<Decimal>
}

const paidAnswer = z.object({ hashes: z.tuple([z.string()], z.string()) })
const amountOrNull = z
  .string()
  .transform((text) => new Decimal(text))
  .nullable()
const balancesAnswer = z.object({ XLM: amountOrNull, XRP: amountOrNull, USDC: amountOrNull })
const inboxAnswer = z.object({ mails: z.array(z.object({ subject: z.string(), text: z.string().nullable() })) })

const latestLedger = z.object({ _embedded: z.object({ records: z.tuple([z.object({ sequence: z.number() })]) }) })
const horizonTransactions = z.object({
  _embedded: z.object({
    records: z.array(z.object({ ledger: z.number(), fee_account: z.string(), fee_charged: z.string() })),
  }),
})
const validatedLedger = z.object({ result: z.object({ ledger_index: z.number() }) })
const rippledTransactions = z.object({
  result: z.object({
    transactions: z.array(z.object({ tx: z.object({ Account: z.string(), Fee: z.string() }) })),
  }),
})

const LARGEST_PAGE = 200

/** The address of a play account on the network of an asset. */
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
    async networkFees({ network, account, after }) {
      if (network === 'xrpl') {
        const asked = { account, ledger_index_min: after + 1, ledger_index_max: -1, limit: LARGEST_PAGE }
        const { transactions } = (await rippled('account_tx', asked, rippledTransactions)).result
        const own = transactions.filter(({ tx }) => tx.Account === account)
        return sum(own.map(({ tx }) => tx.Fee)).div(1_000_000)
      }
      const path = `/accounts/${account}/transactions?order=desc&include_failed=true&limit=${LARGEST_PAGE}`
      const { records } = (await horizon(path, horizonTransactions))._embedded
      const own = records.filter((record) => record.ledger > after && record.fee_account === account)
      return sum(own.map(({ fee_charged }) => fee_charged)).div(10_000_000)
    },
  }
}

function sum(amounts: string[]): Decimal {
  return amounts.reduce((total, amount) => total.plus(amount), new Decimal(0))
}

/** GET, or POST when there is something to send. Throws with the harbour's own words. */
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
