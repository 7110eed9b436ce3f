import { looksLikeHash, normalizeHash } from '#app/kernel/domain/assets.ts'
import type { ClaimablePage } from '../claimable.ts'
import { servedNetwork } from '../endpoints.server.ts'
import { assertSameHistory, historyGone } from '../history.ts'
import type { Ledger, LedgerMark, LedgerPayment, LedgerTransaction, PageRequest, PaymentsPage } from '../ledger.ts'
import { balanceOf, findObstacle, positionOf, spendableOf, standingOf } from './accounts.server.ts'
import { accountTxAnswer, txAnswer, type ValidatedTransaction } from './answers.ts'
import { hashesTo, isXrplAddress, unfoldXAddress } from './blob.server.ts'
import { readState } from './claimable/claims.server.ts'
import { readClaimable } from './claimable/entries.ts'
import { type ConnectionSettings, openConnections } from './connections.server.ts'
import { cursorBefore, readCursor, writeCursor, type XrplCursor } from './cursor.ts'
import { findKnownMark, readHistory, readNewest, readStartOfHistory } from './history.server.ts'
import { readMovements } from './movements.server.ts'
import { openOutgoing } from './outgoing/outgoing.server.ts'
import { readPayment, readTag } from './payments.ts'
import { isDenied, type Session, unavailable } from './session.server.ts'
import { watchAccount } from './watch.server.ts'

export type XrplSettings = ConnectionSettings & {
  /** Accounts of the platform: never a payee. */
  ownAccounts: string[]
  /** Those of them that pay: a payee with deposit authorization has to admit these, and no others. All by default. */
  payers?: string[]
}

const PAGE_LIMIT = 200
const MAIN_NETWORK = 0

export function openXrplLedger(settings: XrplSettings): Ledger {
  const lines = openConnections(settings)
  const watches = new Set<() => void>()

  return {
    network: 'xrpl',
    servedNetwork: () => servedNetwork(lines.all, (line) => line.session()),
    outgoing: openOutgoing(lines),
    findTransaction: (hash, { account }) => lines.ask((session) => findTransaction(session, hash, account)),
    paymentsTo: (account, page) => lines.askAny((session) => readPaymentsPage(session, account, page)),
    claimableBy: (account, page) => lines.askAny((session) => readClaimablePage(session, account, page)),
    stateOfClaimable: ({ ledgerId }) => lines.ask((session) => readState(session, ledgerId)),
    newestClosed: () => lines.askAny(readNewest),
    historyAt: (sequence) => lines.askAny((session) => readHistory(session, sequence)),
    cursorBefore,
    positionOf: (account) => lines.ask((session) => positionOf(session, account)),
    spendable: (account, asset) => lines.ask((session) => spendableOf(session, { account, asset })),
    balance: (account, asset) => lines.ask((session) => balanceOf(session, { account, asset })),
    movements: (account, back) => lines.ask((session) => readMovements(session, { account, ...back })),
    obstacleTo: (payee) => lines.use((line) => findObstacle(line.session, payee, settings)),
    standing: (account) => lines.ask((session) => standingOf(session, account)),
    isAddress: isXrplAddress,
    unfold: (address) => unfoldXAddress(address, { isMain: settings.networkId === MAIN_NETWORK }),
    watch(account, onActivity) {
      const stop = watchAccount(lines, account, onActivity)
      watches.add(stop)
      return () => {
        watches.delete(stop)
        stop()
      }
    },
    async close() {
      for (const stop of watches) stop()
      await lines.close()
    },
  }
}

async function findTransaction(session: Session, asked: string, account: string): Promise<LedgerTransaction | null> {
  if (!looksLikeHash(asked.trim())) return null
  const hash = normalizeHash('xrpl', asked)
  const answer = await session.askOr({ command: 'tx', transaction: hash }, txAnswer, ['txnNotFound'])
  if (isDenied(answer) || answer.validated !== true) return null
  if (answer.hash !== hash) throw unavailable(`rippled answered with ${answer.hash} when asked for ${hash}`)
  const payment = readChecked(answer, account)
  return {
    network: 'xrpl',
    hash,
    outerHash: hash,
    successful: answer.meta.TransactionResult === 'tesSUCCESS',
    memo: readTag(answer.tx_json) ?? payment?.memo ?? null,
    at: new Date(answer.close_time_iso),
    payments: payment === null ? [] : [payment],
  }
}

/**
 * As `readPayment`. A transaction that does not match its own hash is a server's invention, or has fields that this
 * version of the library does not know: a person must check it.
 */
export function readChecked(transaction: ValidatedTransaction, account: string): LedgerPayment | null {
  const payment = readPayment(transaction, account)
  if (payment === null || hashesTo(transaction.tx_json, transaction.hash)) return payment
  return { ...payment, needsReview: true }
}

/**
 * One page of the ledgers after the cursor up to the newest validated one, from a server that shows the cursor's
 * history. The range is explicit and checked in the answer: a server that lacks ledgers may else silently leave
 * payments out. An account never read begins with the server's first ledger: older payments predate our references.
 */
