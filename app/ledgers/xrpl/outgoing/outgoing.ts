/** What a validated XRP Ledger transaction took from an account. Pure: the adapter and the tests share it. */
import { z } from 'zod'
import type { OutgoingTransaction } from '../../outgoing.ts'
import type { MetaAnswer, ValidatedTransaction } from '../answers.ts'
import { fromDrops, readTag } from '../payments.ts'
import { lossOf, readWhatLeft } from './what-left.ts'

const number = z.number().int().nonnegative()
const ownFields = z.object({
  Sequence: number.optional(),
  TicketSequence: number.optional(),
  InvoiceID: z.string().optional(),
})

/** Null: the transaction took nothing from the account. */
export function readOutgoing(transaction: ValidatedTransaction, account: string): OutgoingTransaction | null {
  const { tx_json: tx, meta, hash } = transaction
  const isOwn = tx.Account === account
  if (!isOwn && !(lossOf(transaction, account) > 0n)) return null
  const { Sequence: sequence, TicketSequence: ticket, InvoiceID: invoiceId } = ownFields.parse(tx)
  const successful = meta.TransactionResult === 'tesSUCCESS'
  return {
    network: 'xrpl',
    hash,
    innerHash: hash,
    source: tx.Account,
    sequence: String(ticket ?? sequence ?? 0),
    usesTicket: ticket !== undefined,
    type: tx.TransactionType,
    successful,
    code: successful ? null : meta.TransactionResult,
    memo: readTag(tx),
    invoiceId: invoiceId ?? null,
    payments: successful ? readWhatLeft(transaction, account) : [],
    feePaid: fromDrops(tx.Fee),
    feeAccount: tx.Account,
    sequenceAfter: isOwn ? readSequence(meta, account) : null,
    ticketsMade: readTicketsMade(meta, account),
    ticketUsed: isOwn && ticket !== undefined ? String(ticket) : null,
    at: new Date(transaction.close_time_iso),
  }
}

/** The account's next number after the transaction. */
function readSequence(meta: MetaAnswer, account: string): string | null {
  const after = number.safeParse(ownRoot(meta, account)?.FinalFields?.Sequence).data
  return after === undefined ? null : String(after)
}

/** The node of a deleted account has its last state, too. */
function ownRoot(meta: MetaAnswer, account: string) {
  return meta.AffectedNodes.flatMap((node) =>
    'ModifiedNode' in node ? node.ModifiedNode : 'DeletedNode' in node ? node.DeletedNode : [],
  ).find((node) => node.LedgerEntryType === 'AccountRoot' && node.FinalFields?.Account === account)
}

function readTicketsMade(meta: MetaAnswer, account: string): string[] {
  return meta.AffectedNodes.flatMap((node) => ('CreatedNode' in node ? node.CreatedNode : []))
    .filter((node) => node.LedgerEntryType === 'Ticket' && node.NewFields?.Account === account)
    .map((node) => String(number.parse(node.NewFields?.TicketSequence)))
}
