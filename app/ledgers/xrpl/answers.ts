/** Schemas of rippled's answers (API version 2), checked before use. Only the fields that we use. */
import { z } from 'zod'

const ledgerNumber = z.number().int().nonnegative()
export const drops = z.string().regex(/^\d{1,18}$/)
const hash = z.string().regex(/^[0-9A-F]{64}$/)
const tag = z.number().int().min(0).max(4_294_967_295)

/** An issued currency, or a multi-purpose token (which has an issuance id instead of currency and issuer). */
const issuedAmount = z.object({
  value: z.string(),
  currency: z.string().optional(),
  issuer: z.string().optional(),
  mpt_issuance_id: z.string().optional(),
})

const nodeFields = z.looseObject({
  Account: z.string().optional(),
  /** Drops on an account; issued amounts on a trust line. */
  Balance: z.unknown().optional(),
  Destination: z.string().optional(),
  DestinationTag: tag.optional(),
})

const affectedNode = z.object({
  LedgerEntryType: z.string(),
  LedgerIndex: z.string().optional(),
  FinalFields: nodeFields.optional(),
  NewFields: nodeFields.optional(),
  PreviousFields: nodeFields.optional(),
})

export const metaAnswer = z.object({
  TransactionResult: z.string(),
  TransactionIndex: z.number().int().nonnegative(),
  delivered_amount: z.union([z.string(), issuedAmount]).optional(),
  AffectedNodes: z
    .array(
      z.union([
        z.object({ ModifiedNode: affectedNode }),
        z.object({ CreatedNode: affectedNode }),
        z.object({ DeletedNode: affectedNode }),
      ]),
    )
    .default([]),
})
export type MetaAnswer = z.infer<typeof metaAnswer>

const transactionFields = z.looseObject({
  TransactionType: z.string(),
  Account: z.string(),
  Fee: drops,
  Destination: z.string().optional(),
  DestinationTag: tag.optional(),
})

/** A transaction of a validated ledger, in the form of `tx` and of the items of `account_tx`. */
export const validatedTransaction = z.object({
  validated: z.literal(true),
  hash,
  ledger_index: ledgerNumber,
  close_time_iso: z.iso.datetime({ offset: true }),
  tx_json: transactionFields,
  meta: metaAnswer,
})
export type ValidatedTransaction = z.infer<typeof validatedTransaction>

/** `tx` also returns transactions that are not validated, even with a meta that says tesSUCCESS. */
export const txAnswer = z.union([validatedTransaction, z.object({ validated: z.literal(false).optional() })])

export const marker = z.union([z.record(z.string(), z.unknown()), z.string(), z.number()])

export const accountTxAnswer = z.object({
  ledger_index_min: z.number().int(),
  ledger_index_max: z.number().int(),
  transactions: z.array(validatedTransaction),
  marker: marker.optional(),
})

export const ledgerAnswer = z.object({
  ledger_index: ledgerNumber.positive(),
  ledger_hash: hash,
  validated: z.literal(true),
  /** Seconds since 2000. */
  ledger: z.object({ close_time: z.number().int().nonnegative() }),
})

export const serverInfoAnswer = z.object({
  info: z.object({ network_id: z.number().int().optional(), complete_ledgers: z.string() }),
})

export const subscribeLedgerAnswer = z.object({
  reserve_base: z.number().int().nonnegative(),
  reserve_inc: z.number().int().nonnegative(),
})

export const accountInfoAnswer = z.object({
  validated: z.literal(true),
  account_data: z.object({
    Balance: drops,
    Flags: z.number().int().nonnegative(),
    OwnerCount: z.number().int().nonnegative(),
    Sequence: ledgerNumber,
    RegularKey: z.string().optional(),
  }),
})
export type AccountInfo = z.infer<typeof accountInfoAnswer>['account_data']

export const ticketsAnswer = z.object({
  account_objects: z.array(z.object({ LedgerEntryType: z.literal('Ticket'), TicketSequence: ledgerNumber })),
  marker: marker.optional(),
})

export const ledgerEntryAnswer = z.object({ node: z.object({ LedgerEntryType: z.string() }) })

export const feeAnswer = z.object({
  drops: z.object({ base_fee: drops, minimum_fee: drops, open_ledger_fee: drops }),
})

/** How busy the server itself is, as a multiple of `load_base`: `fee` does not report it. */
export const serverStateAnswer = z.object({
  state: z.object({
    load_base: z.number().int().positive().default(256),
    load_factor_server: z.number().int().positive().default(256),
  }),
})

export const submitAnswer = z.object({ engine_result: z.string() })

export const depositAuthorizedAnswer = z.object({ deposit_authorized: z.boolean() })
