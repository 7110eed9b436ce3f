/** `ledger_data`: all entries of a ledger's state, page by page. */
import { encode } from 'xrpl'
import { entryJson } from '#harbour/rippled/rpc/account/commands.ts'
import { type Handler, ledgerParam, limitParam } from '#harbour/rippled/rpc/command.ts'
import { invalidField } from '#harbour/rippled/rpc/errors.ts'

export const ledgerData: Handler = (command) => {
  const { params } = command
  const { state, named } = ledgerParam(command)
  const isBinary = params.binary === true
  const most = isBinary ? 2048 : 256
  const limit = limitParam(command, { usual: most, most })
  const { marker, type } = params
  if (marker !== undefined && (typeof marker !== 'string' || !/^[0-9A-F]{64}$/i.test(marker))) {
    throw invalidField('marker')
  }
  if (type !== undefined && typeof type !== 'string') throw invalidField('type')
  const entries = [...state.values()]
    .map(entryJson)
    .sort((one, other) => (one.index < other.index ? -1 : 1))
    // The marker is the id of the last entry of the page before.
    .filter(({ index }) => typeof marker !== 'string' || index > marker.toUpperCase())
  const page = entries.slice(0, limit)
  const last = page.at(-1)
  return {
    ...named,
    ...(entries.length > limit && last !== undefined ? { marker: last.index } : {}),
    state: page
      .filter(({ LedgerEntryType: kind }) => type === undefined || isNamed(kind, type))
      .map((entry) => (isBinary ? { data: encode(entry as never), index: entry.index } : entry)),
  }
}

function isNamed(kind: string, name: string): boolean {
  const plain = (text: string) => text.replaceAll('_', '').toLowerCase()
  return plain(kind) === plain(name) || (kind === 'AccountRoot' && name === 'account')
}
