/** Outcomes of our own transactions, judged only by what the ledger holds, never by a submission's answer. */
import { normalizeHash } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { PayoutOutcome, SignedPayout } from '../ledger.ts'
import {
  accountAnswer,
  ledgerAnswer,
  type OwnTransactionAnswer,
  ownTransactionAnswer,
  ownTransactionsAnswer,
} from './answers.ts'
import { fromStroops } from './envelope.server.ts'
import { type Horizon, unavailable } from './horizon/horizon.server.ts'
import { failureCode } from './results/failure-code.server.ts'

/** How many transactions are searched for the one that used a sequence number. */
const WALK_PAGES = 50
const WALK_PAGE = 200

/** One read of the newest transactions that `account` took part in, whatever their source. */
export async function findNewestOutcomes(
  horizon: Horizon,
  account: string,
  signed: readonly SignedPayout[],
): Promise<Map<string, PayoutOutcome>> {
  const path = `/accounts/${account}/transactions?order=desc&include_failed=true&limit=${WALK_PAGE}`
  const { records } = (await horizon.read(path, ownTransactionsAnswer))._embedded
  const byHash = new Map(
    records.flatMap((record) => [
      [record.hash, record],
      [record.inner_transaction?.hash, record],
    ]),
  )
  return new Map(
    signed.flatMap((one) => {
      const record = byHash.get(one.hash)
      return record === undefined ? [] : [[one.hash, judge(record, one)]]
    }),
  )
}

/**
 * First the transaction itself; then one answer that proves the opposite: an account that has not used the sequence
 * number, in the state of a ledger that closed after the time bounds, will never include it. Both facts must come from
 * that one answer, because two servers behind one address may be at different ledgers. `payer`: whose fee is reported,
 * where somebody else pays for the fee bump.
 */
export async function findOutcome(
  horizon: Horizon,
  signed: SignedPayout,
  payer = signed.source,
): Promise<PayoutOutcome> {
  const known = await lookUp(horizon, signed, payer)
  if (known !== null) return known
  const account = await horizon.get(`/accounts/${signed.source}`, accountAnswer)
  if (account === null) throw unavailable(`Horizon does not know the paying account ${signed.source}`)
  if (BigInt(account.body.sequence) >= BigInt(signed.sequence)) return findWhoTookTheSequence(horizon, signed, payer)
  if (account.latestLedger === null) return { kind: 'pending' }
  const ledger = await horizon.get(`/ledgers/${account.latestLedger}`, ledgerAnswer)
  if (ledger === null || ledger.body.sequence !== account.latestLedger) return { kind: 'pending' }
  const isPast = Date.parse(ledger.body.closed_at) > Number(signed.validUntil) * 1000
  return { kind: isPast ? 'expired' : 'pending' }
}

/** Null: this Horizon knows no transaction of that hash. */
export async function lookUp(horizon: Horizon, signed: SignedPayout, payer: string): Promise<PayoutOutcome | null> {
  const found = await horizon.get(`/transactions/${signed.hash}`, ownTransactionAnswer)
  return found === null ? null : judge(found.body, signed, payer)
}

/**
 * The number is used up, but our transaction was not found: looks it up again, then searches the account's
 * transactions. If another one used the number, ours can never be included. Nothing found: unknown, so pending.
 */
async function findWhoTookTheSequence(horizon: Horizon, signed: SignedPayout, payer: string): Promise<PayoutOutcome> {
  const known = await lookUp(horizon, signed, payer)
  if (known !== null) return known
  const taker = await findTaker(horizon, signed)
  if (taker === null) return { kind: 'pending' }
  const isOurs = [taker.hash, taker.inner_transaction?.hash].includes(signed.hash)
  return isOurs ? judge(taker, signed, payer) : { kind: 'expired' }
}

/** From the newest transaction back; payments from others are among them, so it may take several pages. */
async function findTaker(horizon: Horizon, signed: SignedPayout): Promise<OwnTransactionAnswer | null> {
  let cursor = ''
  for (let page = 0; page < WALK_PAGES; page += 1) {
    const path = `/accounts/${signed.source}/transactions?order=desc&include_failed=true&limit=${WALK_PAGE}${cursor}`
    const { records } = (await horizon.read(path, ownTransactionsAnswer))._embedded
    const own = records.filter((record) => record.source_account === signed.source)
    const taker = own.find((record) => record.source_account_sequence === signed.sequence)
    if (taker !== undefined) return taker
    const last = records.at(-1)
    const isBefore = own.some((record) => BigInt(record.source_account_sequence) < BigInt(signed.sequence))
    if (last === undefined || isBefore) return null
    cursor = `&cursor=${last.paging_token}`
  }
  return null
}

function judge(transaction: OwnTransactionAnswer, signed: SignedPayout, payer = signed.source): PayoutOutcome {
  const feePaid = transaction.fee_account === payer ? fromStroops(transaction.fee_charged) : new Decimal(0)
  if (!transaction.successful) return { kind: 'failed', code: failureCode(transaction.result_xdr), feePaid }
  const hash = normalizeHash('stellar', transaction.fee_bump_transaction?.hash ?? transaction.hash)
  return { kind: 'settled', hash, at: new Date(transaction.created_at), feePaid }
}
