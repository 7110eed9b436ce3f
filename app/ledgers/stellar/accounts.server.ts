import {
  type Asset,
  type IssuedAsset,
  type Issuers,
  isIssued,
  issuedAssets,
  stellarAssets,
} from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { AccountStanding } from '#app/ops/domain/account-standing.ts'
import type { ReceiveObstacle } from '#app/settlement/payouts/domain/payout-obstacle.ts'
import type { AccountPosition, Payee } from '../ledger.ts'
import { type AccountAnswer, accountAnswer, type BalanceLine, ledgersAnswer, ownTransactionsAnswer } from './answers.ts'
import { isOf, NATIVE } from './assets.ts'
import { cursorBefore } from './cursor.ts'
import { fromStroops, isStellarAddress, isStellarMemo } from './envelope.server.ts'
import { findMark } from './history.server.ts'
import { type Horizon, unavailable, unreadable } from './horizon/horizon.server.ts'
import type { HorizonSettings } from './horizon/horizons.server.ts'

export type StellarSettings = HorizonSettings & {
  issuers: Issuers
  /** Accounts of the platform: never a payee. */
  ownAccounts: string[]
}

/** SEP-29: the value of the data entry "config.memo_required", "1" in base64. */
const MEMO_REQUIRED = 'MQ=='

async function loadAccount(horizon: Horizon, account: string): Promise<AccountAnswer | null> {
  if (!isStellarAddress(account)) return null
  return (await horizon.get(`/accounts/${account}`, accountAnswer))?.body ?? null
}

type Holding = { account: string; asset: Asset }

/** Null: no such account. Throws LedgerUnavailable. */
export async function balanceOf(
  horizon: Horizon,
  { account, asset }: Holding,
  settings: StellarSettings,
): Promise<Decimal | null> {
  const answer = await loadAccount(horizon, account)
  return answer === null ? null : new Decimal(findLine(answer, asset, settings)?.balance ?? 0)
}

/**
 * Reads the account as one closed ledger left it: Horizon reads an account and the ledger number in Latest-Ledger in
 * one database transaction. Null: no such account. Throws LedgerUnavailable.
 */
export async function positionOf(
  horizon: Horizon,
  account: string,
  settings: StellarSettings,
): Promise<AccountPosition | null> {
  if (!isStellarAddress(account)) return null
  const answer = await horizon.get(`/accounts/${account}`, accountAnswer)
  if (answer === null) return null
  const { body, latestLedger: ledger } = answer
  if (ledger === null) throw unavailable('Horizon does not say of which ledger its accounts are')
  const mark = await findMark(horizon, ledger)
  if (mark === null) throw unavailable(`Horizon does not show ledger ${ledger} of its own accounts`)
  const cursor = cursorBefore(ledger + 1)
  const path = `/accounts/${account}/transactions?order=desc&limit=1&include_failed=true&cursor=${cursor}`
  const [newest] = (await horizon.get(path, ownTransactionsAnswer))?.body._embedded.records ?? []
  const held = (asset: Asset) => new Decimal(findLine(body, asset, settings)?.balance ?? 0)
  const balances = new Map(stellarAssets().map((asset) => [asset, held(asset)]))
  return { mark, cursor, balances, newest: newest?.hash ?? null }
}

/** Balance less reserves and selling liabilities. Null: no such account. Throws LedgerUnavailable. */
export async function spendableOf(
  horizon: Horizon,
  { account, asset }: Holding,
  settings: StellarSettings,
): Promise<Decimal | null> {
  const answer = await loadAccount(horizon, account)
  if (answer === null) return null
  const line = findLine(answer, asset, settings)
  if (isIssued(asset)) return spendableOnLine(line)
  // Every account has an XLM line: without one the answer is broken, not a balance of 0.
  if (line === undefined) throw unreadable(`Horizon shows account ${account} without its XLM`)
  return spendableXlm(answer, await readBaseReserve(horizon))
}

