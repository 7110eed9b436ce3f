/** What the ledger knows of our own transactions, judged by what it holds, never by what a submission answered. */
import type { PayoutOutcome, SignedPayout } from '../ledger.ts'
import { readValidatedLedger } from './accounts.server.ts'
import {
  accountInfoAnswer,
  accountTxAnswer,
  ledgerEntryAnswer,
  txAnswer,
  type ValidatedTransaction,
} from './answers.ts'
import { readBlob } from './blob.server.ts'
import { fromDrops } from './payments.ts'
import { isDenied, type Session, unavailable } from './session.server.ts'

/** The most that a server gives in one page. */
const PAGE = 200

/** One look at the account's transactions, the newest first, no older than the oldest of these. */
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
 * First the newest validated ledger, then the transaction, so that one which is validated in between is not missed.
 * Gone for good is only what the server has searched every possible ledger for, with its number not used up in a ledger
 * after the last of them.
 */
export async function findOutcome(session: Session, signed: SignedPayout): Promise<PayoutOutcome> {
  const newest = await readValidatedLedger(session)
  const last = Number(signed.validUntil)
  const request = {
    command: 'tx',
    transaction: signed.hash,
    min_ledger: Number(signed.validFrom ?? signed.validUntil),
    max_ledger: last,
  }
  const answer = await session.askOr(request, txAnswer, ['txnNotFound'])
  if (!isDenied(answer)) return answer.validated === true ? judge(answer, signed) : { kind: 'pending' }
  if (newest <= last || !answer.searchedAll) return { kind: 'pending' }
  const hasTicket = readBlob(signed.blob).TicketSequence !== undefined
  return (await (hasTicket ? findTicket : findSequence)(session, signed, newest)) ?? { kind: 'pending' }
}

async function findTicket(session: Session, signed: SignedPayout, newest: number): Promise<PayoutOutcome | null> {
  const request = {
    command: 'ledger_entry',
    ticket: { account: signed.source, ticket_seq: readTicket(signed.sequence) },
    ledger_index: newest,
  }
  const answer = await session.askOr(request, ledgerEntryAnswer, ['entryNotFound', 'lgrNotFound'])
  if (!isDenied(answer)) return answer.node.LedgerEntryType === 'Ticket' ? { kind: 'expired' } : null
  if (answer.denied === 'lgrNotFound') return null
  // Another transaction used it: a lost row of ours or a stranger with the key. Signing again could pay twice.
  throw unavailable(
    `ticket ${signed.sequence} of ${signed.source} is used up but transaction ${signed.hash} is on no ledger: look for InvoiceID and ticket by hand`,
  )
}

/** The same for a transaction that uses the account's own sequence: the making of tickets. */
async function findSequence(session: Session, signed: SignedPayout, newest: number): Promise<PayoutOutcome | null> {
  const request = { command: 'account_info', account: signed.source, ledger_index: newest }
  const answer = await session.askOr(request, accountInfoAnswer, ['lgrNotFound'])
  if (isDenied(answer)) return null
  if (answer.account_data.Sequence <= Number(signed.sequence)) return { kind: 'expired' }
  throw unavailable(
    `number ${signed.sequence} of ${signed.source} is used up but transaction ${signed.hash} is on no ledger: look for it by hand`,
  )
}

function judge(transaction: ValidatedTransaction, signed: SignedPayout): PayoutOutcome {
  if (transaction.hash !== signed.hash)
    throw unavailable(`rippled answered with ${transaction.hash} for ${signed.hash}`)
  const { TransactionResult: code, delivered_amount: delivered } = transaction.meta
  const feePaid = fromDrops(transaction.tx_json.Fee)
  if (code !== 'tesSUCCESS') return { kind: 'failed', code, feePaid }
  // XRP to XRP is never partial; should it be, no one may believe that the payee has it all.
  const isPayment = transaction.tx_json.TransactionType === 'Payment'
  if (isPayment && (delivered === undefined || delivered !== transaction.tx_json.DeliverMax)) {
    throw unavailable(`transaction ${signed.hash} did not deliver what was signed`)
  }
  return { kind: 'settled', hash: transaction.hash, at: new Date(transaction.close_time_iso), feePaid }
}

/** The number of a ticket. Throws when it is none. */
export function readTicket(lane: string): number {
  if (!/^[1-9]\d{0,9}$/.test(lane)) throw new Error(`"${lane}" is no ticket`)
  return Number(lane)
}
