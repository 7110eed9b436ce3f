/**
 * Escrows and checks that name an account of ours, read from the transactions that made them. Pure. Payment channels
 * are left out: nobody can claim from one without its sender's signature.
 */
import { z } from 'zod'
import { type ClaimWindow, isWorthClaiming } from '#app/ledgers/payments/domain/claimable.ts'
import type { FoundClaimable } from '../../claimable.ts'
import type { MetaAnswer, ValidatedTransaction } from '../answers.ts'
import { LEDGER_EPOCH_SECONDS } from '../history.server.ts'
import { fromDrops, readTag } from '../payments.ts'

const seconds = z.number().int().nonnegative().optional()
const drops = z.string().regex(/^\d{1,18}$/)
const about = { Destination: z.string(), DestinationTag: z.number().optional() }
/** XRP only: other currencies have another form. */
const escrowFields = z.object({
  ...about,
  Amount: drops,
  FinishAfter: seconds,
  CancelAfter: seconds,
  Condition: z.string().optional(),
})
const checkFields = z.object({ ...about, SendMax: drops, Expiration: seconds })
const numbers = z.object({ Sequence: z.number(), TicketSequence: z.number().optional() })

/** What the transaction made for the account; null: nothing in XRP that is worth a claim. */
export function readClaimable(transaction: ValidatedTransaction, account: string): FoundClaimable | null {
  const { tx_json: tx, meta } = transaction
  if (meta.TransactionResult !== 'tesSUCCESS' || tx.Account === account) return null
  const made = meta.AffectedNodes.flatMap(readCreated).find(({ fields }) => fields.Destination === account)
  if (made === undefined || !isWorthClaiming(made)) return null
  const { fields, ...found } = made
  const { Sequence, TicketSequence } = numbers.parse(tx)
  return {
    ...found,
    hash: transaction.hash,
    maker: tx.Account,
    memo: readTag(fields),
    sequence: found.kind === 'escrow' ? String(TicketSequence ?? Sequence) : null,
  }
}

type Made = Pick<FoundClaimable, 'kind' | 'ledgerId' | 'asset' | 'amount' | 'needsSecret'> &
  ClaimWindow & { fields: { Destination: string; DestinationTag?: number } }

function readCreated(node: MetaAnswer['AffectedNodes'][number]): Made[] {
  if (!('CreatedNode' in node)) return []
  const { LedgerEntryType: type, LedgerIndex: ledgerId, NewFields } = node.CreatedNode
  if (ledgerId === undefined) return []
  const escrow = type === 'Escrow' ? escrowFields.safeParse(NewFields).data : undefined
  if (escrow !== undefined) {
    const { Amount, FinishAfter, CancelAfter, Condition } = escrow
    const window = { claimableFrom: toDate(FinishAfter), claimableUntil: toDate(CancelAfter) }
    const amount = fromDrops(Amount)
    const needsSecret = Condition !== undefined
    return [{ kind: 'escrow', ledgerId, asset: 'XRP', amount, needsSecret, ...window, fields: escrow }]
  }
  const check = type === 'Check' ? checkFields.safeParse(NewFields).data : undefined
  if (check === undefined) return []
  const window = { claimableFrom: null, claimableUntil: toDate(check.Expiration) }
  const amount = fromDrops(check.SendMax)
  return [{ kind: 'check', ledgerId, asset: 'XRP', amount, needsSecret: false, ...window, fields: check }]
}

function toDate(ledgerSeconds: number | undefined): Date | null {
  return ledgerSeconds === undefined ? null : new Date((ledgerSeconds + LEDGER_EPOCH_SECONDS) * 1000)
}
