/** Stellar behind the port `StellarHeld`: what is held, and what people sign of it. No key. */
import { compareAccount, compareBalance, type Trustees } from '#app/domain/held/differences.ts'
import type { HoldTerms } from '#app/domain/held/terms.ts'
import { Decimal, plain } from '#app/domain/kernel/money.ts'
import type {
  Found,
  FoundClaim,
  FoundLock,
  HeldMoment,
  HeldObstacle,
  HeldObstacles,
  StellarHeld,
  UnsignedTransaction,
} from '../../held.ts'
import { findObstacle, readBaseReserve, type StellarSettings, spendableOf } from '../accounts.server.ts'
import { accountAnswer, rootAnswer } from '../answers.ts'
import { fromStroops, isStellarAddress } from '../envelope.server.ts'
import { type Horizon, unavailable } from '../horizon/horizon.server.ts'
import { openHorizons } from '../horizon/horizons.server.ts'
import { sendEnvelope } from '../treasury.server.ts'
import {
  claimableBalancesAnswer,
  type HeldOperationAnswer,
  heldAccountAnswer,
  heldOperationsAnswer,
} from './answers.ts'
import { readBalance, readTwoSignatureAccount } from './readings.ts'
import { isLockFor, readHash, readSigned, withSignatures } from './signatures.server.ts'
import { buildExit, buildExpiry, buildLock, type Chain, hashOf, xdrOf } from './transactions.server.ts'

/** What a wallet's own transaction bids for each operation, in stroops; the clearing price is charged. */
export const WALLET_FEE = '100000'
/** People read, find their wallet, and think. */
const SECONDS_TO_SIGN = 3_600
const SECONDS_TO_CLAIM = 30 * 86_400
/** A balance binds as many base reserves as it has claimants. */
const CLAIMANTS = 2
const PAGE = 200
/** Whoever makes more balances for an account than this has paid a reserve for each. */
const MOST_PAGES = 10
/** Balances about which one look asks; the next look asks about others. */
const MOST_NEW = 20

export function openStellarHeld(settings: StellarSettings): StellarHeld {
  const horizons = openHorizons(settings)
  const { passphrase } = settings
  return {
    network: 'stellar',
    obstaclesTo: (terms, when) => horizons.use((horizon) => findObstacles(horizon, { terms, when }, settings)),
    readAccount: (terms, of) => horizons.use((horizon) => readAccount(horizon, { terms, of }, settings)),
    writeLock: (terms, account) => horizons.use((horizon) => writeLock(horizon, { terms, account }, settings)),
    findLocks: (terms, account, known = new Set()) =>
      horizons.prove((horizon) => findLocks(horizon, { terms, account, known }, settings)),
    findClaim: (balanceId) => horizons.prove((horizon) => findClaim(horizon, balanceId)),
    writeExit: (exit) => unsigned(buildExit(exit, settings), String(exit.maxTime)),
    writeExpiry: (terms, of) => horizons.use((horizon) => writeExpiry(horizon, { terms, ...of }, settings)),
    readHash: (xdr) => readHash(xdr, passphrase),
    isLockFor: (xdr, account) => isLockFor(xdr, account, passphrase),
    readSigned: (xdr, expected) => readSigned(xdr, expected, passphrase),
    withSignatures: (xdr, signatures) => withSignatures(xdr, signatures, passphrase),
    send: (xdr) => horizons.use((horizon) => sendEnvelope(horizon, xdr)),
    async close() {
      for (const one of horizons.all) one.close()
    },
  }
}

function unsigned(transaction: Parameters<typeof hashOf>[0] & Parameters<typeof xdrOf>[0], validUntil: string) {
  return { hash: hashOf(transaction), xdr: xdrOf(transaction), validUntil }
}

async function findObstacles(
  horizon: Horizon,
  { terms, when }: { terms: HoldTerms; when: HeldMoment },
  settings: StellarSettings,
): Promise<HeldObstacles> {
  const { buyerWallet, sellerWallet } = terms
  if (buyerWallet === sellerWallet) return { buyer: 'same_wallet', seller: 'same_wallet' }
  const find = (address: string) =>
    findHeldObstacle(horizon, { asset: terms.asset, address, room: roomFor(terms, address, when) }, settings)
  const [buyer, seller] = [await find(buyerWallet), await find(sellerWallet)]
  const isShort = buyer === null && when === 'before_locking' && !(await canLock(horizon, terms, settings))
  return { buyer: isShort ? 'funds_short' : buyer, seller }
}

/** What an account must have room for; null: it only has to be there. */
function roomFor(terms: HoldTerms, address: string, when: HeldMoment): Decimal | null {
  if (when !== 'before_locking') {
    const amount = when.shares.find((share) => share.address === address)?.amount
    return amount === undefined ? null : new Decimal(amount)
  }
  // What the buyer is to lock lies on the line still, and leaves it room to come back.
  return address === terms.buyerWallet ? new Decimal(0) : terms.amount
}

