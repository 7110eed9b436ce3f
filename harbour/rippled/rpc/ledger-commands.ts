/** Commands about ledgers and what is in them. */
import { encode, hashes, isValidClassicAddress } from 'xrpl'
import { z } from 'zod'
import { accountIndex, ticketIndex } from '#harbour/rippled/engine/entries.ts'
import { humanTime, isoTime } from '#harbour/rippled/ledger/header.ts'
import { entryJson } from '#harbour/rippled/rpc/account-commands.ts'
import { type Command, type Handler, type Lookup, ledgerParam } from '#harbour/rippled/rpc/command.ts'
import { type Answer, RequestRefused } from '#harbour/rippled/rpc/errors.ts'
import { ledgerTransaction } from '#harbour/rippled/rpc/transaction-json.ts'

export const ledger: Handler = (command) => {
  const { params, scope } = command
  if (params.ledger_index === undefined && params.ledger_hash === undefined) {
    const closed = { ledger: closedLedgerJson(command, scope.last) }
    return { closed, open: { ledger: openLedgerJson(command) } }
  }
  const found = ledgerParam(command)
  return { ...found.named, ledger: found.isOpen ? openLedgerJson(command) : closedLedgerJson(command, found.index) }
}

export const ledgerCurrent: Handler = ({ scope }) => ({ ledger_current_index: scope.current.index })

export const ledgerClosed: Handler = ({ scope }) => ({
  ledger_hash: scope.header(scope.last).hash,
  ledger_index: scope.last,
})

function closedLedgerJson(command: Command, index: number): Answer {
  const header = command.scope.header(index)
  return {
    account_hash: header.accountHash,
    close_flags: 0,
    close_time: header.closeTime,
    close_time_human: humanTime(header.closeTime),
    close_time_iso: isoTime(header.closeTime),
    close_time_resolution: 10,
    closed: true,
    ledger_hash: header.hash,
    ledger_index: command.apiVersion === 1 ? String(index) : index,
    parent_close_time: header.parentCloseTime,
    parent_hash: header.parentHash,
    total_coins: String(header.totalCoins),
    transaction_hash: header.transactionHash,
    ...transactionsIn(command, index),
  }
}

function openLedgerJson({ scope, apiVersion }: Command): Answer {
  const { index } = scope.current
  const parentHash = scope.header(scope.last).hash
  return { closed: false, ledger_index: apiVersion === 1 ? String(index) : index, parent_hash: parentHash }
}

function transactionsIn({ params, scope, apiVersion }: Command, index: number): Answer {
  if (params.transactions !== true) return {}
  const records = scope.recordsIn(index)
  const transactions = records.map((record) =>
    params.expand === true ? ledgerTransaction(record, scope, apiVersion) : record.hash,
  )
  return { transactions }
}

const TicketSchema = z.object({ account: z.string().refine(isValidClassicAddress), ticket_seq: z.number().int() })
const EscrowSchema = z.object({ owner: z.string().refine(isValidClassicAddress), seq: z.number().int() })
const IndexSchema = z.string().regex(/^[0-9A-F]{64}$/i)

export const ledgerEntry: Handler = (command) => {
  const found = ledgerParam(command)
  const index = entryIndex(command, found)
  const entry = found.state.get(index)
  if (entry === undefined) throw new RequestRefused({ error: 'entryNotFound', ...found.named })
  const node = entryJson(entry)
  const shown = command.params.binary === true ? { node_binary: encode(node as never) } : { node }
  return { index, ...found.named, ...shown }
}

/** The id of the entry that is asked for, by id or by what it is made of. Throws malformedRequest or malformedAddress. */
function entryIndex({ params }: Command, { named }: Lookup): string {
  const malformed = (error: string) => new RequestRefused({ error, ...named })
  if (params.account_root !== undefined) {
    const { account_root: address } = params
    if (typeof address !== 'string' || !isValidClassicAddress(address)) throw malformed('malformedAddress')
    return accountIndex(address)
  }
  const asked = params.index ?? params.ticket ?? params.escrow
  const index = IndexSchema.safeParse(asked)
  if (index.success) return index.data.toUpperCase()
  const ticket = TicketSchema.safeParse(params.ticket)
  if (ticket.success) return ticketIndex(ticket.data.account, ticket.data.ticket_seq)
  const escrow = EscrowSchema.safeParse(params.escrow)
  if (escrow.success) return hashes.hashEscrow(escrow.data.owner, escrow.data.seq)
  throw malformed('malformedRequest')
}
