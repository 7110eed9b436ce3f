/** The pool of tickets on the paying account: one for each payout under way. */
import { type FindTaken, type SignedSlots, TreasuryWaits } from '../../ledger.ts'
import { loadAccount, spendableXrp } from '../accounts.server.ts'
import { ticketsAnswer } from '../answers.ts'
import { signTransaction } from '../blob.server.ts'
import { isDenied, type Session, unavailable } from '../session.server.ts'
import { chooseTerms, type XrplSigner } from './submission.server.ts'

/** Made at once at least, so that the next payouts find one. Each takes an owner reserve, 0.2 XRP in public. */
const BATCH = 10
const TICKETS_PAGE = 200

/** The lowest free tickets, at most `wanted`. Throws LedgerUnavailable. */
export async function findFreeTickets(
  session: Session,
  signer: XrplSigner,
  { wanted, findTaken }: { wanted: number; findTaken: FindTaken },
): Promise<string[]> {
  const tickets = (await listTickets(session, signer.key.address)).toSorted((a, b) => a - b).map(String)
  const taken = await findTaken(tickets)
  return tickets.filter((ticket) => !taken.has(ticket)).slice(0, wanted)
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

/**
 * Signs a transaction that makes `count` tickets, or as many as the reserves allow. Null: there are as many as the
 * settings allow. Throws LedgerUnavailable, and TreasuryWaits when there is no reserve for a single one.
 */
export async function signTickets(
  session: Session,
  signer: XrplSigner,
  { count, isUrgent }: { count: number; isUrgent: boolean },
): Promise<SignedSlots | null> {
  const address = signer.key.address
  const account = await loadAccount(session, address)
  if (account === null) throw unavailable(`the paying account ${address} is not on the ledger`)
  const room = signer.tickets - (await listTickets(session, address)).length
  if (room < 1) return null
  const affordable = spendableXrp(account, session).div(session.reserves().perObject).floor().toNumber()
  if (affordable < 1) {
    throw new TreasuryWaits('xrpl', 'float', 'the paying account has no XRP left for the reserve of a ticket')
  }
  const { newest, terms } = await chooseTerms(session, signer, { isUrgent })
  const creation = {
    TransactionType: 'TicketCreate' as const,
    ...terms,
    Sequence: account.Sequence,
    // A nearly empty account must not lock what it has to pay out.
    TicketCount: affordable < BATCH ? 1 : Math.min(Math.max(count, BATCH), affordable, room),
  }
  const { hash, blob } = await signTransaction(creation, signer.key)
  return {
    network: 'xrpl',
    hash,
    blob,
    source: address,
    sequence: String(account.Sequence),
    validUntil: String(terms.LastLedgerSequence),
    validFrom: String(newest),
    // The reserve of tickets stays on the account.
    funds: {},
  }
}
