/** The XRP Ledger behind the port `XrplOnchain`: the state of escrows, and what the buyer's wallet signs. No key. */
import { hashes } from 'xrpl'
import { looksLikeHash, normalizeHash } from '#app/kernel/domain/assets.ts'
import { compareEscrow, type DepositedEscrow } from '#app/trade/onchain/domain/differences.ts'
import type { WalletSeen } from '#app/trade/onchain/domain/draft.ts'
import type { OnchainTerms } from '#app/trade/onchain/domain/terms.ts'
import type {
  EscrowCreateDraft,
  EscrowEnd,
  EscrowKey,
  FoundEscrow,
  LedgerFinding,
  OnchainMoment,
  OnchainObstacle,
  OnchainObstacles,
  XrplOnchain,
} from '../../onchain.ts'
import { findObstacle, loadAccount, spendableXrp } from '../accounts.server.ts'
import { accountTxAnswer, txAnswer, type ValidatedTransaction } from '../answers.ts'
import { hashesTo } from '../blob.server.ts'
import { openConnections } from '../connections.server.ts'
import { LEDGER_EPOCH_SECONDS, readNewest } from '../history.server.ts'
import type { XrplSettings } from '../ledger.server.ts'
import { fromDrops, readTag } from '../payments.ts'
import { isDenied, type Session, unavailable } from '../session.server.ts'
import { toDrops, writeTag } from '../treasury.server.ts'
import { type EscrowFields, escrowCreateFields, escrowEntryAnswer, escrowsAnswer } from './answers.ts'

const LSF_DISALLOW_XRP = 0x00080000
/** The most that a wallet may pay for the deposit, in drops. */
const MOST_WALLET_FEE = '5000'
const PAGE = 200
/** How many pages of the owner's transactions are searched for the end of an escrow. */
const MOST_PAGES = 50

/** `payers` of the settings: the account that sends finishes; a seller with deposit authorization has to admit it. */
export function openXrplOnchain(settings: XrplSettings): XrplOnchain {
  const lines = openConnections(settings)
  return {
    network: 'xrpl',
    obstaclesTo: (terms, when) => lines.ask((session) => findObstacles(session, { terms, when }, settings)),
    writeCreate,
    readWallet: (address) => lines.ask((session) => readWallet(session, address)),
    findCreated: (terms, of) => lines.ask((session) => findCreated(session, terms, of)),
    findHeldBy: (terms, conditions) => lines.ask((session) => findOnchainBy(session, terms, conditions)),
    findEnd: (escrow) => lines.ask((session) => findEnd(session, escrow)),
    close: lines.close,
  }
}

async function findObstacles(
  session: Session,
  { terms, when }: { terms: OnchainTerms; when: OnchainMoment },
  settings: XrplSettings,
): Promise<OnchainObstacles> {
  const { buyerWallet, sellerWallet, sellerTag, amount } = terms
  if (buyerWallet === sellerWallet) return { buyer: 'same_wallet', seller: 'same_wallet' }
  const find = async (address: string, memo: string | null): Promise<OnchainObstacle | null> => {
    const payee = { asset: 'XRP' as const, address, memo, amount }
    return findObstacle(async () => session, payee, settings)
  }
  const [buyer, seller] = [await loadAccount(session, buyerWallet), await loadAccount(session, sellerWallet)]
  // A payment creates a missing account; for an escrow it must exist when the escrow is made and when it ends.
  const missing = async (address: string) =>
    (await find(address, null)) === 'address_invalid' ? 'address_invalid' : 'account_missing'
  const ofSeller = seller === null ? await missing(sellerWallet) : await find(sellerWallet, sellerTag)
  const isDisallowed = ofSeller === null && seller !== null && (seller.Flags & LSF_DISALLOW_XRP) !== 0
  const ofBuyer = buyer === null ? await missing(buyerWallet) : null
  const own = fromDrops(MOST_WALLET_FEE).plus(session.reserves().perObject)
  const isShort = buyer !== null && when === 'before_locking' && spendableXrp(buyer, session).lt(amount.plus(own))
  return {
    buyer: isShort ? 'funds_short' : ofBuyer,
    seller: isDisallowed && when === 'before_locking' ? 'xrp_disallowed' : ofSeller,
  }
}

