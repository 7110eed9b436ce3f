/**
 * Stellar behind the port `Treasury`. What makes it safe to repeat: the hash is known before sending, a sequence number
 * passes once, and after the time bounds nothing can be included any more. So an attempt is only ever judged by what
 * the ledger holds, never by what a submission answered.
 */
import { normalizeHash } from '#app/domain/kernel/assets.ts'
import { Decimal } from '#app/domain/kernel/money.ts'
import { LedgerUnavailable, type PayoutOrder, type PayoutOutcome, type SignedPayout, type Treasury } from '../ledger.ts'
import type { StellarSettings } from './accounts.server.ts'
import {
  accountAnswer,
  feeStatsAnswer,
  ledgerAnswer,
  type OwnTransactionAnswer,
  ownTransactionAnswer,
  ownTransactionsAnswer,
  rootAnswer,
  submissionAnswer,
} from './answers.ts'
import { accountOfSeed, failureCode, fromStroops, signPayment } from './envelope.server.ts'
import { type Horizon, openHorizon, unavailable } from './horizon.server.ts'

export type StellarTreasurySettings = StellarSettings & {
  seed: string
  /** How long a signed payout can be included, in seconds of the ledger's clock. 120 by default. */
  validSeconds?: number
}

/** Ledgers by which Horizon may trail its core before a sequence number read from it is worthless. */
const LAG_LIMIT = 2
/** What we bid, in stroops; only the clearing price is charged. */
const FEE_FLOOR = 10_000n
const FEE_CAP = 1_000_000n
/** How many transactions to look through for the one that used a sequence number. */
const WALK_PAGES = 50
const WALK_PAGE = 200

export function openStellarTreasury(settings: StellarTreasurySettings): Treasury {
  const horizon = openHorizon(settings)
  const source = accountOfSeed(settings.seed)
  return {
    network: 'stellar',
    source,
    reserveLane: async () => null,
    sign: (order) => sign(horizon, source, order, settings),
    submit: (signed) => submit(horizon, signed),
    outcomeOf: (signed) => findOutcome(horizon, signed),
    async close() {
      horizon.close()
    },
  }
}

async function sign(
  horizon: Horizon,
  source: string,
  order: PayoutOrder,
  settings: StellarTreasurySettings,
): Promise<SignedPayout> {
  const root = await horizon.read('/', rootAnswer)
  if (root.core_latest_ledger - root.history_latest_ledger > LAG_LIMIT) {
    throw unavailable(`Horizon is ${root.core_latest_ledger - root.history_latest_ledger} ledgers behind its core`)
  }
  const account = await horizon.read(`/accounts/${source}`, accountAnswer)
  const sequence = (BigInt(account.sequence) + 1n).toString()
  // The ledger's clock, not ours: the time bounds are compared with the ledgers' closing times.
  const now = BigInt(Math.floor(Date.parse(root.history_latest_ledger_closed_at) / 1000))
  const maxTime = (now + BigInt(settings.validSeconds ?? 120)).toString()
  const { hash, blob } = signPayment(
    {
      kind: await chooseOperation(horizon, order),
      destination: order.address,
      usdcIssuer: order.asset === 'USDC' ? settings.usdcIssuer : null,
      amount: order.amount,
      memo: order.memo,
      sequence,
      maxTime,
      feeStroops: await chooseFee(horizon),
    },
    settings,
  )
  return { network: 'stellar', hash, blob, source, sequence, validUntil: maxTime, validFrom: null }
}

/** XLM to an account that does not exist must create it; a plain payment would fail and use up the fee. */
async function chooseOperation(horizon: Horizon, order: PayoutOrder): Promise<'payment' | 'create_account'> {
  if (order.asset === 'XRP') throw new Error('a Stellar treasury cannot pay XRP')
  if (order.asset === 'USDC') return 'payment'
  const payee = await horizon.get(`/accounts/${encodeURIComponent(order.address)}`, accountAnswer)
  return payee === null ? 'create_account' : 'payment'
}

