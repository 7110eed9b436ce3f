/** The differences between two answers, path by path. */
import { z } from 'zod'

/** Fields that differ on every node, or each time. */
const OWN_TO_A_NODE = [
  'account_hash',
  'hostid',
  'initial_sync_duration_us',
  'io_latency_ms',
  'ledger_hash',
  'load',
  'parent_hash',
  'ports',
  'pubkey_node',
  'random',
  'server_state_duration_us',
  'state_accounting',
  'time',
  'transaction_hash',
  'uptime',
]

/** The path, and the JSON found there. */
export type Difference = { path: string; ours: string; theirs: string }

export function differences(ours: unknown, theirs: unknown, path = ''): Difference[] {
  if (path.endsWith('AffectedNodes') && Array.isArray(ours) && Array.isArray(theirs)) {
    return differences(byEntry(ours), byEntry(theirs), path)
  }
  if (Array.isArray(ours) && Array.isArray(theirs)) {
    const longest = Math.max(ours.length, theirs.length)
    return Array.from({ length: longest }, (_, place) =>
      differences(ours[place], theirs[place], `${path}[${place}]`),
    ).flat()
  }
  if (isObject(ours) && isObject(theirs)) {
    const names = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].sort()
    return names
      .filter((name) => !OWN_TO_A_NODE.includes(name) && !(name === 'hash' && path.endsWith('validated_ledger')))
      .flatMap((name) => differences(ours[name], theirs[name], path === '' ? name : `${path}.${name}`))
  }
  return ours === theirs ? [] : [{ path, ours: shown(ours), theirs: shown(theirs) }]
}

function byEntry(nodes: readonly unknown[]): Record<string, unknown> {
  const changes = nodes.flatMap((node) => Object.entries(z.record(z.string(), NodeSchema).parse(node)))
  return Object.fromEntries(
    changes.map(([change, node]) => [`${change} ${node.LedgerEntryType} ${node.LedgerIndex.slice(0, 8)}`, node]),
  )
}

const NodeSchema = z.looseObject({ LedgerEntryType: z.string(), LedgerIndex: z.string() })

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function shown(value: unknown): string {
  return value === undefined ? 'absent' : JSON.stringify(value)
}
