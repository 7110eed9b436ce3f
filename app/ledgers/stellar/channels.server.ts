/**
 * Channel accounts. A source can have one transaction under way, so each payout uses an account that lends its sequence
 * number and pays the network's fee, while the money moves from the paying account. Their keys derive from one seed.
 * Each holds its reserve and some XLM for fees, all of it our own money.
 */
import { type Decimal, plain } from '#app/kernel/domain/money.ts'
import { type FindTaken, TreasuryWaits } from '../ledger.ts'
import { readBaseReserve, spendableXlm } from './accounts.server.ts'
import { type AccountAnswer, accountAnswer } from './answers.ts'
import { channelKey, fromStroops, type StellarKey } from './envelope.server.ts'
import { type Horizon, unavailable } from './horizon/horizon.server.ts'

/** The least that is made at once, so that the next payouts find one. */
const BATCH = 4
/** How many fees at the urgent cap a new channel is funded for. */
const FEES_IN_STOCK = 2

export type Channels = {
  /** Channels that exist, can pay a fee and are not taken, by address; at most `wanted`. */
  findFree(asked: { wanted: number; findTaken: FindTaken }): Promise<string[]>
  /** Null: not one of our channels. */
  keyOf(address: string): StellarKey | null
  /** The key of a channel and its next sequence number. */
  use(address: string): Promise<{ key: StellarKey; sequence: string }>
  /** Which channels to create and which to top up. Null: there are as many as allowed, and none needs a top-up. */
  plan(count: number): Promise<{ create: string[]; topUp: string[]; startingBalance: Decimal; sequence: string } | null>
}

export function openChannels(
  horizon: Horizon,
  of: { seed: string; payer: string; most: number; feeCaps: { urgent: bigint } },
): Channels {
  const keys = Array.from({ length: of.most }, (_, place) => channelKey(of.seed, place))
  const byAddress = new Map(keys.map((key) => [key.address, key]))
  const feeStock = fromStroops(of.feeCaps.urgent).times(FEES_IN_STOCK)
  /** How many, counted from the first, exist on the ledger: they are never removed. */
  let made = 0
  /** Could not pay the urgent fee when last read. */
  const dry = new Set<string>()
  /** What this round has read of each channel; used once. */
  const read = new Map<string, AccountAnswer>()

  async function load(address: string): Promise<AccountAnswer | null> {
    return (await horizon.get(`/accounts/${address}`, accountAnswer))?.body ?? null
  }

  async function countMade(): Promise<number> {
    while (made < keys.length && (await load(keys[made]?.address ?? '')) !== null) made += 1
    return made
  }

  async function isReady(address: string, baseReserve: Decimal): Promise<boolean> {
    const account = await load(address)
    if (account === null) throw unavailable(`Horizon does not know our channel ${address}`)
    const isDry = spendableXlm(account, baseReserve).lt(fromStroops(of.feeCaps.urgent))
    if (isDry) dry.add(address)
    else dry.delete(address)
    read.set(address, account)
    return !isDry
  }

  return {
    async findFree({ wanted, findTaken }) {
      const addresses = keys.slice(0, await countMade()).map((key) => key.address)
      const taken = await findTaken(addresses)
      const free = addresses.filter((address) => !taken.has(address)).slice(0, wanted)
      if (free.length === 0) return []
      const baseReserve = await readBaseReserve(horizon)
      const ready = await Promise.all(free.map((address) => isReady(address, baseReserve)))
      return free.filter((_, place) => ready[place])
    },
    keyOf: (address) => byAddress.get(address) ?? null,
    async use(address) {
      const key = byAddress.get(address)
      if (key === undefined) throw new Error(`${address} is none of our channels`)
      const account = read.get(address) ?? (await load(address))
      read.delete(address)
      if (account === null) throw unavailable(`Horizon does not know our channel ${address}`)
      return { key, sequence: (BigInt(account.sequence) + 1n).toString() }
    },
    async plan(count) {
      const first = await countMade()
      const wanted = Math.min(Math.max(count, BATCH), keys.length - first)
      if (wanted === 0 && dry.size === 0) return null
      const payer = await load(of.payer)
      if (payer === null) throw unavailable(`Horizon does not know the paying account ${of.payer}`)
      const baseReserve = await readBaseReserve(horizon)
      const startingBalance = baseReserve.times(2).plus(feeStock)
      const affordable = spendableXlm(payer, baseReserve).minus(feeStock).div(startingBalance).floor().toNumber()
      if (affordable < 1) {
        throw new TreasuryWaits(
          'stellar',
          'float',
          `the paying account has no ${plain(startingBalance)} XLM for a channel`,
        )
      }
      const topUp = [...dry].slice(0, affordable)
      const create = keys.slice(first, first + Math.min(wanted, affordable - topUp.length)).map((key) => key.address)
      return { create, topUp, startingBalance, sequence: (BigInt(payer.sequence) + 1n).toString() }
    },
  }
}
