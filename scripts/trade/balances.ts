/** Balances before and after a trade, checked to the last stroop and drop. */
import { ASSET_FACTS, type Asset, networkOf } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { HarbourClient } from './harbour.ts'

/** The harbour's names of the accounts that a trade moves money between. */
const HOLDERS = [
  { account: 'buyer', label: 'Buyer’s wallet' },
  { account: 'fee', label: 'Platform, fees' },
  { account: 'escrow', label: 'Platform, escrow' },
  { account: 'seller', label: 'Seller’s wallet' },
] as const
type Account = (typeof HOLDERS)[number]['account']
export type Holdings = Record<Account, Awaited<ReturnType<HarbourClient['balances']>>>

export type Moved = {
  asset: Asset
  /** What the buyer was asked to pay, and paid. */
  fee: Decimal
  escrow: Decimal
  /** Network fees of the two paying accounts, in the network's own asset. */
  networkFees: { buyer: Decimal; escrow: Decimal }
}

export type BalanceLine = {
  label: string
  asset: Asset
  before: Decimal
  after: Decimal
  change: Decimal
  /** The required change, and why. */
  expected: Decimal
  because: string
}

export async function readHoldings(harbour: HarbourClient): Promise<Holdings> {
  const [buyer, fee, escrow, seller] = await Promise.all(HOLDERS.map(({ account }) => harbour.balances(account)))
  if (!buyer || !fee || !escrow || !seller) throw new Error('The harbour did not tell all balances.')
  return { buyer, fee, escrow, seller }
}

/** Returns a line for each account in the traded asset; for USDC also the network fees in XLM. */
export function compare(before: Holdings, after: Holdings, moved: Moved): BalanceLine[] {
  const own: Asset = networkOf(moved.asset) === 'stellar' ? 'XLM' : 'XRP'
  const line = (account: Account, asset: Asset, expected: Decimal, because: string): BalanceLine => {
    const [was, is] = [held(before, account, asset), held(after, account, asset)]
    const label = HOLDERS.find((holder) => holder.account === account)?.label ?? account
    return { label, asset, before: was, after: is, change: is.minus(was), expected, because }
  }
  const spent = moved.networkFees
  const zero = new Decimal(0)
  const inAsset = (fees: Decimal) => (moved.asset === own ? fees : zero)
  const paid = moved.fee.plus(moved.escrow)
  return [
    line('buyer', moved.asset, paid.plus(inAsset(spent.buyer)).neg(), 'service fee, escrow amount, network fees'),
    line('fee', moved.asset, moved.fee, 'the service fee'),
    line('escrow', moved.asset, inAsset(spent.escrow).neg(), 'as before, less network fees and what pays them'),
    line('seller', moved.asset, moved.escrow, 'exactly the escrow amount'),
    ...(moved.asset === own
      ? []
      : [
          line('buyer', own, spent.buyer.neg(), 'network fees'),
          line('escrow', own, spent.escrow.neg(), 'network fees'),
        ]),
  ]
}

export function isRight(line: BalanceLine): boolean {
  return line.change.eq(line.expected)
}

/** With every decimal place of the ledger: seven for stroops, six for drops. */
export function showAmount(amount: Decimal, asset: Asset): string {
  const places = ASSET_FACTS[asset].ledgerPlaces
  const [whole = '', fraction = ''] = amount.abs().toFixed(places).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return `${amount.isNegative() && !amount.isZero() ? '−' : ''}${grouped}.${fraction}`
}

export function showChange(amount: Decimal, asset: Asset): string {
  if (amount.isZero()) return '0'
  return amount.isPositive() ? `+${showAmount(amount, asset)}` : showAmount(amount, asset)
}

function held(holdings: Holdings, account: Account, asset: Asset): Decimal {
  return holdings[account][asset] ?? new Decimal(0)
}
