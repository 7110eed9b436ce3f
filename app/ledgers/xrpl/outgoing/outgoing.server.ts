import { z } from 'zod'
import type { AccountNumbers, Outgoing, OutgoingPage } from '../../outgoing.ts'
import { readValidatedLedger } from '../accounts.server.ts'
import { accountInfoAnswer, accountTxAnswer, serverInfoAnswer, ticketsAnswer } from '../answers.ts'
import { isXrplAddress } from '../blob.server.ts'
import type { openConnections } from '../connections.server.ts'
import { readCursor, writeCursor, type XrplCursor } from '../cursor.ts'
import { isDenied, type Session, unavailable } from '../session.server.ts'
import { readOutgoing } from './outgoing.ts'

const PAGE_LIMIT = 200
const TICKETS_PAGE = 200

/** Every transaction that touches an account changes PreviousTxnID. */
const markedAccountAnswer = z.object({
  validated: z.literal(true),
  account_data: z.object({ Sequence: z.number(), OwnerCount: z.number(), PreviousTxnID: z.string() }),
})

/** Each read uses one server from start to end. */
export function openOutgoing(lines: Pick<ReturnType<typeof openConnections>, 'ask'>): Outgoing {
  return {
    markOf: (account) => lines.ask((session) => readMark(session, account)),
    numbersOf: (account) => lines.ask((session) => readNumbers(session, account)),
    head: () => lines.ask(async (session) => writeCursor({ done: await readValidatedLedger(session) })),
    outgoingOf: (account, page) => lines.ask((session) => readPage(session, account, page)),
  }
}

async function readMark(session: Session, account: string): Promise<string | null> {
  if (!isXrplAddress(account)) return null
  const request = { command: 'account_info', account, ledger_index: 'validated' }
  const answer = await session.askOr(request, markedAccountAnswer, ['actNotFound'])
  if (isDenied(answer)) return null
  const { Sequence, OwnerCount, PreviousTxnID } = answer.account_data
  return [Sequence, OwnerCount, PreviousTxnID].join(' ')
}

/** Number and tickets of the same ledger. */
async function readNumbers(session: Session, account: string): Promise<AccountNumbers> {
  const ledger = await readValidatedLedger(session)
  const { account_data: data } = await session.ask(
    { command: 'account_info', account, ledger_index: ledger },
    accountInfoAnswer,
  )
  const tickets: string[] = []
  let marker: unknown
  do {
    const request = {
      command: 'account_objects',
      account,
      type: 'ticket',
      ledger_index: ledger,
      limit: TICKETS_PAGE,
      ...(marker === undefined ? {} : { marker }),
    }
    const answer = await session.ask(request, ticketsAnswer)
    tickets.push(...answer.account_objects.map(({ TicketSequence }) => String(TicketSequence)))
    marker = answer.marker
  } while (marker !== undefined)
  return { sequence: String(data.Sequence), tickets }
}

type Page = { after: string | null; limit: number }

/** As the pages of payments: the range is explicit, and checked in the answer. */
async function readPage(session: Session, account: string, page: Page): Promise<OutgoingPage> {
  const newest = await readValidatedLedger(session)
  const cursor = page.after === null ? { done: (await readStartOfHistory(session)) - 1 } : readCursor(page.after)
  // The server lags, or shows another chain: either way it does not know everything that left.
  if (cursor.done > newest) {
    throw unavailable(`rippled ends at ledger ${newest}, what left is read up to ${cursor.done} already`)
  }
  const upTo = cursor.range?.upTo ?? newest
  if (upTo > newest) throw unavailable(`rippled is at ledger ${newest}, a page of ledgers up to ${upTo} was begun`)
  if (upTo <= cursor.done) return { transactions: [], cursor: writeCursor(cursor), caughtUp: true }
  return readRange(session, account, { cursor, upTo, limit: Math.min(Math.max(page.limit, 1), PAGE_LIMIT) })
}

async function readRange(
  session: Session,
  account: string,
  { cursor, upTo, limit }: { cursor: XrplCursor; upTo: number; limit: number },
): Promise<OutgoingPage> {
  const request = {
    command: 'account_tx',
    account,
    ledger_index_min: cursor.done + 1,
    ledger_index_max: upTo,
    forward: true,
    limit,
    ...(cursor.range === undefined ? {} : { marker: cursor.range.marker }),
  }
  const denials = cursor.range === undefined ? ['actNotFound'] : ['actNotFound', 'invalidParams']
  const answer = await session.askOr(request, accountTxAnswer, denials)
  if (isDenied(answer)) {
    // A marker means nothing to another server: the range is read again from its start, which costs only time.
    if (answer.denied === 'invalidParams') {
      return readRange(session, account, { cursor: { done: cursor.done }, upTo, limit })
    }
    return { transactions: [], cursor: writeCursor(cursor), caughtUp: true }
  }
  if (answer.ledger_index_min > cursor.done + 1 || answer.ledger_index_max < upTo) {
    throw unavailable(
      `rippled searched ledgers ${answer.ledger_index_min} to ${answer.ledger_index_max} in place of ${cursor.done + 1} to ${upTo}`,
    )
  }
  const inOrder = answer.transactions.toSorted(
    (a, b) => a.ledger_index - b.ledger_index || a.meta.TransactionIndex - b.meta.TransactionIndex,
  )
  const isLast = answer.marker === undefined
  return {
    transactions: inOrder.flatMap((item) => readOutgoing(item, account) ?? []),
    cursor: writeCursor(isLast ? { done: upTo } : { done: cursor.done, range: { upTo, marker: answer.marker ?? '' } }),
    caughtUp: isLast,
  }
}

/** The first ledger from which the server has all up to the newest. */
async function readStartOfHistory(session: Session): Promise<number> {
  const { complete_ledgers: complete } = (await session.ask({ command: 'server_info' }, serverInfoAnswer)).info
  // Such as "32570-6595042,6595045-90000000": the last range is the one that is growing.
  const start = /(?:^|,)(\d{1,10})(?:-\d{1,10})?$/.exec(complete)?.[1]
  if (start === undefined) throw unavailable(`rippled has no complete ledgers ("${complete}")`)
  return Number(start)
}
