/** What the harbour's ledger holds of the escrow account and its payees, for tests that count every stroop. */
import { Client } from 'xrpl'
import { type Asset, networkOf } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { PaymentsPage } from '#app/ledgers/ledger.ts'
import { channelKey } from '#app/ledgers/stellar/envelope.server.ts'
import type { World } from '#tests/support/world/world.ts'

export type Arrival = { hash: string; to: string; memo: string; amount: string }

export type LedgerView = {
  /** All payments from our escrow account to these addresses, oldest first. */
  paidTo(addresses: readonly string[]): Promise<Arrival[]>
  /** The balance of the escrow account and its channel accounts in the asset, and all network fees they paid in it. */
  position(): Promise<{ balance: Decimal; fees: Decimal }>
  close(): Promise<void>
}

export async function openLedgerView(world: World, asset: Asset): Promise<LedgerView> {
  const ledger = world.deps.ledgers[networkOf(asset)]
  const account = world.deps.accounts[networkOf(asset)].escrow
  const read = new Map<string, { page: PaymentsPage | null; arrivals: Arrival[] }>()
  const channels = asset === 'XLM' ? channelsOf(world) : []
  const fees = asset === 'XRP' ? await xrplFees(world, account) : stellarFees(world, { account, channels, asset })

  async function arrivalsAt(address: string): Promise<Arrival[]> {
    const known = read.get(address) ?? { page: null, arrivals: [] }
    read.set(address, known)
    for (;;) {
      const { page: last } = known
      const page = await ledger.paymentsTo(address, {
        after: last?.cursor ?? null,
        mark: last?.mark ?? null,
        limit: 200,
      })
      known.page = page
      for (const { from, to, hash, memo, amount, asset: paid } of page.payments) {
        if (from === account && paid === asset)
          known.arrivals.push({ hash, to, memo: memo ?? '', amount: amount.toFixed() })
      }
      if (page.caughtUp) return known.arrivals
    }
  }

  return {
    async paidTo(addresses) {
      return (await Promise.all(addresses.map(arrivalsAt))).flat()
    },
    async position() {
      const held = await Promise.all([account, ...channels].map((address) => ledger.balance(address, asset)))
      return { balance: Decimal.sum(0, ...held.map((one) => one ?? 0)), fees: await fees.total() }
    },
    close: fees.close,
  }
}

/** More than the treasury makes. */
const CHANNELS = 30

function channelsOf({ harbour }: World): string[] {
  const { STELLAR_ESCROW_SEED: seed = '' } = harbour.environment()
  return Array.from({ length: CHANNELS }, (_, place) => channelKey(seed, place).address)
}

type Fees = { total(): Promise<Decimal>; close(): Promise<void> }

const STROOPS = 10_000_000
const DROPS = 1_000_000

/** Fees are paid in XLM: a USDC account pays none of its USDC for them. */
function stellarFees(
  world: World,
  { account, channels, asset }: { account: string; channels: string[]; asset: Asset },
): Fees {
  let cursor = ''
  let stroops = new Decimal(0)
  type Page = { _embedded: { records: { paging_token: string; fee_account: string; fee_charged: string }[] } }
  return {
    async total() {
      if (asset !== 'XLM') return new Decimal(0)
      for (;;) {
        const url = `${world.harbour.horizon.url}/accounts/${account}/transactions?order=asc&limit=200&include_failed=true&cursor=${cursor}`
        const { _embedded } = (await (await fetch(url)).json()) as Page
        for (const { fee_account, fee_charged, paging_token } of _embedded.records) {
          cursor = paging_token
          if (fee_account === account || channels.includes(fee_account)) stroops = stroops.plus(fee_charged)
        }
        if (_embedded.records.length < 200) return stroops.div(STROOPS)
      }
    },
    close: async () => undefined,
  }
}

async function xrplFees(world: World, account: string): Promise<Fees> {
  const client = new Client(world.harbour.rippled.url)
  await client.connect()
  return {
    async total() {
      let drops = new Decimal(0)
      let marker: unknown
      do {
        const { result } = await client.request({
          command: 'account_tx',
          account,
          ledger_index_min: -1,
          ledger_index_max: -1,
          limit: 200,
          ...(marker !== undefined && { marker }),
        })
        for (const { tx_json } of result.transactions) {
          if (tx_json?.Account === account) drops = drops.plus(tx_json.Fee ?? '0')
        }
        marker = result.marker
      } while (marker !== undefined)
      return drops.div(DROPS)
    },
    close: () => client.disconnect(),
  }
}
