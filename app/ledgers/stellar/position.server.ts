/** A Stellar account as one closed ledger left it. */
import type { AccountPosition } from '../ledger.ts'
import { type StellarSettings, standingIn } from './accounts.server.ts'
import { ownTransactionsAnswer } from './answers.ts'
import { cursorBefore } from './cursor.ts'
import { findMark } from './history.server.ts'
import { type Horizon, unavailable } from './horizon.server.ts'

/**
 * Horizon reads an account and the number of the ledger that it names beside it (Latest-Ledger) in one transaction of its
 * database. Null: no such account. Throws LedgerUnavailable.
 */
export async function readPosition(
  horizon: Horizon,
  account: string,
  settings: StellarSettings,
): Promise<AccountPosition | null> {
  const found = await standingIn(horizon, account, settings)
  if (found === null) return null
  const { balances, ledger } = found
  if (ledger === null) throw unavailable('Horizon does not say of which ledger its accounts are')
  const mark = await findMark(horizon, ledger)
  if (mark === null) throw unavailable(`Horizon does not show ledger ${ledger} of its own accounts`)
  const cursor = cursorBefore(ledger + 1)
  const path = `/accounts/${account}/transactions?order=desc&limit=1&include_failed=true&cursor=${cursor}`
  const [newest] = (await horizon.get(path, ownTransactionsAnswer))?.body._embedded.records ?? []
  return { mark, cursor, balances, newest: newest?.hash ?? null }
}
