/**
 * A Clio server: serves validated ledgers from its own database and forwards to a rippled what it cannot know. After
 * the source of Clio (XRPLF/clio, src/rpc/handlers) and its pages on xrpl.org.
 */
import { accountTx } from '#harbour/rippled/rpc/account/history.ts'
import type { Command, Handler } from '#harbour/rippled/rpc/command.ts'
import { type Answer, refused } from '#harbour/rippled/rpc/errors.ts'
import { serverInfo } from '#harbour/rippled/rpc/server-commands.ts'
import { subscribe } from '#harbour/rippled/rpc/subscription-commands.ts'
import { tx } from '#harbour/rippled/rpc/transaction-commands.ts'

/** In every answer, also in errors. */
export const CLIO_WARNING = {
  id: 2001,
  message:
    "This is a clio server. clio only serves validated data. If you want to talk to rippled, include 'ledger_index':'current' in your request",
}

/** Commands that are always forwarded to a rippled. */
const PASSED_ON = [
  'channel_verify',
  'fee',
  'ledger_closed',
  'ledger_current',
  'server_state',
  'submit',
  'submit_multisigned',
]

/** Returns true if a rippled answers instead. */
export function isPassedOn(name: string, params: Readonly<Record<string, unknown>>): boolean {
  if (PASSED_ON.includes(name)) return true
  if (name === 'subscribe' || name === 'unsubscribe') return false
  if (params.ledger_index === 'current' || params.ledger_index === 'closed') return true
  return name === 'account_info' && params.queue === true
}

/** Commands with their own answers; all others are about the validated ledger if they name none. */
export const CLIO_COMMANDS: ReadonlyMap<string, Handler> = new Map([
  ['account_tx', clioAccountTx],
  ['server_info', clioServerInfo],
  ['subscribe', clioSubscribe],
  ['tx', clioTx],
])

/** Returns the same command about the validated ledger, if it names none. */
export function aboutValidated(command: Command): Command {
  const { params } = command
  const isNamed = params.ledger_index !== undefined || params.ledger_hash !== undefined
  return isNamed ? command : { ...command, params: { ...params, ledger_index: 'validated' } }
}

/** Finds only transactions in validated ledgers; searched_all: whether the server has the whole range. */
function clioTx(command: Command): Answer {
  const { scope } = command
  const isAllThere = (least: number, most: number) => least >= scope.first && most <= scope.last
  return tx({ ...command, scope: { ...scope, remembered: () => undefined }, searchedAll: isAllThere })
}

/** Version 2 refuses bounds outside the database, also a minimum of 0. */
function clioAccountTx(command: Command): Answer {
  const { params, scope, apiVersion } = command
  const bounds = { ledger_index_min: 'ledgerSeqMinOutOfRange', ledger_index_max: 'ledgerSeqMaxOutOfRange' } as const
  for (const [field, message] of Object.entries(bounds)) {
    const bound = params[field]
    if (apiVersion > 1 && typeof bound === 'number' && bound !== -1 && (bound < scope.first || bound > scope.last)) {
      throw refused('lgrIdxMalformed', { error_message: message })
    }
  }
  const { limit, ...answer } = accountTx(command)
  // `limit` is repeated only if it was requested.
  return params.limit === undefined ? answer : { ...answer, limit }
}

/** Shows only a few fields of the rippled behind it. */
function clioServerInfo(command: Command): Answer {
  const { info } = serverInfo(command) as { info: Answer }
  const { scope } = command
  return {
    info: {
      complete_ledgers: `${scope.first}-${scope.last}`,
      load_factor: info.load_factor,
      time: info.time,
      uptime: info.uptime,
      clio_version: '2.6.0',
      libxrpl_version: info.build_version,
      validated_ledger: info.validated_ledger,
      cache: {
        size: 1000,
        is_enabled: true,
        is_full: true,
        latest_ledger_seq: scope.last,
        object_hit_rate: 1,
        successor_hit_rate: 1,
      },
      validation_quorum: info.validation_quorum,
      rippled_version: info.build_version,
      ...(info.network_id === undefined ? {} : { network_id: info.network_id }),
    },
    validated: true,
  }
}

/** Streams that only a server of the network has. */
const FOREIGN_STREAMS: readonly unknown[] = ['peer_status', 'consensus', 'server']

function clioSubscribe(command: Command): Answer {
  const { streams } = command.params
  if (Array.isArray(streams) && streams.some((stream) => FOREIGN_STREAMS.includes(stream))) {
    throw refused('reportingUnsupported')
  }
  return subscribe(command)
}
