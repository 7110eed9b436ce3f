/** What an account of two signatures may claim, as Horizon has it. */
import { compareBalance } from '#app/domain/held/differences.ts'
import type { HoldTerms } from '#app/domain/held/terms.ts'
import type { Found, FoundLock } from '../../held.ts'
import { type Horizon, unavailable } from '../horizon/horizon.server.ts'
import { claimableBalancesAnswer } from './answers.ts'
import { PAGE, readClock, readOperations } from './questions.server.ts'
import { readBalance } from './readings.ts'
import type { Chain } from './transactions.server.ts'

/** Whoever makes more balances for an account than this has paid a reserve for each. */
const MOST_PAGES = 10
/** Balances about which one look asks; the next look asks about others. */
const MOST_NEW = 20

export async function findLocks(
  horizon: Horizon,
  { terms, account, known }: { terms: HoldTerms; account: string; known: ReadonlySet<string> },
  chain: Chain,
): Promise<Found<FoundLock>> {
  const locks: FoundLock[] = []
  // Before the balances: what comes while they are read is of a later ledger.
  const closedAt = new Date((await readClock(horizon)) * 1000)
  let seen = 0
  for await (const balance of claimableBy(horizon, account)) {
    seen += 1
    if (known.has(balance.id)) continue
    if (locks.length === MOST_NEW) return { locks, completeTo: null }
    const made = (await readOperations(horizon, `/claimable_balances/${balance.id}/operations`, 'asc')).find(
      ({ type }) => type === 'create_claimable_balance',
    )
    // Claimed between the two questions, or Horizon does not keep the history of so long ago.
    if (made === undefined) throw unavailable(`Horizon does not say who made the balance ${balance.id}`)
    locks.push({
      balanceId: balance.id,
      hash: made.transaction_hash,
      at: new Date(made.created_at),
      differences: compareBalance(terms, account, readBalance(balance, made.source_account, chain)),
    })
  }
  return { locks, completeTo: seen < MOST_PAGES * PAGE ? closedAt : null }
}

async function* claimableBy(horizon: Horizon, account: string) {
  let cursor = ''
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const path = `/claimable_balances?claimant=${encodeURIComponent(account)}&order=desc&limit=${PAGE}${cursor}`
    const { records } = (await horizon.read(path, claimableBalancesAnswer))._embedded
    yield* records
    const last = records.at(-1)
    if (records.length < PAGE || last === undefined) return
    cursor = `&cursor=${encodeURIComponent(last.paging_token)}`
  }
}

