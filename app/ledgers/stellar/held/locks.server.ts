/** What an account of two signatures may claim, as Horizon has it. */
import { compareBalance } from '#app/trade/onchain/domain/differences.ts'
import type { HoldTerms } from '#app/trade/onchain/domain/terms.ts'
import type { Found, FoundLock } from '../../held.ts'
import { type Horizon, unavailable } from '../horizon/horizon.server.ts'
import { type ClaimableBalanceAnswer, claimableBalancesAnswer } from './answers.ts'
import { PAGE, readClock, readOperations } from './questions.server.ts'
import { readBalance } from './readings.ts'
import type { Chain } from './transactions.server.ts'

/** Of what anybody has made for an account. Whoever makes more than this has paid a reserve for each. */
const MOST_PAGES = 10
/** Balances about which one look asks, of strangers and of those of the buyer that never count; the next look asks about others. */
const MOST_NEW = 20
/** Of the buyer's that may count: each holds all of the amount. */
const MOST_FITTING = 100

type Asked = { terms: HoldTerms; account: string; known: ReadonlySet<string> }

/**
 * First what the buyer's wallet sponsors, to its end: nobody else can add to it, so that this question alone says whether the look is whole.
 * Then what anybody has made for the account, as far as that goes: somebody else may have lent the buyer's wallet the reserve.
 */
export async function findLocks(horizon: Horizon, asked: Asked, chain: Chain): Promise<Found<FoundLock>> {
  const { terms, account, known } = asked
  // Before the balances: what comes while they are read is of a later ledger.
  const closedAt = new Date((await readClock(horizon)) * 1000)
  const own: ClaimableBalanceAnswer[] = []
  const ofBuyer = `&sponsor=${encodeURIComponent(terms.buyerWallet)}`
  for await (const balance of claimableBy(horizon, { account, filter: ofBuyer })) own.push(balance)
  const unknown = own.filter(({ id }) => !known.has(id))
  const fitting = unknown.filter((balance) => {
    return compareBalance(terms, account, readBalance(balance, terms.buyerWallet, chain)).length === 0
  })
  const first = new Set(fitting.slice(0, MOST_FITTING))
  const rest = new Set(unknown.filter((balance) => !fitting.includes(balance)).slice(0, MOST_NEW))
  const locks: FoundLock[] = []
  for (const balance of unknown.filter((one) => first.has(one) || rest.has(one))) {
    const lock = await readLock(horizon, { terms, account, balance }, chain)
    // Claimed between the two questions, or Horizon does not keep the history of so long ago.
    if (lock === null) throw unavailable(`Horizon does not say who made the balance ${balance.id}`)
    locks.push(lock)
  }
  const others = await findOthers(horizon, { ...asked, known: new Set([...known, ...own.map(({ id }) => id)]) }, chain)
  return { locks: [...locks, ...others], completeTo: fitting.length > MOST_FITTING ? null : closedAt }
}

/** What strangers do with theirs while they are asked about keeps nothing from being found. */
async function findOthers(horizon: Horizon, { terms, account, known }: Asked, chain: Chain): Promise<FoundLock[]> {
  const locks: FoundLock[] = []
  let asked = 0
  for await (const balance of claimableBy(horizon, { account, pages: MOST_PAGES })) {
    if (known.has(balance.id)) continue
    if (asked === MOST_NEW) break
    asked += 1
    const lock = await readLock(horizon, { terms, account, balance }, chain)
    if (lock !== null) locks.push(lock)
  }
  return locks
}

type Of = { terms: HoldTerms; account: string; balance: ClaimableBalanceAnswer }

async function readLock(horizon: Horizon, { terms, account, balance }: Of, chain: Chain): Promise<FoundLock | null> {
  const made = (await readOperations(horizon, `/claimable_balances/${balance.id}/operations`, 'asc')).find(
    ({ type }) => type === 'create_claimable_balance',
  )
  if (made === undefined) return null
  return {
    balanceId: balance.id,
    hash: made.transaction_hash,
    at: new Date(made.created_at),
    differences: compareBalance(terms, account, readBalance(balance, made.source_account, chain)),
  }
}

type Listed = { account: string; filter?: string; pages?: number }

/** The newest first. */
async function* claimableBy(horizon: Horizon, { account, filter = '', pages = Number.POSITIVE_INFINITY }: Listed) {
  let cursor = ''
  for (let page = 0; page < pages; page += 1) {
    const of = `claimant=${encodeURIComponent(account)}${filter}`
    const path = `/claimable_balances?${of}&order=desc&limit=${PAGE}${cursor}`
    const { records } = (await horizon.read(path, claimableBalancesAnswer))._embedded
    yield* records
    const last = records.at(-1)
    if (records.length < PAGE || last === undefined) return
    cursor = `&cursor=${encodeURIComponent(last.paging_token)}`
  }
}
