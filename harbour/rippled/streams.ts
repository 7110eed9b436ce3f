/** What is pushed to subscribers when a ledger closes. Nothing is ever pushed again. */
import type { TransactionRecord } from '#harbour/rippled/ledger/record.ts'
import type { Scope } from '#harbour/rippled/rpc/scope.ts'
import { ledgerNews } from '#harbour/rippled/rpc/server-commands.ts'
import type { Subscriber } from '#harbour/rippled/rpc/subscriber.ts'
import { streamedTransaction } from '#harbour/rippled/rpc/transaction-json.ts'

export type Streams = {
  join(send: (message: unknown) => void): Subscriber
  leave(subscriber: Subscriber): void
  /** Tells everybody about the newest ledger of this scope. */
  publish(about: { scope: Scope; networkId: number }): void
}

export function openStreams(): Streams {
  const subscribers = new Set<Subscriber>()
  return {
    join(send) {
      const subscriber: Subscriber = { apiVersion: 1, streams: new Set(), accounts: new Set(), send }
      subscribers.add(subscriber)
      return subscriber
    },
    leave(subscriber) {
      subscribers.delete(subscriber)
    },
    publish({ scope, networkId }) {
      const records = scope.recordsIn(scope.last).filter(({ isValidated }) => isValidated)
      const news = { type: 'ledgerClosed', ...ledgerNews({ scope, networkId }), txn_count: records.length }
      for (const subscriber of subscribers) {
        if (subscriber.streams.has('ledger')) subscriber.send(news)
        for (const record of records) {
          if (isFor(subscriber, record)) subscriber.send(streamedTransaction(record, scope, subscriber.apiVersion))
        }
      }
    },
  }
}

function isFor({ streams, accounts }: Subscriber, record: TransactionRecord): boolean {
  return streams.has('transactions') || record.accounts.some((account) => accounts.has(account))
}
