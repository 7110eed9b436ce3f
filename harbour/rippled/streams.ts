/** Messages pushed to subscribers when a transaction comes in or a ledger closes. None is ever repeated. */
import { isValidClassicAddress } from 'xrpl'
import type { Proposed } from '#harbour/rippled/ledger/node.ts'
import type { TransactionRecord } from '#harbour/rippled/ledger/record.ts'
import { type About, ledgerNews, serverStatus } from '#harbour/rippled/rpc/server-commands.ts'
import type { Subscriber } from '#harbour/rippled/rpc/subscriber.ts'
import { proposedTransaction, streamedTransaction } from '#harbour/rippled/rpc/transaction-json.ts'

export type Streams = {
  join(send: (message: unknown) => void): Subscriber
  leave(subscriber: Subscriber): void
  /** Notifies of a transaction in the open ledger. */
  propose(proposed: Proposed, openIndex: number): void
  /** Notifies all subscribers of the newest ledger of this scope. */
  publish(about: About): void
}

export function openStreams(): Streams {
  const subscribers = new Set<Subscriber>()
  /** Last message of the server stream. */
  let toldStatus = ''

  function publishStatus(about: About): void {
    const listeners = [...subscribers].filter(({ streams }) => streams.has('server'))
    const status = serverStatus(about)
    if (listeners.length === 0 || JSON.stringify(status) === toldStatus) return
    toldStatus = JSON.stringify(status)
    for (const subscriber of listeners) subscriber.send(status)
  }

  return {
    join(send) {
      const subscriber: Subscriber = {
        apiVersion: 1,
        streams: new Set(),
        accounts: new Set(),
        proposedAccounts: new Set(),
        send,
      }
      subscribers.add(subscriber)
      return subscriber
    },
    leave(subscriber) {
      subscribers.delete(subscriber)
    },
    propose(proposed, openIndex) {
      const mentioned = Object.values(proposed.transaction.json).filter(isAddress)
      for (const subscriber of subscribers) {
        const { streams, proposedAccounts } = subscriber
        if (streams.has('transactions_proposed') || mentioned.some((account) => proposedAccounts.has(account))) {
          subscriber.send(proposedTransaction(proposed, openIndex, subscriber.apiVersion))
        }
      }
    },
    publish(about) {
      const { scope } = about
      publishStatus(about)
      const records = scope.recordsIn(scope.last).filter(({ isValidated }) => isValidated)
      const news = { type: 'ledgerClosed', ...ledgerNews(about), txn_count: records.length }
      for (const subscriber of subscribers) {
        if (subscriber.streams.has('ledger')) subscriber.send(news)
        for (const record of records) {
          if (isFor(subscriber, record)) subscriber.send(streamedTransaction(record, scope, subscriber.apiVersion))
        }
      }
    },
  }
}

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('r') && isValidClassicAddress(value)
}

/** Subscribers of proposed transactions receive them again when they are validated. */
function isFor({ streams, accounts, proposedAccounts }: Subscriber, record: TransactionRecord): boolean {
  if (streams.has('transactions') || streams.has('transactions_proposed')) return true
  return record.accounts.some((account) => accounts.has(account) || proposedAccounts.has(account))
}
