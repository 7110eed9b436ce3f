import { looksLikeHash, normalizeHash } from '#app/kernel/domain/assets.ts'
import { servedNetwork } from '../endpoints.server.ts'
import { assertSameHistory } from '../history.ts'
import type { Ledger, LedgerPayment, LedgerTransaction, PageRequest, PaymentsPage } from '../ledger.ts'
import {
  balanceOf,
  findObstacle,
  positionOf,
  type StellarSettings,
  spendableOf,
  standingOf,
} from './accounts.server.ts'
import { joinedPaymentsAnswer, operationsAnswer, rootAnswer, transactionAnswer } from './answers.ts'
import { readClaimable, readClaimed, readState } from './claimable/balances.server.ts'
import { cursorBefore, FROM_THE_START, followAtADistance, ledgerOf, readCursor } from './cursor.ts'
import { isStellarAddress, unfoldMuxed } from './envelope.server.ts'
import { findMark, readHistory, readNewest } from './history.server.ts'
import { type Horizon, unavailable } from './horizon/horizon.server.ts'
import { openHorizons } from './horizon/horizons.server.ts'
import { readMovements } from './movements.server.ts'
import { openOutgoing } from './outgoing/outgoing.server.ts'
import { outerHash, readMemo, readPayments } from './payments.ts'
import { mergedAmount } from './results/operation-results.server.ts'
import { watchAccount } from './watch.server.ts'

/** Horizon's largest page; a transaction has at most 100 operations. */
const PAGE_LIMIT = 200

export function openStellarLedger(settings: StellarSettings): Ledger {
  const horizons = openHorizons(settings)
  const watches = new Set<() => void>()
  const view = (account: string) => ({ account, issuers: settings.issuers, mergedAmount })

  return {
    network: 'stellar',
    servedNetwork: () => servedNetwork(horizons.all, (horizon) => horizon.read('/', rootAnswer)),
    outgoing: openOutgoing(horizons, settings),
    findTransaction: (hash, { account }) => horizons.prove((horizon) => findTransaction(horizon, hash, view(account))),
    paymentsTo: (account, page) => horizons.useAny((horizon) => readPaymentsPage(horizon, view(account), page)),
    claimableBy: (account, page) => horizons.useAny((horizon) => readClaimable(horizon, view(account), page)),
    stateOfClaimable: ({ ledgerId }) => horizons.prove((horizon) => readState(horizon, ledgerId)),
    newestClosed: () => horizons.useAny(readNewest),
    historyAt: (sequence) => horizons.useAny((horizon) => readHistory(horizon, sequence)),
    cursorBefore,
    positionOf: (account) => horizons.use((horizon) => positionOf(horizon, account, settings)),
    spendable: (account, asset) => horizons.use((horizon) => spendableOf(horizon, { account, asset }, settings)),
    balance: (account, asset) => horizons.use((horizon) => balanceOf(horizon, { account, asset }, settings)),
    movements: (account, back) =>
      horizons.use((horizon) => readMovements(horizon, { account, issuers: settings.issuers, ...back })),
    obstacleTo: (payee) => horizons.use((horizon) => findObstacle(horizon, payee, settings)),
    standing: (account) => horizons.use((horizon) => standingOf(horizon, account)),
    isAddress: isStellarAddress,
    unfold: unfoldMuxed,
    watch(account, onActivity) {
      const stop = watchAccount(horizons, account, onActivity)
      watches.add(stop)
      return () => {
        watches.delete(stop)
        stop()
      }
    },
    async close() {
      for (const stop of watches) stop()
      for (const horizon of horizons.all) horizon.close()
    },
  }
}

type View = Parameters<typeof readPayments>[2]

async function findTransaction(horizon: Horizon, asked: string, view: View): Promise<LedgerTransaction | null> {
  // Anything but a hash in the path would be another request.
  if (!looksLikeHash(asked.trim())) return null
  const hash = normalizeHash('stellar', asked)
  const found = await horizon.get(`/transactions/${hash}`, transactionAnswer)
  if (found === null) return null
  const transaction = found.body
  const operations = transaction.successful ? await readOperations(horizon, hash) : []
  const payments = readAll(operations, () => transaction, view)
  const about = { hash: outerHash(transaction), at: new Date(transaction.created_at) }
  for (const operation of operations) {
    const claimed = await readClaimed(horizon, { operation, ...about }, view)
    if (claimed !== null) payments.push(claimed)
  }
  return {
    network: 'stellar',
    hash,
    outerHash: outerHash(transaction),
    successful: transaction.successful,
    memo: readMemo(transaction) ?? payments[0]?.memo ?? null,
    at: new Date(transaction.created_at),
    payments,
  }
}

async function readOperations(horizon: Horizon, hash: string) {
  const path = `/transactions/${hash}/operations?order=asc&limit=${PAGE_LIMIT}`
  return (await horizon.read(path, operationsAnswer))._embedded.records
}

function readAll<T extends Parameters<typeof readPayments>[0]>(
  operations: T[],
  transactionOf: (operation: T) => Parameters<typeof readPayments>[1],
  view: View,
): LedgerPayment[] {
  try {
    return operations.flatMap((operation) => readPayments(operation, transactionOf(operation), view))
  } catch (cause) {
    throw unavailable(`Horizon's operations cannot be read: ${cause instanceof Error ? cause.message : cause}`, cause)
  }
}

/** All requests of a page go to one Horizon, which first shows that its history is the cursor's. */
async function readPaymentsPage(horizon: Horizon, view: View, page: PageRequest): Promise<PaymentsPage> {
  const cursor = readCursor(page.after)
  const history = await readHistory(horizon, page.mark?.sequence ?? null)
  if (cursor !== FROM_THE_START) {
    const shown = { ...history, atMark: history.asked }
    assertSameHistory('stellar', { ledger: ledgerOf(cursor), mark: page.mark }, shown)
  }
  const limit = Math.min(Math.max(page.limit, 1), PAGE_LIMIT)
  const path = `/accounts/${encodeURIComponent(view.account)}/payments?cursor=${cursor}&order=asc&limit=${limit}&join=transactions`
  const records = (await horizon.get(path, joinedPaymentsAnswer))?.body._embedded.records ?? []
  const reached = records.at(-1)?.paging_token ?? followAtADistance(cursor, history)
  const caughtUp = records.length < limit
  return {
    payments: readAll(records, (record) => record.transaction, view),
    cursor: reached,
    mark:
      reached === cursor && page.mark !== null
        ? page.mark
        : await markOf(horizon, reached, { isNew: reached !== cursor }),
    caughtUp,
    // The newest ledger that the server had ingested before it was asked for payments.
    completeTo: caughtUp ? history.newest.closedAt : null,
  }
}

/** The cursor's own ledger. For a cursor older than marks the server may have lost it: then there is no mark. */
async function markOf(horizon: Horizon, cursor: string, { isNew }: { isNew: boolean }) {
  if (cursor === FROM_THE_START) return null
  const mark = await findMark(horizon, ledgerOf(cursor))
  if (mark === null && isNew) throw unavailable(`Horizon does not show ledger ${ledgerOf(cursor)} of its own payments`)
  return mark
}
