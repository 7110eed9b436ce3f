/** Commands about ledgers: headers, and the transactions in them. */
import { humanTime, isoTime } from '#harbour/rippled/ledger/header.ts'
import { type Command, type Handler, ledgerParam } from '#harbour/rippled/rpc/command.ts'
import { type Answer, refused } from '#harbour/rippled/rpc/errors.ts'
import { ledgerTransaction } from '#harbour/rippled/rpc/transaction-json.ts'

export const ledger: Handler = (command) => {
  const { params, scope } = command
  // The whole state is only for the server's owner.
  if (params.full === true || params.accounts === true) throw refused('noPermission')
  if (params.ledger_index === undefined && params.ledger_hash === undefined) {
    const closed = { ledger: closedLedgerJson(command, scope.last) }
    return { closed, open: { ledger: openLedgerJson(command) } }
  }
  const found = ledgerParam(command)
  return { ...found.named, ledger: found.isOpen ? openLedgerJson(command) : closedLedgerJson(command, found.index) }
}

export const ledgerCurrent: Handler = ({ scope }) => ({ ledger_current_index: scope.current.index })

export const ledgerClosed: Handler = ({ scope }) => ({
  ledger_hash: scope.header(scope.last).hash,
  ledger_index: scope.last,
})

function closedLedgerJson(command: Command, index: number): Answer {
  const header = command.scope.header(index)
  return {
    account_hash: header.accountHash,
    close_flags: 0,
    close_time: header.closeTime,
    close_time_human: humanTime(header.closeTime),
    close_time_iso: isoTime(header.closeTime),
    close_time_resolution: 10,
    closed: true,
    ledger_hash: header.hash,
    ledger_index: command.apiVersion === 1 ? String(index) : index,
    parent_close_time: header.parentCloseTime,
    parent_hash: header.parentHash,
    total_coins: String(header.totalCoins),
    transaction_hash: header.transactionHash,
    ...transactionsIn(command, index),
  }
}

function openLedgerJson({ scope, apiVersion }: Command): Answer {
  const { index } = scope.current
  const parentHash = scope.header(scope.last).hash
  return { closed: false, ledger_index: apiVersion === 1 ? String(index) : index, parent_hash: parentHash }
}

function transactionsIn({ params, scope, apiVersion }: Command, index: number): Answer {
  if (params.transactions !== true) return {}
  // Sorted by hash, as in the ledger's tree; the order of application is in the metadata.
  const records = scope.recordsIn(index).toSorted((one, other) => (one.hash < other.hash ? -1 : 1))
  const transactions = records.map((record) =>
    params.expand === true ? ledgerTransaction(record, scope, apiVersion) : record.hash,
  )
  return { transactions }
}
