/** Outcomes of our own transactions, judged only by what the ledger holds, never by a submission's answer. */
import type { PayoutOutcome, SignedPayout } from '../../ledger.ts'
import { readValidatedLedger } from '../accounts.server.ts'
import {
  accountInfoAnswer,
  accountTxAnswer,
  ledgerEntryAnswer,
  txAnswer,
  type ValidatedTransaction,
} from '../answers.ts'
import { readBlob } from '../blob.server.ts'
import { fromDrops } from '../payments.ts'
import { isDenied, type Session, unavailable } from '../session.server.ts'

/** rippled's largest page. */
const PAGE = 200
/** Incoming payments are in the account's list, too: a flood of them costs at most this many requests. */
const MOST_PAGES = 50

/** One read of the account's newest transactions, back to the oldest ledger in which one of these could be. */
export async function findNewestOutcomes(
  session: Session,
  account: string,
  signed: readonly SignedPayout[],
): Promise<Map<string, PayoutOutcome>> {
  const first = Math.min(...signed.map(({ validFrom, validUntil }) => Number(validFrom ?? validUntil)))
  const newest = await readValidatedLedger(session)
  if (first > newest) return new Map()
  const request = {
    command: 'account_tx',
    account,
    ledger_index_min: first,
    ledger_index_max: newest,
    forward: false,
    limit: PAGE,
  }
  const answer = await session.askOr(request, accountTxAnswer, ['actNotFound', 'lgrIdxMalformed'])
  if (isDenied(answer)) return new Map()
  const byHash = new Map(answer.transactions.map((transaction) => [transaction.hash, transaction]))
  return new Map(
    signed.flatMap((one) => {
      const transaction = byHash.get(one.hash)
      return transaction === undefined ? [] : [[one.hash, judge(transaction, one)]]
    }),
  )
}

/**
 * A transaction's end is proved by its ticket or the account's own number, never by the search for its hash: a server
 * remembers what it refused and shows it as not validated, and `searched_all` is false beside empty ledgers
 * (decision 140).
 *
 * In this order, from one server: the newest validated ledger L; the transaction, which counts when validated; then,
 * once L is past the last ledger in which it could be, its ticket or number in the state of L. Unused: it never can be
 * in a ledger. Used: the user is searched among the account's own. Throws LedgerUnavailable with the hash of another
 * transaction that used it: then nothing may be signed again.
 */
export async function findOutcome(session: Session, signed: SignedPayout): Promise<PayoutOutcome> {
  const newest = await readValidatedLedger(session)
  const answer = await session.askOr({ command: 'tx', transaction: signed.hash }, txAnswer, ['txnNotFound'])
  if (!isDenied(answer) && answer.validated === true) return judge(answer, signed)
  if (newest <= Number(signed.validUntil)) return { kind: 'pending' }
  const isUnused = await (usesTicket(signed) ? hasTicket : hasNumber)(session, signed, newest)
  if (isUnused === null) return { kind: 'pending' }
  return isUnused ? { kind: 'expired' } : judge(await findUser(session, signed, newest), signed)
}

/** Whether the ticket exists in this ledger. Null: this server does not have the ledger's state. */
async function hasTicket(session: Session, signed: SignedPayout, ledger: number): Promise<boolean | null> {
  const request = {
    command: 'ledger_entry',
    ticket: { account: signed.source, ticket_seq: readTicket(signed.sequence) },
    ledger_index: ledger,
  }
  const answer = await session.askOr(request, ledgerEntryAnswer, ['entryNotFound', 'lgrNotFound'])
  if (!isDenied(answer)) return answer.node.LedgerEntryType === 'Ticket' ? true : null
  return answer.denied === 'lgrNotFound' ? null : false
}

/** The same for a transaction that uses the account's own number: the making of tickets. */
async function hasNumber(session: Session, signed: SignedPayout, ledger: number): Promise<boolean | null> {
  const request = { command: 'account_info', account: signed.source, ledger_index: ledger }
  const answer = await session.askOr(request, accountInfoAnswer, ['lgrNotFound'])
  return isDenied(answer) ? null : answer.account_data.Sequence <= Number(signed.sequence)
}

/**
 * The number is used up, but the transaction was not found: searches the account's own transactions from the first
 * ledger in which ours could be. Another one may have used it; a ticket may also have been used before that ledger.
 */
async function findUser(session: Session, signed: SignedPayout, newest: number): Promise<ValidatedTransaction> {
  const what = `${usesTicket(signed) ? 'ticket' : 'number'} ${signed.sequence} of ${signed.source}`
  const used = `${what} is used up but transaction ${signed.hash} is on no ledger`
  const first = Number(signed.validFrom ?? signed.validUntil)
  let marker: unknown
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const request = {
      command: 'account_tx',
      account: signed.source,
      ledger_index_min: first,
      ledger_index_max: newest,
      forward: true,
      limit: PAGE,
      ...(marker === undefined ? {} : { marker }),
    }
    const answer = await session.askOr(request, accountTxAnswer, ['lgrIdxMalformed', 'invalidLgrRange'])
    if (isDenied(answer) || answer.ledger_index_min > first || answer.ledger_index_max < newest) {
      throw unavailable(`${used} that this server still has: it lacks ledgers from ${first} on`)
    }
    const user = answer.transactions.find((transaction) => isNumberOf(transaction, signed))
    if (user?.hash === signed.hash) return user
    if (user !== undefined) throw unavailable(`${used}: ${user.hash} used it; explain that one on the desk`)
    marker = answer.marker
    if (marker === undefined) break
  }
  throw unavailable(`${used}, and nothing from ledger ${first} on used it: look for it by hand`)
}

function isNumberOf({ tx_json: tx }: ValidatedTransaction, signed: SignedPayout): boolean {
  if (tx.Account !== signed.source) return false
  return String(usesTicket(signed) ? tx.TicketSequence : tx.Sequence) === signed.sequence
}

function usesTicket({ blob }: SignedPayout): boolean {
  return readBlob(blob).TicketSequence !== undefined
}

function judge(transaction: ValidatedTransaction, signed: SignedPayout): PayoutOutcome {
  if (transaction.hash !== signed.hash)
    throw unavailable(`rippled answered with ${transaction.hash} for ${signed.hash}`)
  const { TransactionResult: code, delivered_amount: delivered } = transaction.meta
  const feePaid = fromDrops(transaction.tx_json.Fee)
  if (code !== 'tesSUCCESS') return { kind: 'failed', code, feePaid }
  // XRP to XRP is never partial; if it were, the payee must not count as paid in full.
  const isPayment = transaction.tx_json.TransactionType === 'Payment'
  if (isPayment && (delivered === undefined || delivered !== transaction.tx_json.DeliverMax)) {
    throw unavailable(`transaction ${signed.hash} did not deliver what was signed`)
  }
  return { kind: 'settled', hash: transaction.hash, at: new Date(transaction.close_time_iso), feePaid }
}

/** The number of a ticket. Throws when the text is not one. */
export function readTicket(lane: string): number {
  if (!/^[1-9]\d{0,9}$/.test(lane)) throw new Error(`"${lane}" is no ticket`)
  return Number(lane)
}
