import { NETWORK_FACTS, type Network } from '#app/kernel/domain/assets.ts'
import type { Decimal } from '#app/kernel/domain/money.ts'
import { findBooked, findFloat, findOpening } from '#app/ledgers/books/db/books.server.ts'
import { type FloatState, floatState } from '#app/ledgers/books/domain/float.ts'
import { fromUnits } from '#app/ledgers/books/domain/units.ts'
import { sponsorOn } from '#app/ledgers/payments/workflows/watched-accounts.ts'
import type { Deps } from '#app/workflow-deps.ts'

export type Float = { state: FloatState; amount: Decimal | null }

export async function floatOf(deps: Pick<Deps, 'db' | 'accounts' | 'settings'>, network: Network): Promise<Float> {
  const asset = NETWORK_FACTS[network].native
  const units = await findFloat(deps.db, { network, account: deps.accounts[network].escrow, asset })
  const amount = units === null ? null : fromUnits(units, asset)
  return { state: floatState(amount, deps.settings.floatLow[network]), amount }
}

/**
 * Whether a transaction that costs up to this fee may be sent from this account. Network fees are paid from our own
 * money, never from what is a client's or owed back. On the fee account all the rest is ours, on the account that
 * sponsors escrows everything. While the books are not open nothing is known, and payouts go on.
 */
export async function floatCovers(
  deps: Pick<Deps, 'db' | 'accounts' | 'keeping' | 'settings'>,
  { network, account }: { network: Network; account: string },
  fee: Decimal,
): Promise<boolean> {
  if (account === sponsorOn(deps, network)) return true
  const amount =
    account === deps.accounts[network].fee
      ? await findIncome(deps, { network, account })
      : (await floatOf(deps, network)).amount
  return amount === null || amount.gte(fee)
}

/** Our part of the fee account, in the ledger's own asset; null while its books are not open. */
async function findIncome(
  { db }: Pick<Deps, 'db'>,
  at: { network: Network; account: string },
): Promise<Decimal | null> {
  const place = { ...at, asset: NETWORK_FACTS[at.network].native }
  if ((await findOpening(db, place)) === null) return null
  const { onLedger, owed } = await findBooked(db, place)
  return fromUnits(onLedger - owed, place.asset)
}
