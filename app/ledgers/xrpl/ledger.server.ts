/** The XRP Ledger behind the port `Ledger`: reads from rippled, API version 2. */
import { looksLikeHash, normalizeHash } from '#app/domain/kernel/assets.ts'
import type { Ledger, LedgerPayment, LedgerTransaction, PaymentsPage } from '../ledger.ts'
import { balanceOf, findObstacle, readValidatedLedger, spendableOf } from './accounts.server.ts'
import { accountTxAnswer, serverInfoAnswer, txAnswer, type ValidatedTransaction } from './answers.ts'
import { hashesTo, isXrplAddress } from './blob.server.ts'
import { readCursor, writeCursor, type XrplCursor } from './cursor.ts'
import { readPayment, readTag } from './payments.ts'
import { isDenied, openLine, type Session, unavailable } from './session.server.ts'
import { watchAccount } from './watch.server.ts'

export type XrplSettings = {
  /** ws:// or wss:// */
  url: string
  networkId: number
  /** Accounts of the platform: never a payee. */
  ownAccounts: string[]
  /** Those of them that pay out: a payee with deposit authorization has to let these in, and no other. All by default. */
  payers?: string[]
}

const PAGE_LIMIT = 200
/** How far a cursor may be ahead of a server that lags, before it can only be another network's. */
const LAG_TOLERANCE = 1_000

export function openXrplLedger(settings: XrplSettings): Ledger {
  const line = openLine(settings)
  const watches = new Set<() => void>()

  return {
    network: 'xrpl',
    findTransaction: async (hash, { account }) => findTransaction(await line.session(), hash, account),
    paymentsTo: async (account, page) => readPaymentsPage(await line.session(), account, page),
    spendable: async (account, asset) => spendableOf(await line.session(), { account, asset }),
    balance: async (account, asset) => balanceOf(await line.session(), { account, asset }),
    obstacleTo: async (payee) => findObstacle(line.session, payee, settings),
    isAddress: isXrplAddress,
    watch(account, onActivity) {
      const stop = watchAccount(settings, account, onActivity)
      watches.add(stop)
      return () => {
        watches.delete(stop)
        stop()
      }
    },
    async close() {
      for (const stop of watches) stop()
      await line.close()
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
 * As `readPayment`. One that does not hash to its own hash is either a server's invention or has fields that this
 * version of the library does not know: a person must look.
 */
export function readChecked(transaction: ValidatedTransaction, account: string): LedgerPayment | null {
  const payment = readPayment(transaction, account)
  if (payment === null || hashesTo(transaction.tx_json, transaction.hash)) return payment
  return { ...payment, needsReview: true }
}

/**
 * One page of the ledgers after the cursor up to the newest validated one. The range is always explicit and the one in
 * the answer is checked, because a server that lacks ledgers may otherwise leave payments out without a word.
 */
async function readPaymentsPage(
  session: Session,
  account: string,
  page: { after: string | null; limit: number },
): Promise<PaymentsPage> {
  const newest = await readValidatedLedger(session)
  const cursor = page.after === null ? { done: (await readStartOfHistory(session)) - 1 } : readCursor(page.after)
  if (cursor.done > newest + LAG_TOLERANCE) {
    throw unavailable(`rippled ends at ledger ${newest}, payments are read up to ${cursor.done} already`)
  }
  const upTo = cursor.range?.upTo ?? newest
  if (upTo > newest) throw unavailable(`rippled is at ledger ${newest}, a page of ledgers up to ${upTo} was begun`)
  if (upTo <= cursor.done) return { payments: [], cursor: writeCursor(cursor), caughtUp: true }
  return readRange(session, account, { cursor, upTo, limit: Math.min(Math.max(page.limit, 1), PAGE_LIMIT) })
}

async function readRange(
  session: Session,
  account: string,
  { cursor, upTo, limit }: { cursor: XrplCursor; upTo: number; limit: number },
): Promise<PaymentsPage> {
  const request = {
    command: 'account_tx',
    account,
    ledger_index_min: cursor.done + 1,
    ledger_index_max: upTo,
    forward: true,
    limit,
    ...(cursor.range === undefined ? {} : { marker: cursor.range.marker }),
  }
  const answer = await session.askOr(
    request,
    accountTxAnswer,
    cursor.range === undefined ? ['actNotFound'] : ['actNotFound', 'invalidParams'],
  )
  if (isDenied(answer)) {
    // A marker means nothing to another server: the range is read again from its start, which costs only time.
    if (answer.denied === 'invalidParams')
      return readRange(session, account, { cursor: { done: cursor.done }, upTo, limit })
    // An account that does not exist yet has no payments.
    return { payments: [], cursor: writeCursor(cursor), caughtUp: true }
  }
  if (answer.ledger_index_min > cursor.done + 1 || answer.ledger_index_max < upTo) {
    throw unavailable(
      `rippled searched ledgers ${answer.ledger_index_min} to ${answer.ledger_index_max} in place of ${cursor.done + 1} to ${upTo}`,
    )
  }
  const isLast = answer.marker === undefined
  return {
    payments: inLedgerOrder(answer.transactions).flatMap((item) => readChecked(item, account) ?? []),
    cursor: writeCursor(isLast ? { done: upTo } : { done: cursor.done, range: { upTo, marker: answer.marker ?? '' } }),
    caughtUp: isLast,
  }
}

/** Pages follow each other in order, what is inside a page need not. */
function inLedgerOrder(transactions: ValidatedTransaction[]): ValidatedTransaction[] {
  return transactions.toSorted(
    (a, b) => a.ledger_index - b.ledger_index || a.meta.TransactionIndex - b.meta.TransactionIndex,
  )
}

/**
 * Where an account that was never read begins: the first of the ledgers that this server has without a gap up to the
 * newest one. account_tx walks the account's own transactions, so a range of millions of ledgers costs nothing. What an
 * older ledger may hold was paid before the platform gave anyone a reference.
 */
async function readStartOfHistory(session: Session): Promise<number> {
  const { complete_ledgers: complete } = (await session.ask({ command: 'server_info' }, serverInfoAnswer)).info
  // Such as "32570-6595042,6595045-90000000": the last range is the one that is still growing.
  const start = /(?:^|,)(\d{1,10})(?:-\d{1,10})?$/.exec(complete)?.[1]
  if (start === undefined) throw unavailable(`rippled has no complete ledgers ("${complete}")`)
  return Number(start)
}
