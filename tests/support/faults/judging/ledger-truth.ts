/** What the harbour's ledgers hold of an account of ours, read without any code that pays or books. */
import { z } from 'zod'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { Harbour } from '#harbour/harbour.ts'
import type { Moved } from './facts.ts'

const PAGE = 200
const DROPS = 1_000_000

const stellarPage = z.object({
  _embedded: z.object({
    records: z.array(
      z.object({
        paging_token: z.string(),
        transaction_hash: z.string(),
        transaction_successful: z.boolean(),
        type: z.string(),
        from: z.string().optional(),
        to: z.string().optional(),
        amount: z.string().optional(),
        asset_type: z.string().optional(),
        transaction: z.object({ memo: z.string().optional() }),
      }),
    ),
  }),
})

const xrplPage = z.object({
  result: z.object({
    marker: z.unknown().optional(),
    transactions: z.array(
      z.object({
        tx: z.object({
          TransactionType: z.string(),
          Account: z.string(),
          Destination: z.string().optional(),
          DestinationTag: z.number().optional(),
          hash: z.string(),
        }),
        meta: z.object({ TransactionResult: z.string(), delivered_amount: z.string().optional() }),
      }),
    ),
  }),
})

/** Every payment in or out of the account, oldest first, without those that make channel accounts. */
export async function readStellar({ horizon }: Pick<Harbour, 'horizon'>, account: string): Promise<Moved[]> {
  const moved: Moved[] = []
  for (let cursor = ''; ; ) {
    const url = `${horizon.url}/accounts/${account}/payments?order=asc&join=transactions&limit=${PAGE}&cursor=${cursor}`
    const { records } = stellarPage.parse(await (await fetch(url)).json())._embedded
    for (const record of records) {
      cursor = record.paging_token
      const { from, to, amount } = record
      if (record.type !== 'payment' || !record.transaction_successful || !from || !to || !amount) continue
      const asset = record.asset_type === 'native' ? 'XLM' : 'USDC'
      const memo = record.transaction.memo ?? null
      moved.push({ network: 'stellar', hash: record.transaction_hash, from, to, asset, amount: whole(amount), memo })
    }
    if (records.length < PAGE) return moved
  }
}

export async function readXrpl({ rippled }: Pick<Harbour, 'rippled'>, account: string): Promise<Moved[]> {
  const moved: Moved[] = []
  for (let marker: unknown; ; ) {
    const params = { account, ledger_index_min: -1, ledger_index_max: -1, forward: true, limit: PAGE, marker }
    const body = JSON.stringify({ method: 'account_tx', params: [params] })
    const answer = await fetch(rippled.url.replace(/^ws/, 'http'), { method: 'POST', body })
    const { result } = xrplPage.parse(await answer.json())
    for (const { tx, meta } of result.transactions) {
      if (tx.TransactionType !== 'Payment' || meta.TransactionResult !== 'tesSUCCESS' || !tx.Destination) continue
      const amount = new Decimal(meta.delivered_amount ?? 0).div(DROPS).toFixed()
      const memo = tx.DestinationTag?.toString() ?? null
      moved.push({ network: 'xrpl', hash: tx.hash, from: tx.Account, to: tx.Destination, asset: 'XRP', amount, memo })
    }
    marker = result.marker
    if (marker === undefined) return moved
  }
}

/** The payments into and out of both ledgers' client-money accounts. */
export async function readBoth(
  harbour: Harbour,
  accounts: { stellar: string; xrpl: string },
): Promise<{ arrived: Moved[]; left: Moved[] }> {
  const [stellar, xrpl] = await Promise.all([readStellar(harbour, accounts.stellar), readXrpl(harbour, accounts.xrpl)])
  const all = [...stellar, ...xrpl]
  const ours = [accounts.stellar, accounts.xrpl]
  return {
    arrived: all.filter(({ to }) => ours.includes(to)),
    left: all.filter(({ from }) => ours.includes(from)),
  }
}

const whole = (amount: string) => new Decimal(amount).toFixed()