async function readPaymentsPage(session: Session, account: string, page: PageRequest): Promise<PaymentsPage> {
  const { transactions, reached, newest, ...read } = await readTransactions(session, account, page)
  return {
    ...read,
    payments: transactions.flatMap((item) => readChecked(item, account) ?? []),
    cursor: writeCursor(reached),
    mark: await markOf(session, { sequence: reached.done, newest, mark: page.mark }),
  }
}

/** Escrows and checks are in the transactions of the account that they name, too. */
async function readClaimablePage(
  session: Session,
  account: string,
  page: { after: string | null; limit: number },
): Promise<ClaimablePage> {
  const { transactions, reached, caughtUp } = await readTransactions(session, account, { ...page, mark: null })
  const found = transactions.flatMap((item) => readClaimable(item, account) ?? [])
  return { found, cursor: writeCursor(reached), caughtUp }
}

async function readTransactions(session: Session, account: string, page: PageRequest) {
  const { mark } = page
  const newest = await readNewest(session)
  const atMark = mark === null ? null : await findKnownMark(session, { sequence: mark.sequence, newest })
  const lacksMark = mark !== null && atMark === null && mark.sequence <= newest.sequence
  const oldest = page.after === null || lacksMark ? await readStartOfHistory(session) : null
  const cursor = page.after === null ? { done: (oldest ?? 1) - 1 } : readCursor(page.after)
  assertSameHistory('xrpl', { ledger: cursor.done, mark }, { oldest, newest, atMark })
  const upTo = cursor.range?.upTo ?? newest.sequence
  if (upTo > newest.sequence) {
    throw unavailable(`rippled is at ledger ${newest.sequence}, a page of ledgers up to ${upTo} was begun`)
  }
  const range = { cursor, upTo, limit: Math.min(Math.max(page.limit, 1), PAGE_LIMIT) }
  const read: RangePage =
    upTo <= cursor.done
      ? { transactions: [], reached: cursor, caughtUp: true }
      : await readRange(session, account, range)
  // A range that was begun earlier ends where the ledger ended then.
  return { ...read, newest, completeTo: read.caughtUp && upTo === newest.sequence ? newest.closedAt : null }
}

type Marked = { sequence: number; newest: LedgerMark; mark: LedgerMark | null }

/** A mark for the cursor: its last ledger, where the server has it. */
async function markOf(session: Session, { sequence, newest, mark }: Marked): Promise<LedgerMark> {
  if (mark?.sequence === sequence) return mark
  return (await findKnownMark(session, { sequence, newest })) ?? newest
}

type Range = { cursor: XrplCursor; upTo: number; limit: number }
type RangePage = { transactions: ValidatedTransaction[]; reached: XrplCursor; caughtUp: boolean }

async function readRange(session: Session, account: string, { cursor, upTo, limit }: Range): Promise<RangePage> {
  const request = {
    command: 'account_tx',
    account,
    ledger_index_min: cursor.done + 1,
    ledger_index_max: upTo,
    forward: true,
    limit,
    ...(cursor.range === undefined ? {} : { marker: cursor.range.marker }),
  }
  const answer = await session.askOr(request, accountTxAnswer, [
    'actNotFound',
    'lgrIdxMalformed',
    ...(cursor.range === undefined ? [] : ['invalidParams']),
  ])
  if (isDenied(answer)) {
    // A marker means nothing to another server: the range is read again from its start, which costs only time.
    if (answer.denied === 'invalidParams')
      return readRange(session, account, { cursor: { done: cursor.done }, upTo, limit })
    if (answer.denied === 'lgrIdxMalformed') throw await whyNotAll(session, { cursor, upTo })
    // The account does not exist yet.
    return { transactions: [], reached: cursor, caughtUp: true }
  }
  if (answer.ledger_index_min > cursor.done + 1 || answer.ledger_index_max < upTo) {
    throw await whyNotAll(session, { cursor, upTo })
  }
  const isLast = answer.marker === undefined
  return {
    transactions: inLedgerOrder(answer.transactions),
    reached: isLast ? { done: upTo } : { done: cursor.done, range: { upTo, marker: answer.marker ?? '' } },
    caughtUp: isLast,
  }
}

/** The server lacks ledgers of the range: for good, or because another server now answers behind the address. */
async function whyNotAll(session: Session, { cursor, upTo }: Pick<Range, 'cursor' | 'upTo'>) {
  const oldest = await readStartOfHistory(session)
  return oldest > cursor.done + 1
    ? historyGone('xrpl', { ledger: cursor.done, oldest })
    : unavailable(`rippled did not search all ledgers from ${cursor.done + 1} to ${upTo}`)
}

/** Pages are in order; the content of a page need not be. */
function inLedgerOrder(transactions: ValidatedTransaction[]): ValidatedTransaction[] {
  return transactions.toSorted(
    (a, b) => a.ledger_index - b.ledger_index || a.meta.TransactionIndex - b.meta.TransactionIndex,
  )
}
