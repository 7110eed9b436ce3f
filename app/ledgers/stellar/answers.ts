/** Schemas of Horizon's answers, checked before use. Only the fields that we use. */
import { z } from 'zod'

/** An amount as Horizon writes it: at most seven places, no sign, no exponent. */
export const horizonAmount = z.string().regex(/^\d{1,12}(\.\d{1,7})?$/)
const unsigned = z.string().regex(/^\d{1,20}$/)
const moment = z.iso.datetime({ offset: true })
const ledgerNumber = z.number().int().nonnegative()

export const rootAnswer = z.object({
  network_passphrase: z.string(),
  core_latest_ledger: ledgerNumber,
  history_latest_ledger: ledgerNumber,
  history_latest_ledger_closed_at: moment,
  history_elder_ledger: ledgerNumber,
})

export const ledgerAnswer = z.object({
  sequence: ledgerNumber,
  closed_at: moment,
  base_reserve_in_stroops: z.number().int().positive(),
})

/** What proves a history: a ledger and its hash. */
export const markAnswer = z.object({
  sequence: ledgerNumber.positive(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  closed_at: moment,
})

export const ledgersAnswer = z.object({ _embedded: z.object({ records: z.array(ledgerAnswer).min(1) }) })

const balanceLine = z.object({
  balance: horizonAmount.optional(),
  limit: horizonAmount.optional(),
  buying_liabilities: horizonAmount.optional(),
  selling_liabilities: horizonAmount.optional(),
  asset_type: z.string(),
  asset_code: z.string().optional(),
  asset_issuer: z.string().optional(),
  is_authorized: z.boolean().optional(),
})
export type BalanceLine = z.infer<typeof balanceLine>

export const accountAnswer = z.object({
  account_id: z.string(),
  sequence: unsigned,
  subentry_count: z.number().int().nonnegative(),
  num_sponsoring: z.number().int().nonnegative().default(0),
  num_sponsored: z.number().int().nonnegative().default(0),
  balances: z.array(balanceLine),
  data: z.record(z.string(), z.string()).default({}),
  thresholds: z.object({ med_threshold: z.number().int().nonnegative() }).optional(),
  signers: z.array(z.object({ key: z.string(), weight: z.number().int().nonnegative() })).default([]),
})
export type AccountAnswer = z.infer<typeof accountAnswer>

export const transactionAnswer = z.object({
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  successful: z.boolean(),
  created_at: moment,
  memo_type: z.string(),
  memo: z.string().nullish(),
  memo_bytes: z.string().nullish(),
  result_xdr: z.string(),
  fee_bump_transaction: z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/) }).nullish(),
})
export type TransactionAnswer = z.infer<typeof transactionAnswer>

/** From which the outcome of our own transaction is judged; older servers write the fee as a number. */
export const ownTransactionAnswer = transactionAnswer.extend({
  paging_token: unsigned,
  source_account: z.string(),
  source_account_sequence: unsigned,
  fee_account: z.string(),
  fee_charged: z.union([unsigned, z.number().int().nonnegative()]).transform(String),
  inner_transaction: z.object({ hash: z.string() }).nullish(),
})
export type OwnTransactionAnswer = z.infer<typeof ownTransactionAnswer>

/** An account's transactions, read for their memos. */
export const transactionPagesAnswer = z.object({
  _embedded: z.object({
    records: z.array(transactionAnswer.extend({ paging_token: unsigned, source_account: z.string() })),
  }),
})

export const ownTransactionsAnswer = z.object({ _embedded: z.object({ records: z.array(ownTransactionAnswer) }) })

/**
 * A movement caused by a contract call, mostly not ours. Contract balances have 128 bits and ids may be text, so the
 * amount is checked only when the movement is to us; else anyone could stop our reading.
 */
const balanceChange = z.object({
  type: z.string(),
  from: z.string().optional(),
  to: z.string().optional(),
  amount: z.string(),
  asset_type: z.string(),
  asset_code: z.string().optional(),
  asset_issuer: z.string().optional(),
  destination_muxed_id: z.string().nullish(),
})

export const operationAnswer = z.object({
  id: unsigned,
  paging_token: unsigned,
  transaction_successful: z.boolean(),
  type: z.string(),
  from: z.string().optional(),
  to: z.string().optional(),
  to_muxed_id: unsigned.optional(),
  amount: z.string().optional(),
  asset_type: z.string().optional(),
  asset_code: z.string().optional(),
  asset_issuer: z.string().optional(),
  funder: z.string().optional(),
  account: z.string().optional(),
  starting_balance: z.string().optional(),
  into: z.string().optional(),
  into_muxed_id: unsigned.optional(),
  asset_balance_changes: z.array(balanceChange).nullish(),
  balance_id: z.string().optional(),
  claimant: z.string().optional(),
})
export type OperationAnswer = z.infer<typeof operationAnswer>

export const operationsAnswer = z.object({ _embedded: z.object({ records: z.array(operationAnswer) }) })

/** An operation of an account, whoever sent its transaction. */
export const ownOperationAnswer = operationAnswer.extend({
  source_account: z.string(),
  transaction_hash: z.string(),
  bump_to: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional(),
  asset: z.string().optional(),
  claimants: z.array(z.object({ destination: z.string() })).optional(),
  source_amount: z.string().optional(),
  source_asset_type: z.string().optional(),
  source_asset_code: z.string().optional(),
  source_asset_issuer: z.string().optional(),
  reserves_deposited: z.array(z.object({ asset: z.string(), amount: z.string() })).optional(),
})
export type OwnOperation = z.infer<typeof ownOperationAnswer>

export const ownOperationsAnswer = z.object({ _embedded: z.object({ records: z.array(ownOperationAnswer) }) })

export const joinedPaymentsAnswer = z.object({
  _embedded: z.object({ records: z.array(operationAnswer.extend({ transaction: transactionAnswer })) }),
})

export const effectsAnswer = z.object({
  _embedded: z.object({
    records: z.array(
      z.object({
        paging_token: z.string().regex(/^\d{1,20}-\d{1,10}$/),
        type: z.string(),
        amount: z.string().optional(),
        starting_balance: z.string().optional(),
        asset_type: z.string().optional(),
        asset_code: z.string().optional(),
        asset_issuer: z.string().optional(),
      }),
    ),
  }),
})

export const feeStatsAnswer = z.object({ max_fee: z.object({ p80: unsigned }) })

export const submissionAnswer = z.object({ tx_status: z.string(), error_result_xdr: z.string().nullish() })

/** Horizon's problem document (RFC 7807). */
export const problemAnswer = z.object({ type: z.string(), status: z.number(), title: z.string().optional() })