/** Throws when the terms are no escrow of XRP: another asset, part of a drop, an invalid tag. */
function writeCreate(
  terms: OnchainTerms,
  of: { condition: string; sequence: number; lastLedger: number },
): EscrowCreateDraft {
  if (terms.asset !== 'XRP') throw new Error(`${terms.asset} is not held on the XRP Ledger`)
  return {
    TransactionType: 'EscrowCreate',
    Account: terms.buyerWallet,
    Destination: terms.sellerWallet,
    ...writeTag(terms.sellerTag),
    Amount: toDrops(terms.amount),
    Condition: of.condition,
    CancelAfter: terms.deadline - LEDGER_EPOCH_SECONDS,
    Sequence: of.sequence,
    LastLedgerSequence: of.lastLedger,
    Memos: [{ Memo: { MemoData: Buffer.from(terms.reference, 'utf8').toString('hex').toUpperCase() } }],
  }
}

/** Both from one ledger: later ledgers can only raise the number. */
async function readWallet(session: Session, address: string): Promise<WalletSeen & { closedAt: Date }> {
  const { sequence: ledger, closedAt } = await readNewest(session)
  const account = await loadAccount(session, address, ledger)
  return { ledger, closedAt, sequence: account?.Sequence ?? null }
}

async function findCreated(
  session: Session,
  terms: OnchainTerms,
  { conditions, hash: asked }: { conditions: readonly string[]; hash: string },
): Promise<FoundEscrow | null> {
  if (!looksLikeHash(asked.trim())) return null
  const hash = normalizeHash('xrpl', asked)
  const answer = await session.askOr({ command: 'tx', transaction: hash }, txAnswer, ['txnNotFound'])
  if (isDenied(answer) || answer.validated !== true) return null
  if (answer.tx_json.TransactionType !== 'EscrowCreate') return null
  if (answer.meta.TransactionResult !== 'tesSUCCESS') return null
  if (answer.hash !== hash || !hashesTo(answer.tx_json, hash)) {
    throw unavailable(`rippled answered with another transaction when asked for ${hash}`)
  }
  const fields = escrowCreateFields.safeParse(answer.tx_json)
  if (!fields.success) throw unavailable(`the escrow of ${hash} cannot be read`, fields.error)
  const escrow = { owner: fields.data.Account, sequence: fields.data.TicketSequence ?? fields.data.Sequence }
  const made = readEscrow(fields.data)
  const isThere = (await findEntry(session, escrow, hash)) !== null
  return {
    ...escrow,
    hash,
    at: new Date(answer.close_time_iso),
    condition: made.condition,
    amount: made.drops === null ? null : fromDrops(made.drops),
    differences: compareEscrow(terms, conditions, made),
    end: isThere ? null : await findEnd(session, escrow),
  }
}

/** Null: it has ended. Throws when another transaction made the entry of this id. */
async function findEntry(session: Session, { owner, sequence }: EscrowKey, hash?: string) {
  const request = { command: 'ledger_entry', escrow: { owner, seq: sequence }, ledger_index: 'validated' }
  const answer = await session.askOr(request, escrowEntryAnswer, ['entryNotFound'])
  if (isDenied(answer)) return null
  const isIt = answer.index === indexOf({ owner, sequence }) && answer.node.Account === owner
  if (!isIt || (hash !== undefined && answer.node.PreviousTxnID !== hash)) {
    throw unavailable(`rippled shows another escrow than ${sequence} of ${owner}`)
  }
  return answer.node
}

