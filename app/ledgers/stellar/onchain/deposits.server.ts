import { compareBalance } from '#app/trade/onchain/domain/differences.ts'
import type { OnchainTerms } from '#app/trade/onchain/domain/terms.ts'
import type { FoundDeposit, LedgerFinding } from '../../onchain.ts'
import { type Horizon, unavailable } from '../horizon/horizon.server.ts'
import { type ClaimableBalanceAnswer, claimableBalancesAnswer } from './answers.ts'
import { PAGE_SIZE, readClock, readOperations } from './questions.server.ts'
import { readBalance } from './readings.ts'
import type { Chain } from './transactions.server.ts'

/** Of the balances that anybody made for an account. Whoever makes more has paid a reserve for each. */
const MOST_PAGES = 10
/** Balances of strangers, and of the buyer that never count, read per poll; the next poll reads others. */
const MOST_NEW = 20
/** The buyer's balances that may count: each holds the whole amount. */
const MOST_FITTING = 100

type Asked = { terms: OnchainTerms; account: string; known: ReadonlySet<string> }

/**
 * First reads to the end what the buyer's wallet sponsors: nobody else can add to it, so it alone decides whether the
 * poll is complete. Then reads what anybody made, up to a limit: somebody else may have lent the reserve.
 */
export async function findDeposits(horizon: Horizon, asked: Asked, chain: Chain): Promise<LedgerFinding<FoundDeposit>> {
  const { terms, account, known } = asked
  // Read before the balances: what is added meanwhile is in a later ledger.
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
  const locks: FoundDeposit[] = []
  for (const balance of unknown.filter((one) => first.has(one) || rest.has(one))) {
    const lock = await readDeposit(horizon, { terms, account, balance }, chain)
    // Claimed between the two requests, or older than Horizon's history.
    if (lock === null) throw unavailable(`Horizon does not say who made the balance ${balance.id}`)
    locks.push(lock)
  }
  const others = await findOthers(horizon, { ...asked, known: new Set([...known, ...own.map(({ id }) => id)]) }, chain)
  return { locks: [...locks, ...others], completeTo: fitting.length > MOST_FITTING ? null : closedAt }
}

/** A stranger's balance that vanishes during the poll is skipped: it must not block the others. */
async function findOthers(horizon: Horizon, { terms, account, known }: Asked, chain: Chain): Promise<FoundDeposit[]> {
  const locks: FoundDeposit[] = []
  let asked = 0
  for await (const balance of claimableBy(horizon, { account, pages: MOST_PAGES })) {
    if (known.has(balance.id)) continue
    if (asked === MOST_NEW) break
    asked += 1
    const lock = await readDeposit(horizon, { terms, account, balance }, chain)
    if (lock !== null) locks.push(lock)
  }
  return locks
}

type Of = { terms: OnchainTerms; account: string; balance: ClaimableBalanceAnswer }

async function readDeposit(
  horizon: Horizon,
  { terms, account, balance }: Of,
  chain: Chain,
): Promise<FoundDeposit | null> {
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

async function* claimableBy(horizon: Horizon, { account, filter = '', pages = Number.POSITIVE_INFINITY }: Listed) {
  let cursor = ''
  for (let page = 0; page < pages; page += 1) {
    const of = `claimant=${encodeURIComponent(account)}${filter}`
    const path = `/claimable_balances?${of}&order=desc&limit=${PAGE_SIZE}${cursor}`
    const { records } = (await horizon.read(path, claimableBalancesAnswer))._embedded
    yield* records
    const last = records.at(-1)
    if (records.length < PAGE_SIZE || last === undefined) return
    cursor = `&cursor=${encodeURIComponent(last.paging_token)}`
  }
}
