/** `subscribe` and `unsubscribe`. */
import { isValidClassicAddress } from 'xrpl'
import { z } from 'zod'
import type { Command, Handler } from '#harbour/rippled/rpc/command.ts'
import { refused } from '#harbour/rippled/rpc/errors.ts'
import { ledgerNews, serverNews } from '#harbour/rippled/rpc/server-commands.ts'
import type { Subscriber } from './subscriber.ts'

/** Accepted, as by a real server, but silent: a single server has nothing to send on them. */
const SILENT_STREAMS = ['consensus', 'validations', 'manifests', 'book_changes']
const STREAMS = ['ledger', 'server', 'transactions', 'transactions_proposed', ...SILENT_STREAMS]
/** Only for the server's owner. */
const ADMIN_STREAM = 'peer_status'

const NamesSchema = z.array(z.string()).optional()

export const subscribe: Handler = (command) => {
  const { subscriber, streams, accounts, proposed } = asked(command)
  subscriber.apiVersion = command.apiVersion
  for (const stream of streams) subscriber.streams.add(stream)
  for (const account of accounts) subscriber.accounts.add(account)
  for (const account of proposed) subscriber.proposedAccounts.add(account)
  return {
    ...(streams.includes('server') ? serverNews(command) : {}),
    ...(streams.includes('ledger') ? ledgerNews(command) : {}),
  }
}

export const unsubscribe: Handler = (command) => {
  const { subscriber, streams, accounts, proposed } = asked(command)
  for (const stream of streams) subscriber.streams.delete(stream)
  for (const account of accounts) subscriber.accounts.delete(account)
  for (const account of proposed) subscriber.proposedAccounts.delete(account)
  return {}
}

type Asked = { subscriber: Subscriber; streams: string[]; accounts: string[]; proposed: string[] }

/** Throws noEvents, invalidParams, malformedStream, noPermission or actMalformed. */
function asked({ params, subscriber }: Command): Asked {
  if (subscriber === null) throw refused('noEvents')
  const streams = NamesSchema.safeParse(params.streams)
  if (!streams.success) throw refused('invalidParams')
  for (const stream of streams.data ?? []) {
    if (stream === ADMIN_STREAM) throw refused('noPermission')
    if (!STREAMS.includes(stream)) throw refused('malformedStream')
  }
  const [accounts, proposed] = [addressesIn(params.accounts), addressesIn(params.accounts_proposed)]
  return { subscriber, streams: streams.data ?? [], accounts, proposed }
}

function addressesIn(value: unknown): string[] {
  const accounts = NamesSchema.safeParse(value)
  if (!accounts.success) throw refused('invalidParams')
  if (accounts.data?.length === 0) throw refused('actMalformed')
  if (accounts.data?.some((account) => !isValidClassicAddress(account))) throw refused('actMalformed')
  return accounts.data ?? []
}
