/** Balances before and after ledger-held escrows, checked to the last stroop and drop. */
import { type Asset, networkOf } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { BalanceLine } from '../balances.ts'
import { type HarbourClient, playAddress } from '../harbour.ts'

/** The harbour's names of the accounts that take part, and of our own accounts that must not. */
const HOLDERS = [
  { account: 'buyer', label: 'Buyer’s wallet' },
  { account: 'seller', label: 'Seller’s wallet' },
  { account: 'fee', label: 'Platform, fees' },
  { account: 'escrow', label: 'Platform, escrow' },
  { account: 'keeper', label: 'Platform, keeper' },
] as const
type Account = (typeof HOLDERS)[number]['account']

type Balances = Awaited<ReturnType<HarbourClient['balances']>>

export type OnchainPosition = {
  ledger: number
  holdings: Record<Account, Balances>
  /** Reserves that the sponsor has lent on Stellar. */
  lent: number
}

/** Reads all balances now, and the ledger from which network fees are summed up. */
export async function readPosition(harbour: HarbourClient, asset: Asset): Promise<OnchainPosition> {
  const network = networkOf(asset)
  const ledger = await harbour.newestLedger(network)
  const read = await Promise.all(HOLDERS.map(({ account }) => harbour.balances(account)))
  const holdings = Object.fromEntries(HOLDERS.map(({ account }, place) => [account, read[place]]))
  const lent = network === 'stellar' ? await harbour.sponsoring(playAddress('keeper', asset)) : 0
  return { ledger, holdings: holdings as Record<Account, Balances>, lent }
}

/**
 * Expected movements: the service fees, the seller's share of the deposit, the rest back to the buyer. `lent`: reserves
 * lent until the accounts are closed.
 */
export type OnchainMoved = { asset: Asset; fees: Decimal; toSeller: Decimal; lent: number }

/**
 * Returns a line for each account in the traded asset; for USDC also in XLM. Of our accounts only the sponsor pays:
 * network fees and slots for its transactions.
 */
export async function compareOnchain(
  harbour: HarbourClient,
  before: OnchainPosition,
  { asset, fees, toSeller, lent }: OnchainMoved,
): Promise<BalanceLine[]> {
  const network = networkOf(asset)
  const own: Asset = network === 'stellar' ? 'XLM' : 'XRP'
  const spentBy = (name: 'buyer' | 'seller' | 'keeper') =>
    harbour.networkFees({ network, account: playAddress(name, asset), after: before.ledger })
  const after = await readPosition(harbour, asset)
  const [buyer, seller, keeper] = [await spentBy('buyer'), await spentBy('seller'), await spentBy('keeper')]
  const zero = new Decimal(0)
  const line = (account: Account, of: Asset, expected: Decimal, because: string): BalanceLine => {
    const [was, is] = [before.holdings[account][of] ?? zero, after.holdings[account][of] ?? zero]
    const label = HOLDERS.find((holder) => holder.account === account)?.label ?? account
    return { label, asset: of, before: was, after: is, change: is.minus(was), expected, because }
  }
  const paid = fees.plus(toSeller)
  const inOwn = [
    line('keeper', own, keeper.neg(), 'network fees and lanes, nothing else'),
    line('escrow', own, zero, 'took no part'),
  ]
  const lines =
    asset === own
      ? [
          line('buyer', own, paid.plus(buyer).neg(), 'what the seller got, service fees, network fees'),
          line('seller', own, toSeller.minus(seller), 'exactly what was released, less the fee of taking a share'),
          line('fee', own, fees, 'service fees'),
        ]
      : [
          line('buyer', asset, paid.neg(), 'what the seller got, service fees'),
          line('seller', asset, toSeller, 'exactly what was released'),
          line('fee', asset, fees, 'service fees'),
          line('escrow', asset, zero, 'took no part'),
          line('buyer', own, buyer.neg(), 'network fees'),
          line('seller', own, seller.neg(), 'the fee of taking a share'),
        ]
  return [...lines, ...inOwn, ...(network === 'stellar' ? [lentLine(before, after, lent)] : [])]
}

/** A number of reserves, not of money. */
function lentLine({ lent: was }: OnchainPosition, { lent: is }: OnchainPosition, lent: number): BalanceLine {
  const [before, after] = [new Decimal(was), new Decimal(is)]
  const change = after.minus(before)
  const because = 'reserves lent by the keeper, in their number'
  return { label: 'Keeper, lent', asset: 'XLM', before, after, change, expected: new Decimal(lent), because }
}
