/** Commands about the server itself. Values that only a peer of the network could measure are constants. */
import { createHash } from 'node:crypto'
import { encodeNodePublic } from 'xrpl'
import { FEES } from '#harbour/rippled/engine/rules.ts'
import { NO_LOAD } from '#harbour/rippled/engine/transactor.ts'
import { humanTime, ledgerTime } from '#harbour/rippled/ledger/header.ts'
import { dropsOf, leastDropsOf, REFERENCE_LEVEL } from '#harbour/rippled/queue/fee-levels.ts'
import type { Command, Handler } from '#harbour/rippled/rpc/command.ts'
import type { Answer } from '#harbour/rippled/rpc/errors.ts'
import { completeLedgers } from '#harbour/rippled/rpc/scope.ts'

const NODE_KEY = encodeNodePublic(Buffer.concat([Buffer.from([0xed]), sha256('The harbour, a node of the XRP Ledger')]))
const DROPS_PER_XRP = 1_000_000

export const ping: Handler = () => ({})

export const serverInfo: Handler = (command) => {
  const { scope } = command
  const header = scope.header(scope.last)
  return {
    info: {
      ...aboutServer(command),
      hostid: 'HARBOUR',
      last_close: { converge_time_s: 0.1, proposers: 0 },
      ...loadInWords(command),
      ...(scope.first > scope.last
        ? {}
        : {
            validated_ledger: {
              age: Math.max(ledgerTime(command.now()) - header.closeTime, 0),
              base_fee_xrp: xrp(FEES.base),
              hash: header.hash,
              reserve_base_xrp: xrp(FEES.reserveBase),
              reserve_inc_xrp: xrp(FEES.reserveIncrement),
              seq: scope.last,
            },
          }),
    },
  }
}

export const serverState: Handler = (command) => {
  const { scope } = command
  const header = scope.header(scope.last)
  const load = loadOf(command)
  return {
    state: {
      ...aboutServer(command),
      last_close: { converge_time: 100, proposers: 0 },
      load_base: NO_LOAD,
      load_factor: Math.max(load.server, load.escalation),
      load_factor_fee_escalation: load.escalation,
      load_factor_fee_queue: load.queue,
      load_factor_fee_reference: NO_LOAD,
      load_factor_server: load.server,
      ...(scope.first > scope.last
        ? {}
        : {
            validated_ledger: {
              base_fee: Number(FEES.base),
              close_time: header.closeTime,
              hash: header.hash,
              reserve_base: Number(FEES.reserveBase),
              reserve_inc: Number(FEES.reserveIncrement),
              seq: scope.last,
            },
          }),
    },
  }
}

export const fee: Handler = ({ node, scope }) => {
  const levels = node.levels()
  const capacity = node.queue.capacity()
  return {
    current_ledger_size: String(node.open().size()),
    current_queue_size: String(node.queue.size()),
    drops: {
      base_fee: String(FEES.base),
      median_fee: String(dropsOf(levels.median, FEES.base)),
      minimum_fee: String(dropsOf(levels.queue, FEES.base)),
      open_ledger_fee: String(leastDropsOf(levels.open, FEES.base)),
    },
    expected_ledger_size: String(levels.expectedSize),
    ledger_current_index: scope.current.index,
    levels: {
      median_level: String(levels.median),
      minimum_level: String(levels.queue),
      open_ledger_level: String(levels.open),
      reference_level: String(REFERENCE_LEVEL),
    },
    ...(capacity === null ? {} : { max_queue_size: String(capacity) }),
  }
}

/** Factors over NO_LOAD by which a transaction must pay more than the ledger's minimum fee, by cause. */
function loadOf({ node }: Pick<Command, 'node'>) {
  const { open, queue } = node.levels()
  return { server: node.loadFactor, escalation: Number(open), queue: Number(queue) }
}

/** For `server_info`, which names only what differs. */
function loadInWords(command: Command): Answer {
  const load = loadOf(command)
  const factor = Math.max(load.server, load.escalation)
  return {
    load_factor: factor / NO_LOAD,
    ...(load.server === factor ? {} : { load_factor_server: load.server / NO_LOAD }),
    ...(load.escalation === NO_LOAD || load.escalation === factor
      ? {}
      : { load_factor_fee_escalation: load.escalation / NO_LOAD }),
    ...(load.queue === NO_LOAD ? {} : { load_factor_fee_queue: load.queue / NO_LOAD }),
  }
}

/** Empty if the server's configuration does not name the network. */
function networkOf({ networkId, announcesNetwork }: Pick<Command, 'networkId' | 'announcesNetwork'>): Answer {
  return announcesNetwork ? { network_id: networkId } : {}
}

/** Context of messages that nobody has requested. */
export type About = Pick<Command, 'node' | 'scope' | 'networkId' | 'announcesNetwork'>

/** Answer to a subscription to the server stream. */
export function serverNews(command: Command): Answer {
  const { server, escalation } = loadOf(command)
  return {
    hostid: 'HARBOUR',
    load_base: NO_LOAD,
    load_factor: Math.max(server, escalation),
    pubkey_node: NODE_KEY,
    random: sha256(command.startedAt.toISOString()).toString('hex').toUpperCase(),
    server_status: 'full',
    stand_alone: true,
  }
}

/** Message of the server stream when fees change. */
export function serverStatus(about: About): Answer {
  const { server, escalation, queue } = loadOf(about)
  return {
    base_fee: Number(FEES.base),
    load_base: NO_LOAD,
    load_factor: Math.max(server, escalation),
    load_factor_fee_escalation: escalation,
    load_factor_fee_queue: queue,
    load_factor_fee_reference: NO_LOAD,
    load_factor_server: server,
    server_status: 'full',
    type: 'serverStatus',
  }
}

/** Answer to a subscription to the ledger stream, and most of the stream's messages. */
export function ledgerNews(about: About): Answer {
  const { scope } = about
  const header = scope.header(scope.last)
  return {
    fee_base: Number(FEES.base),
    ledger_hash: header.hash,
    ledger_index: scope.last,
    ledger_time: header.closeTime,
    ...networkOf(about),
    reserve_base: Number(FEES.reserveBase),
    reserve_inc: Number(FEES.reserveIncrement),
    validated_ledgers: completeLedgers(scope),
  }
}

function aboutServer(command: Command): Answer {
  const { scope, now, startedAt } = command
  const upSeconds = Math.max(Math.floor((now().getTime() - startedAt.getTime()) / 1000), 0)
  const upMicroseconds = `${upSeconds}000000`
  const passed = { duration_us: '1000', transitions: '1' }
  return {
    build_version: '3.2.0',
    complete_ledgers: completeLedgers(scope),
    initial_sync_duration_us: '1000',
    io_latency_ms: 1,
    jq_trans_overflow: '0',
    ...networkOf(command),
    peer_disconnects: '0',
    peer_disconnects_resources: '0',
    peers: 0,
    ports: [{ port: String(command.port), protocol: ['http', 'ws'] }],
    pubkey_node: NODE_KEY,
    server_state: 'full',
    server_state_duration_us: upMicroseconds,
    state_accounting: {
      connected: passed,
      disconnected: passed,
      full: { duration_us: upMicroseconds, transitions: '1' },
      syncing: passed,
      tracking: passed,
    },
    time: humanTime(ledgerTime(now())),
    uptime: upSeconds,
    validation_quorum: 1,
  }
}

/** XRP as a number, 1e-05 for ten drops. Only for fees and reserves, which are exact in a float. */
function xrp(drops: bigint): number {
  return Number(drops) / DROPS_PER_XRP
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