async function findHeldObstacle(
  horizon: Horizon,
  { asset, address, room }: { asset: HoldTerms['asset']; address: string; room: Decimal | null },
  settings: StellarSettings,
): Promise<HeldObstacle | null> {
  if (!isStellarAddress(address)) return 'address_invalid'
  // The payment of a payout creates an account of XLM that is missing; the way out of an escrow does not.
  const account = await horizon.get(`/accounts/${address}`, accountAnswer)
  if (account === null) return 'account_missing'
  const obstacle = room && (await findObstacle(horizon, { asset, address, memo: null, amount: room }, settings))
  if (obstacle !== null) return obstacle
  const own = account.body.signers.find(({ key }) => key === address)
  return own?.weight === 0 ? 'key_disabled' : null
}

async function canLock(
  horizon: Horizon,
  { asset, amount, buyerWallet: account }: HoldTerms,
  settings: StellarSettings,
): Promise<boolean> {
  const own = (await readBaseReserve(horizon)).times(CLAIMANTS).plus(fromStroops(WALLET_FEE))
  const spendable = async (of: 'XLM' | 'USDC') =>
    (await spendableOf(horizon, { account, asset: of }, settings)) ?? own.times(0)
  const xlm = await spendable('XLM')
  if (asset === 'XLM') return xlm.gte(amount.plus(own))
  return xlm.gte(own) && (await spendable('USDC')).gte(amount)
}

async function readAccount(
  horizon: Horizon,
  { terms, of }: { terms: HoldTerms; of: Trustees & { account: string } },
  chain: Chain,
) {
  const found = await horizon.get(`/accounts/${encodeURIComponent(of.account)}`, heldAccountAnswer)
  if (found === null) return null
  return {
    nextSequence: (BigInt(found.body.sequence) + 1n).toString(),
    differences: compareAccount(terms, of, readTwoSignatureAccount(found.body, chain)),
  }
}

async function writeLock(
  horizon: Horizon,
  { terms, account }: { terms: HoldTerms; account: string },
  chain: Chain,
): Promise<(UnsignedTransaction & { balanceId: string }) | null> {
  const sequence = await readNextSequence(horizon, terms.buyerWallet)
  if (sequence === null) return null
  const maxTime = String(Math.min((await readClock(horizon)) + SECONDS_TO_SIGN, terms.deadline - 1))
  const frame = { source: terms.buyerWallet, sequence, maxTime, feeStroops: WALLET_FEE, account }
  const transaction = buildLock(terms, frame, chain)
  return { ...unsigned(transaction, maxTime), balanceId: transaction.getClaimableBalanceId(0) }
}

async function writeExpiry(
  horizon: Horizon,
  of: { terms: HoldTerms; balanceId: string; closing: string | null },
  chain: Chain,
): Promise<(UnsignedTransaction & { sequence: string }) | null> {
  const { terms, balanceId, closing } = of
  const sequence = await readNextSequence(horizon, terms.buyerWallet)
  if (sequence === null) return null
  const validUntil = String(Math.max(await readClock(horizon), terms.deadline) + SECONDS_TO_CLAIM)
  const feeStroops = closing === null ? WALLET_FEE : '0'
  const transaction = buildExpiry(terms, { balanceId, sequence, validUntil, closing, feeStroops }, chain)
  return { ...unsigned(transaction, validUntil), sequence }
}

async function readNextSequence(horizon: Horizon, address: string): Promise<string | null> {
  const found = await horizon.get(`/accounts/${encodeURIComponent(address)}`, accountAnswer)
  return found && (BigInt(found.body.sequence) + 1n).toString()
}

/** The ledger's own clock, by which all its dates go. Unix seconds. */
async function readClock(horizon: Horizon): Promise<number> {
  const { history_latest_ledger_closed_at: closedAt } = await horizon.read('/', rootAnswer)
  return Math.floor(Date.parse(closedAt) / 1000)
}

async function findLocks(
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

async function findClaim(horizon: Horizon, balanceId: string): Promise<FoundClaim | null> {
  const history = await readOperations(
    horizon,
    `/claimable_balances/${encodeURIComponent(balanceId)}/operations`,
    'desc',
  )
  const claim = history.find(({ type }) => type === 'claim_claimable_balance')
  if (claim === undefined) return null
  const { transaction_hash: hash, created_at: at, source_account: claimant } = claim
  const operations = await readOperations(horizon, `/transactions/${hash}/operations`, 'asc')
  const paid = operations.flatMap(({ type, from, to, amount }) =>
    type === 'payment' && from === claimant && to !== undefined && amount !== undefined
      ? [{ address: to, amount: plain(new Decimal(amount)) }]
      : [],
  )
  return { claimant, hash, at: new Date(at), paid }
}

/** The first or last of them, as many as a page has; failed ones are none. */
async function readOperations(horizon: Horizon, path: string, order: 'asc' | 'desc'): Promise<HeldOperationAnswer[]> {
  const answer = await horizon.get(`${path}?order=${order}&limit=${PAGE}`, heldOperationsAnswer)
  return (answer?.body._embedded.records ?? []).filter(({ transaction_successful: isDone }) => isDone)
}