async function chooseFee(horizon: Horizon): Promise<string> {
  const { max_fee: maxFee } = await horizon.read('/fee_stats', feeStatsAnswer)
  const bid = BigInt(maxFee.p80) > FEE_FLOOR ? BigInt(maxFee.p80) : FEE_FLOOR
  return (bid < FEE_CAP ? bid : FEE_CAP).toString()
}

async function submit(horizon: Horizon, signed: SignedPayout): Promise<{ note: string }> {
  try {
    const { status, body } = await horizon.post('/transactions_async', { tx: signed.blob })
    const answer = submissionAnswer.safeParse(body)
    if (!answer.success) return { note: `HTTP ${status}` }
    const { tx_status: verdict, error_result_xdr: errorXdr } = answer.data
    return { note: errorXdr == null ? verdict : `${verdict} ${failureCode(errorXdr)}` }
  } catch (error) {
    // It may have arrived all the same: that is what outcomeOf is for.
    if (error instanceof LedgerUnavailable) return { note: `no answer: ${error.message}` }
    throw error
  }
}

/**
 * In this order: the transaction itself; then one answer that proves the opposite. An account that has not used the
 * sequence number in the state of a ledger that closed after the time bounds will never include it, and both facts
 * must come from that one answer: two servers behind one address may be at different ledgers.
 */
async function findOutcome(horizon: Horizon, signed: SignedPayout): Promise<PayoutOutcome> {
  const known = await lookUp(horizon, signed)
  if (known !== null) return known
  const account = await horizon.get(`/accounts/${signed.source}`, accountAnswer)
  if (account === null) throw unavailable(`Horizon does not know the paying account ${signed.source}`)
  if (BigInt(account.body.sequence) >= BigInt(signed.sequence)) return findWhoTookTheSequence(horizon, signed)
  if (account.latestLedger === null) return { kind: 'pending' }
  const ledger = await horizon.get(`/ledgers/${account.latestLedger}`, ledgerAnswer)
  if (ledger === null || ledger.body.sequence !== account.latestLedger) return { kind: 'pending' }
  const isPast = Date.parse(ledger.body.closed_at) > Number(signed.validUntil) * 1000
  return { kind: isPast ? 'expired' : 'pending' }
}

async function lookUp(horizon: Horizon, signed: SignedPayout): Promise<PayoutOutcome | null> {
  const found = await horizon.get(`/transactions/${signed.hash}`, ownTransactionAnswer)
  return found === null ? null : judge(found.body, signed)
}

/**
 * The number is used up, though the first look did not find our transaction: look again, then through the account's
 * transactions. When another one holds the number, ours can never be included. Nothing found: unsure, so pending.
 */
async function findWhoTookTheSequence(horizon: Horizon, signed: SignedPayout): Promise<PayoutOutcome> {
  const known = await lookUp(horizon, signed)
  if (known !== null) return known
  const taker = await findTaker(horizon, signed)
  if (taker === null) return { kind: 'pending' }
  const isOurs = [taker.hash, taker.inner_transaction?.hash].includes(signed.hash)
  return isOurs ? judge(taker, signed) : { kind: 'expired' }
}

/** From the newest transaction back; payments of others to the account are among them, so it may take several pages. */
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

function judge(transaction: OwnTransactionAnswer, signed: SignedPayout): PayoutOutcome {
  const feePaid = transaction.fee_account === signed.source ? fromStroops(transaction.fee_charged) : new Decimal(0)
  if (!transaction.successful) return { kind: 'failed', code: failureCode(transaction.result_xdr), feePaid }
  const hash = normalizeHash('stellar', transaction.fee_bump_transaction?.hash ?? transaction.hash)
  return { kind: 'settled', hash, at: new Date(transaction.created_at), feePaid }
}
