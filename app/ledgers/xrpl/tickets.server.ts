/** The pool of tickets on the paying account: one for each payout under way. */
import { setTimeout as wait } from 'node:timers/promises'
import type { FindTaken } from '../ledger.ts'
import { loadAccount, spendableXrp } from './accounts.server.ts'
import { ticketsAnswer, txAnswer } from './answers.ts'
import { signTransaction } from './blob.server.ts'
import { isDenied, type Session, unavailable } from './session.server.ts'
import { chooseTerms, type Signer, submit } from './submission.server.ts'

/** Tickets made at once. Each unused one locks an owner reserve, 0.2 XRP on the public network. */
const BATCH = 10
const TICKETS_PAGE = 200
const POLL_MS = 500
/** Two minutes: longer than a transaction of ours stays valid on a network that closes ledgers. */
const POLLS = 240

/**
 * The lowest ticket that is not taken; makes a batch when none is left and waits until it is validated. A crash in
 * between costs nothing but spare tickets. Throws LedgerUnavailable, also when the reserve for a ticket is missing.
 */
export async function reserveTicket(session: Session, signer: Signer, findTaken: FindTaken): Promise<string> {
  const free = await findFreeTicket(session, signer, findTaken)
  if (free !== null) return free
  await createTickets(session, signer)
  const made = await findFreeTicket(session, signer, findTaken)
  if (made === null) throw unavailable('rippled does not show the tickets that were just made')
  return made
}

async function findFreeTicket(session: Session, signer: Signer, findTaken: FindTaken): Promise<string | null> {
  const tickets = await listTickets(session, signer.wallet.classicAddress)
  const taken = await findTaken(tickets.map(String))
  const free = tickets.filter((ticket) => !taken.has(String(ticket)))
  return free.length === 0 ? null : String(Math.min(...free))
}

async function listTickets(session: Session, account: string): Promise<number[]> {
  const tickets: number[] = []
  let marker: unknown
  do {
    const request = {
      command: 'account_objects',
      account,
      type: 'ticket',
      ledger_index: 'validated',
      limit: TICKETS_PAGE,
      ...(marker === undefined ? {} : { marker }),
    }
    const answer = await session.askOr(request, ticketsAnswer, ['actNotFound'])
    if (isDenied(answer)) throw unavailable(`the paying account ${account} is not on the ledger`)
    tickets.push(...answer.account_objects.map(({ TicketSequence }) => TicketSequence))
    marker = answer.marker
  } while (marker !== undefined)
  return tickets
}

async function createTickets(session: Session, signer: Signer): Promise<void> {
  const account = await loadAccount(session, signer.wallet.classicAddress)
  if (account === null) throw unavailable(`the paying account ${signer.wallet.classicAddress} is not on the ledger`)
  const affordable = spendableXrp(account, session).div(session.reserves().perObject)
  if (affordable.lt(1)) throw unavailable('the paying account has no XRP left for the reserve of a ticket')
  const { newest, terms } = await chooseTerms(session, signer)
  const creation = {
    TransactionType: 'TicketCreate' as const,
    ...terms,
    Sequence: account.Sequence,
    // An account that is nearly empty should not lock what it has to pay out.
    TicketCount: affordable.lt(BATCH) ? 1 : BATCH,
  }
  const { hash, blob } = signTransaction(creation, signer.wallet)
  const { note } = await submit(session, blob)
  const request = { command: 'tx', transaction: hash, min_ledger: newest, max_ledger: terms.LastLedgerSequence }
  for (let poll = 0; poll < POLLS; poll += 1) {
    const answer = await session.askOr(request, txAnswer, ['txnNotFound'])
    if (isDenied(answer)) {
      // Every ledger that could hold it has been searched: it is in none.
      if (answer.searchedAll) break
    } else if (answer.validated === true) {
      if (answer.meta.TransactionResult === 'tesSUCCESS') return
      throw unavailable(`tickets could not be made: ${answer.meta.TransactionResult}`)
    }
    await wait(POLL_MS)
  }
  throw unavailable(`tickets were not made in time; the server had said ${note}`)
}
