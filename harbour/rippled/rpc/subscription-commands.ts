/** `subscribe` and `unsubscribe`. */
import { isValidClassicAddress } from 'xrpl'
import { z } from 'zod'
import type { Command, Handler } from '#harbour/rippled/rpc/command.ts'
import { refused } from '#harbour/rippled/rpc/errors.ts'
import { ledgerNews } from '#harbour/rippled/rpc/server-commands.ts'
import type { Subscriber } from './subscriber.ts'

/** Taken, as a server would, though nothing comes: one server has nothing to say on them. */
const SILENT_STREAMS = [
  'server',
  'consensus',
  'validations',
  'manifests',
  'peer_status',
  'book_changes',
  'transactions_proposed',
]
const STREAMS = ['ledger', 'transactions', ...SILENT_STREAMS]

const NamesSchema = z.array(z.string()).optional()

export const subscribe: Handler = (command) => {
  const { subscriber, streams, accounts } = asked(command)
  subscriber.apiVersion = command.apiVersion
  for (const stream of streams) subscriber.streams.add(stream)
  for (const account of accounts) subscriber.accounts.add(account)
  return streams.includes('ledger') ? ledgerNews(command) : {}
}

export const unsubscribe: Handler = (command) => {
  const { subscriber, streams, accounts } = asked(command)
  for (const stream of streams) subscriber.streams.delete(stream)
  for (const account of accounts) subscriber.accounts.delete(account)
  return {}
}

/** Throws noEvents, invalidParams, malformedStream or actMalformed. */
function asked({ params, subscriber }: Command): { subscriber: Subscriber; streams: string[]; accounts: string[] } {
  if (subscriber === null) throw refused('noEvents')
  const streams = NamesSchema.safeParse(params.streams)
  const accounts = NamesSchema.safeParse(params.accounts)
  if (!streams.success || !accounts.success) throw refused('invalidParams')
  if (streams.data?.some((stream) => !STREAMS.includes(stream))) throw refused('malformedStream')
  if (accounts.data?.length === 0) throw refused('actMalformed')
  if (accounts.data?.some((account) => !isValidClassicAddress(account))) throw refused('actMalformed')
  return { subscriber, streams: streams.data ?? [], accounts: accounts.data ?? [] }
}