async function findOnchainBy(
  session: Session,
  terms: OnchainTerms,
  conditions: readonly string[],
): Promise<LedgerFinding<FoundEscrow>> {
  const wanted = new Set(conditions.map((condition) => condition.toUpperCase()))
  const hashesOfIt: string[] = []
  // Read before the escrows: what is added meanwhile is in a later ledger.
  const { closedAt: completeTo } = await readNewest(session)
  let next: unknown
  do {
    const request = {
      command: 'account_objects',
      account: terms.buyerWallet,
      type: 'escrow',
      ledger_index: 'validated',
      limit: PAGE,
      ...(next === undefined ? {} : { marker: next }),
    }
    const answer = await session.askOr(request, escrowsAnswer, ['actNotFound', 'actMalformed'])
    if (isDenied(answer)) return { locks: [], completeTo }
    // The list also has escrows of others for this account.
    const own = answer.account_objects.filter((entry) => entry.Account === terms.buyerWallet)
    const same = own.filter(({ Condition: locked }) => locked !== undefined && wanted.has(locked.toUpperCase()))
    hashesOfIt.push(...same.map(({ PreviousTxnID }) => PreviousTxnID))
    next = answer.marker
  } while (next !== undefined)
  const locks: FoundEscrow[] = []
  for (const hash of hashesOfIt) {
    const escrow = await findCreated(session, terms, { conditions, hash })
    if (escrow !== null && escrow.end === null) locks.push(escrow)
  }
  // Within one close time the numbers of one wallet give the ledger's order, except for tickets.
  locks.sort((a, b) => a.at.getTime() - b.at.getTime() || a.sequence - b.sequence)
  return { locks, completeTo }
}

function readEscrow(fields: EscrowFields): DepositedEscrow {
  return {
    drops: typeof fields.Amount === 'string' ? fields.Amount : null,
    owner: fields.Account,
    destination: fields.Destination,
    tag: readTag(fields),
    condition: fields.Condition?.toUpperCase() ?? null,
    cancelAfter: toUnix(fields.CancelAfter),
    finishAfter: toUnix(fields.FinishAfter),
  }
}

function toUnix(seconds: number | undefined): number | null {
  return seconds === undefined ? null : seconds + LEDGER_EPOCH_SECONDS
}

/**
 * Finds the transaction that deleted the entry, searching the owner's from the newest back. Null: it still exists.
 * Throws LedgerUnavailable when this server does not have that transaction.
 */
async function findEnd(session: Session, escrow: EscrowKey): Promise<EscrowEnd | null> {
  if ((await findEntry(session, escrow)) !== null) return null
  const index = indexOf(escrow)
  let next: unknown
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const request = {
      command: 'account_tx',
      account: escrow.owner,
      ledger_index_min: -1,
      ledger_index_max: -1,
      forward: false,
      limit: PAGE,
      ...(next === undefined ? {} : { marker: next }),
    }
    const answer = await session.askOr(request, accountTxAnswer, ['actNotFound'])
    if (isDenied(answer)) break
    const ending = answer.transactions.find((transaction) => isEndOf(transaction, index))
    if (ending !== undefined) return toEnd(ending)
    next = answer.marker
    if (next === undefined) break
  }
  throw unavailable(`rippled does not show what ended escrow ${escrow.sequence} of ${escrow.owner}`)
}

function isEndOf({ meta }: ValidatedTransaction, index: string): boolean {
  return meta.AffectedNodes.some((node) => {
    return (
      'DeletedNode' in node && node.DeletedNode.LedgerEntryType === 'Escrow' && node.DeletedNode.LedgerIndex === index
    )
  })
}

function toEnd({ tx_json: tx, hash, close_time_iso: at }: ValidatedTransaction): EscrowEnd {
  const kind = tx.TransactionType === 'EscrowFinish' ? 'finished' : 'cancelled'
  return { kind, hash, at: new Date(at), by: tx.Account }
}

function indexOf({ owner, sequence }: EscrowKey): string {
  return hashes.hashEscrow(owner, sequence).toUpperCase()
}
