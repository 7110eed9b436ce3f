/** Reads the result of a transaction from the ledger's own record. */
import { z } from 'zod'
import type { Network } from '#app/kernel/domain/assets.ts'
import type { PaidTransaction } from '#harbour/wallet/payment.ts'

const StellarSchema = z
  .object({ hash: z.string(), ledger: z.number(), successful: z.boolean() })
  .transform((record) => ({ ...record, code: record.successful ? 'tx_success' : 'tx_failed' }))

const XrplSchema = z
  .object({ hash: z.string(), ledger_index: z.number(), meta: z.object({ TransactionResult: z.string() }) })
  .transform(({ hash, ledger_index: ledger, meta }) => ({
    hash,
    ledger,
    code: meta.TransactionResult,
    successful: meta.TransactionResult === 'tesSUCCESS',
  }))

/** Null: in no closed ledger yet. */
export function readOutcome(network: Network, record: unknown): PaidTransaction | null {
  const read = network === 'stellar' ? StellarSchema.safeParse(record) : XrplSchema.safeParse(record)
  return read.success ? { network, ...read.data } : null
}
