/** Schemas of rippled's answers about escrows. Only the fields that we use. */
import { z } from 'zod'
import { marker } from '../answers.ts'

const number = z.number().int().nonnegative()
const hash = z.string().regex(/^[0-9A-F]{64}$/)

/** Since 2026 escrows can also hold tokens: then the amount is not a string. */
const amount = z.union([z.string().regex(/^\d{1,18}$/), z.looseObject({ value: z.string() })])

/** The fields that an entry shares with the transaction that made it. */
export const escrowFields = z.object({
  Account: z.string(),
  Destination: z.string(),
  DestinationTag: number.optional(),
  Amount: amount,
  Condition: z.string().optional(),
  CancelAfter: number.optional(),
  FinishAfter: number.optional(),
})
export type EscrowFields = z.infer<typeof escrowFields>

export const escrowCreateFields = escrowFields.extend({ Sequence: number, TicketSequence: number.optional() })

const escrowEntry = escrowFields.extend({
  LedgerEntryType: z.literal('Escrow'),
  /** The transaction that made it: only its end changes an escrow. */
  PreviousTxnID: hash,
})

export const escrowsAnswer = z.object({ account_objects: z.array(escrowEntry), marker: marker.optional() })
export const escrowEntryAnswer = z.object({ index: hash, node: escrowEntry })
