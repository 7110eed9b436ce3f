/** `ledger_entry`: one entry of a ledger's state, by its id or by the fields that determine it. */
import { encode, isValidClassicAddress } from 'xrpl'
import { accountIndex, type Entry, escrowIndex, preauthIndex, ticketIndex } from '#harbour/rippled/engine/entries.ts'
import { entryJson } from '#harbour/rippled/rpc/account/commands.ts'
import { type Handler, ledgerParam } from '#harbour/rippled/rpc/command.ts'
import { missingField, RequestRefused, refused } from '#harbour/rippled/rpc/errors.ts'

/** A way to name an entry. `type` null: of any type. */
type Naming = {
  field: string
  type: Entry['LedgerEntryType'] | null
  /** Throws RequestRefused. */
  indexOf(value: unknown): string
}

const ACCOUNT_ZERO = 'rrrrrrrrrrrrrrrrrrrrrhoLvTp'
const LARGEST_NUMBER = 0xffff_ffff

const NAMINGS: readonly Naming[] = [
  { field: 'index', type: null, indexOf: (value) => idOf(value, 'index', 'hex string') },
  {
    field: 'account_root',
    type: 'AccountRoot',
    indexOf: (value) => accountIndex(addressOf(value, { field: 'account_root', error: 'malformedAddress' })),
  },
  {
    field: 'ticket',
    type: 'Ticket',
    indexOf(value) {
      if (!isObject(value)) return idOf(value, 'ticket')
      const account = required(value, 'account', (one) =>
        addressOf(one, { field: 'account', error: 'malformedAddress' }),
      )
      const sequence = required(value, 'ticket_seq', (one) =>
        numberOf(one, { field: 'ticket_seq', error: 'malformedRequest' }),
      )
      return ticketIndex(account, sequence)
    },
  },
  {
    field: 'escrow',
    type: 'Escrow',
    indexOf(value) {
      if (!isObject(value)) return idOf(value, 'escrow')
      const owner = required(value, 'owner', (one) => addressOf(one, { field: 'owner', error: 'malformedOwner' }))
      const sequence = required(value, 'seq', (one) => numberOf(one, { field: 'seq', error: 'malformedSeq' }))
      return escrowIndex(owner, sequence)
    },
  },
  { field: 'check', type: 'Check', indexOf: (value) => idOf(value, 'check', 'hex string') },
  {
    field: 'payment_channel',
    type: 'PayChannel',
    indexOf: (value) => idOf(value, 'payment_channel', 'hex string'),
  },
  {
    field: 'deposit_preauth',
    type: 'DepositPreauth',
    indexOf(value) {
      if (!isObject(value)) return idOf(value, 'deposit_preauth')
      const owner = required(value, 'owner', (one) => addressOf(one, { field: 'owner', error: 'malformedOwner' }))
      const authorized = required(value, 'authorized', (one) =>
        addressOf(one, { field: 'authorized', error: 'malformedAuthorized' }),
      )
      return preauthIndex(owner, authorized)
    },
  },
]

export const ledgerEntry: Handler = (command) => {
  const { params } = command
  const [naming, other] = NAMINGS.filter(({ field }) => params[field] !== undefined)
  if (other !== undefined) throw refused('invalidParams', { error_message: 'Too many fields provided.' })
  const { state, named } = ledgerParam(command)
  if (naming === undefined) {
    if (command.apiVersion === 1) throw new RequestRefused({ error: 'unknownOption', ...named })
    throw refused('invalidParams', { error_message: 'No ledger_entry params provided.' })
  }
  const index = naming.indexOf(params[naming.field])
  const entry = state.get(index)
  if (entry === undefined) throw refused('entryNotFound', { index, ...named })
  if (naming.type !== null && naming.type !== entry.LedgerEntryType) {
    throw refused('unexpectedLedgerType', { index, ...named })
  }
  const node = entryJson(entry)
  return { index, ...named, ...(params.binary === true ? { node_binary: encode(node as never) } : { node }) }
}

function idOf(value: unknown, field: string, expected = 'hex string or object'): string {
  if (typeof value === 'string' && /^[0-9A-F]{64}$/i.test(value)) return value.toUpperCase()
  throw malformed('malformedRequest', field, expected)
}

function addressOf(value: unknown, { field, error }: { field: string; error: string }): string {
  if (typeof value === 'string' && isValidClassicAddress(value) && value !== ACCOUNT_ZERO) return value
  throw malformed(error, field, 'AccountID')
}

function numberOf(value: unknown, { field, error }: { field: string; error: string }): number {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  if (typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= LARGEST_NUMBER) return number
  throw malformed(error, field, 'number')
}

function required<Value>(from: Record<string, unknown>, field: string, read: (value: unknown) => Value): Value {
  const value = from[field]
  if (value !== undefined && value !== null) return read(value)
  throw new RequestRefused({ ...missingField(field).body, error: 'malformedRequest' })
}

/** The name says what is malformed; code and message are those of invalidParams. */
function malformed(error: string, field: string, expected: string): RequestRefused {
  const { body } = refused('invalidParams', { error_message: `Invalid field '${field}', not ${expected}.` })
  return new RequestRefused({ ...body, error })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
