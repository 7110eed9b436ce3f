import type { Asset } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { AccountStanding } from '#app/ops/domain/account-standing.ts'
import type { ReceiveObstacle } from '#app/settlement/payouts/domain/payout-obstacle.ts'
import type { AccountPosition, Payee } from '../ledger.ts'
import { type AccountInfo, accountInfoAnswer, accountTxAnswer, depositAuthorizedAnswer } from './answers.ts'
import { isXrplAddress, parseTag } from './blob.server.ts'
import { cursorBefore } from './cursor.ts'
import { readNewest } from './history.server.ts'
import { fromDrops } from './payments.ts'
import { isDenied, type Session } from './session.server.ts'

const LSF_REQUIRE_DEST_TAG = 0x00020000
const LSF_DISABLE_MASTER = 0x00100000
const LSF_DEPOSIT_AUTH = 0x01000000

/** The number of the newest validated ledger of this server. Throws LedgerUnavailable. */
export async function readValidatedLedger(session: Session): Promise<number> {
  return (await readNewest(session)).sequence
}

/** The account in this ledger, by default the newest validated one. Null: no such account. Throws LedgerUnavailable. */
export async function loadAccount(
  session: Session,
  account: string,
  ledger: number | 'validated' = 'validated',
): Promise<AccountInfo | null> {
  if (!isXrplAddress(account)) return null
  const request = { command: 'account_info', account, ledger_index: ledger }
  const answer = await session.askOr(request, accountInfoAnswer, ['actNotFound'])
  return isDenied(answer) ? null : answer.account_data
}

type Holding = { account: string; asset: Asset }

/** Null: no such account. Throws LedgerUnavailable. */
export async function balanceOf(session: Session, { account, asset }: Holding): Promise<Decimal | null> {
  const found = await loadAccount(session, account)
  if (found === null) return null
  return asset === 'XRP' ? fromDrops(found.Balance) : new Decimal(0)
}

/** The account as the newest validated ledger left it. Null: no such account. Throws LedgerUnavailable. */
export async function positionOf(session: Session, account: string): Promise<AccountPosition | null> {
  const mark = await readNewest(session)
  const found = await loadAccount(session, account, mark.sequence)
  if (found === null) return null
  const request = {
    command: 'account_tx',
    account,
    ledger_index_min: -1,
    ledger_index_max: mark.sequence,
    forward: false,
    limit: 1,
  }
  const answer = await session.askOr(request, accountTxAnswer, ['actNotFound', 'lgrIdxMalformed'])
  const [newest] = isDenied(answer) ? [] : answer.transactions
  return {
    mark,
    cursor: cursorBefore(mark.sequence + 1),
    balances: new Map([['XRP', fromDrops(found.Balance)]]),
    newest: newest?.hash ?? null,
  }
}

/** Null: no such account. Throws LedgerUnavailable. */
export async function spendableOf(session: Session, { account, asset }: Holding): Promise<Decimal | null> {
  const found = await loadAccount(session, account)
  if (found === null) return null
  return asset === 'XRP' ? spendableXrp(found, session) : new Decimal(0)
}

/** XRP above the reserves of the account and of the objects that it owns (including unused tickets). */
export function spendableXrp(account: AccountInfo, session: Session): Decimal {
  const { base, perObject } = session.reserves()
  return Decimal.max(fromDrops(account.Balance).minus(base).minus(perObject.times(account.OwnerCount)), 0)
}

/** Null: no such account. Throws LedgerUnavailable. */
export async function standingOf(session: Session, account: string): Promise<AccountStanding | null> {
  const found = await loadAccount(session, account)
  if (found === null) return null
  const { Flags, RegularKey } = found
  return {
    balance: fromDrops(found.Balance),
    spendable: spendableXrp(found, session),
    lines: [],
    wantsMemo: (Flags & LSF_REQUIRE_DEST_TAG) !== 0,
    takesFromAnybody: (Flags & LSF_DEPOSIT_AUTH) === 0,
    signers: [
      { address: account, weight: (Flags & LSF_DISABLE_MASTER) === 0 ? 1 : 0 },
      ...(RegularKey === undefined ? [] : [{ address: RegularKey, weight: 1 }]),
    ],
    needed: 1,
  }
}

/** `ledger`: whose state is read; by default the newest validated one. */
type ObstacleOf = { ownAccounts: string[]; payers?: string[]; ledger?: number | 'validated' }

/** Returns why the payee cannot be paid now, or null. Throws LedgerUnavailable. */
export async function findObstacle(
  openSession: () => Promise<Session>,
  payee: Payee,
  { ownAccounts, payers = ownAccounts, ledger = 'validated' }: ObstacleOf,
): Promise<ReceiveObstacle | null> {
  if (!isXrplAddress(payee.address)) return 'address_invalid'
  if (ownAccounts.includes(payee.address)) return 'own_account'
  if (payee.memo !== null && parseTag(payee.memo) === null) return 'memo_invalid'
  const session = await openSession()
  const account = await loadAccount(session, payee.address, ledger)
  // A payment creates the account when it covers the base reserve.
  if (account === null) return payee.amount.gte(session.reserves().base) ? null : 'below_reserve'
  if ((account.Flags & LSF_REQUIRE_DEST_TAG) !== 0 && payee.memo === null) return 'tag_required'
  if ((account.Flags & LSF_DEPOSIT_AUTH) === 0) return null
  return (await acceptsAllOf(session, payee.address, { payers, ledger })) ? null : 'deposit_auth'
}

async function acceptsAllOf(
  session: Session,
  payee: string,
  { payers, ledger }: { payers: string[]; ledger: number | 'validated' },
): Promise<boolean> {
  for (const payer of payers) {
    const request = {
      command: 'deposit_authorized',
      source_account: payer,
      destination_account: payee,
      ledger_index: ledger,
    }
    const answer = await session.askOr(request, depositAuthorizedAnswer, ['srcActNotFound'])
    if (isDenied(answer) || !answer.deposit_authorized) return false
  }
  return payers.length > 0
}
