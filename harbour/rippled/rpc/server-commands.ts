/** Commands about the server itself. What only a peer of the network could measure is made up and constant. */
import { createHash } from 'node:crypto'
import { encodeNodePublic } from 'xrpl'
import { FEES } from '#harbour/rippled/engine/rules.ts'
import { humanTime, ledgerTime } from '#harbour/rippled/ledger/header.ts'
import type { Command, Handler } from '#harbour/rippled/rpc/command.ts'
import type { Answer } from '#harbour/rippled/rpc/errors.ts'
import { completeLedgers } from '#harbour/rippled/rpc/scope.ts'

const NODE_KEY = encodeNodePublic(Buffer.concat([Buffer.from([0xed]), sha256('The harbour, a node of the XRP Ledger')]))
const DROPS_PER_XRP = 1_000_000
/** Of a fee level: what the reference transaction pays at the least. */
const REFERENCE_LEVEL = 256

export const ping: Handler = () => ({})

export const serverInfo: Handler = (command) => {
  const { scope, networkId } = command
  const header = scope.header(scope.last)
  return {
    info: {
      ...aboutServer(command),
      hostid: 'HARBOUR',
      last_close: { converge_time_s: 0.1, proposers: 0 },
      load_factor: 1,
      network_id: networkId,
      ports: [{ port: String(command.port), protocol: ['http', 'ws'] }],
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
  const { scope, networkId } = command
  const header = scope.header(scope.last)
  return {
    state: {
      ...aboutServer(command),
      last_close: { converge_time: 100, proposers: 0 },
      load_base: REFERENCE_LEVEL,
      load_factor: REFERENCE_LEVEL,
      load_factor_fee_escalation: REFERENCE_LEVEL,
      load_factor_fee_queue: REFERENCE_LEVEL,
      load_factor_fee_reference: REFERENCE_LEVEL,
      load_factor_server: REFERENCE_LEVEL,
      network_id: networkId,
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
  const level = String(REFERENCE_LEVEL)
  return {
    current_ledger_size: String(node.open().pending().length),
    current_queue_size: '0',
    drops: {
      base_fee: String(FEES.base),
      median_fee: String(FEES.base * 500n),
      minimum_fee: String(FEES.base),
      open_ledger_fee: String(FEES.base),
    },
    expected_ledger_size: '32',
    ledger_current_index: scope.current.index,
    levels: {
      median_level: String(REFERENCE_LEVEL * 500),
      minimum_level: level,
      open_ledger_level: level,
      reference_level: level,
    },
    max_queue_size: '2000',
  }
}

/** Answer to a subscription to the ledger stream, and the greater part of what the stream says. */
export function ledgerNews({ scope, networkId }: Pick<Command, 'scope' | 'networkId'>): Answer {
  const header = scope.header(scope.last)
  return {
    fee_base: Number(FEES.base),
    ledger_hash: header.hash,
    ledger_index: scope.last,
    ledger_time: header.closeTime,
    network_id: networkId,
    reserve_base: Number(FEES.reserveBase),
    reserve_inc: Number(FEES.reserveIncrement),
    validated_ledgers: completeLedgers(scope),
  }
}

function aboutServer({ scope, now, startedAt }: Command): Answer {
  const upSeconds = Math.max(Math.floor((now().getTime() - startedAt.getTime()) / 1000), 0)
  const upMicroseconds = `${upSeconds}000000`
  const passed = { duration_us: '1000', transitions: '1' }
  return {
    build_version: '3.2.0',
    complete_ledgers: completeLedgers(scope),
    initial_sync_duration_us: '1000',
    io_latency_ms: 1,
    jq_trans_overflow: '0',
    peer_disconnects: '0',
    peer_disconnects_resources: '0',
    peers: 0,
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

/** Whole XRP as the number that this command gives, 1e-05 for ten drops. Fees and reserves only: exact in a float. */
function xrp(drops: bigint): number {
  return Number(drops) / DROPS_PER_XRP
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