/** Null: no such account. Throws LedgerUnavailable. */
export async function standingOf(horizon: Horizon, account: string): Promise<AccountStanding | null> {
  const answer = await loadAccount(horizon, account)
  if (answer === null) return null
  const native = answer.balances.find(({ asset_type: type }) => type === 'native')
  return {
    balance: new Decimal(native?.balance ?? 0),
    spendable: spendableXlm(answer, await readBaseReserve(horizon)),
    lines: issuedAssets().flatMap((asset) => linesCalled(asset, answer)),
    wantsMemo: answer.data['config.memo_required'] === MEMO_REQUIRED,
    takesFromAnybody: true,
    signers: answer.signers.map(({ key, weight }) => ({ address: key, weight })),
    needed: Math.max(answer.thresholds?.med_threshold ?? 0, 1),
  }
}

/** The XLM reserve of each ledger entry; an account itself takes two. Throws LedgerUnavailable. */
export async function readBaseReserve(horizon: Horizon): Promise<Decimal> {
  const [latest] = (await horizon.read('/ledgers?order=desc&limit=1', ledgersAnswer))._embedded.records
  if (latest === undefined) throw unavailable('Horizon has no ledger')
  return fromStroops(BigInt(latest.base_reserve_in_stroops))
}

function findLine(
  account: AccountAnswer,
  asset: Asset,
  { issuers }: Pick<StellarSettings, 'issuers'>,
): BalanceLine | undefined {
  return account.balances.find((line) => isOf(asset, line, issuers))
}

/** Of any issuer. */
function linesCalled(asset: IssuedAsset, { balances }: AccountAnswer) {
  return balances
    .filter(({ asset_code: code }) => code === asset)
    .map((line) => ({ asset, issuer: line.asset_issuer ?? '', isAuthorized: line.is_authorized !== false }))
}

/** XLM beyond reserves and open offers. */
export function spendableXlm(account: AccountAnswer, baseReserve: Decimal): Decimal {
  const line = account.balances.find(({ asset_type: type }) => type === 'native')
  const reserves = baseReserve.times(2 + account.subentry_count + account.num_sponsoring - account.num_sponsored)
  return atLeastZero(new Decimal(line?.balance ?? 0).minus(reserves).minus(line?.selling_liabilities ?? 0))
}

function spendableOnLine(line: BalanceLine | undefined): Decimal {
  if (line === undefined || line.is_authorized === false) return new Decimal(0)
  return atLeastZero(new Decimal(line.balance ?? 0).minus(line.selling_liabilities ?? 0))
}

function atLeastZero(amount: Decimal): Decimal {
  return Decimal.max(amount, 0)
}

/** Returns why the payee cannot be paid now, or null. Throws LedgerUnavailable. */
export async function findObstacle(
  horizon: Horizon,
  payee: Payee,
  settings: StellarSettings,
): Promise<ReceiveObstacle | null> {
  if (!isStellarAddress(payee.address)) return 'address_invalid'
  if (settings.ownAccounts.includes(payee.address)) return 'own_account'
  if (payee.memo !== null && !isStellarMemo(payee.memo)) return 'memo_invalid'
  const account = await loadAccount(horizon, payee.address)
  if (account === null) {
    if (payee.asset !== NATIVE) return 'account_missing'
    // A payment in XLM creates the account when it covers the two base reserves that every account needs.
    const minimum = (await readBaseReserve(horizon)).times(2)
    return payee.amount.gte(minimum) ? null : 'below_reserve'
  }
  if (account.data['config.memo_required'] === MEMO_REQUIRED && payee.memo === null) return 'memo_required'
  return payee.asset === NATIVE ? null : obstacleOfLine(findLine(account, payee.asset, settings), payee.amount)
}

function obstacleOfLine(line: BalanceLine | undefined, amount: Decimal): ReceiveObstacle | null {
  if (line === undefined) return 'trustline_missing'
  if (line.is_authorized === false) return 'not_authorized'
  const room = new Decimal(line.limit ?? 0).minus(line.balance ?? 0).minus(line.buying_liabilities ?? 0)
  return room.gte(amount) ? null : 'trustline_full'
}
