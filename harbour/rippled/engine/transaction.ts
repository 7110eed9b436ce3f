/** Signed bytes as they come in: decoded, hashed, signature verified. */
import { decode, encode, hashes, verifySignature } from 'xrpl'
import { z } from 'zod'
import { InvalidTransaction, parsed } from '#harbour/rippled/engine/fields.ts'
import type { Transactor } from '#harbour/rippled/engine/transactor.ts'
import { transactorOf } from '#harbour/rippled/engine/transactors.ts'

const CommonSchema = z.object({
  TransactionType: z.string(),
  Account: z.string(),
  Fee: z.string(),
  Sequence: z.number(),
  SigningPubKey: z.string(),
  TxnSignature: z.string().optional(),
  Signers: z.array(z.unknown()).optional(),
  Flags: z.number().default(0),
  TicketSequence: z.number().optional(),
  LastLedgerSequence: z.number().optional(),
  NetworkID: z.number().optional(),
  AccountTxnID: z.string().optional(),
})
export type CommonFields = z.infer<typeof CommonSchema>

export type Transaction = {
  hash: string
  /** Upper-case hexadecimal. */
  blob: string
  common: CommonFields
  /** Every field, as the ledger's JSON has it. */
  json: Record<string, unknown>
  transactor: Transactor
}

/** Throws InvalidTransaction. A signature by several keys is not looked at: the engine refuses it anyway. */
export function readTransaction(hex: string): Transaction {
  const blob = hex.toUpperCase()
  const json = decoded(blob)
  const common = parsed(CommonSchema, json)
  const transactor = transactorOf(json)
  if (!isWellSigned(blob, common)) throw new InvalidTransaction('fails local checks: Invalid signature.')
  return { hash: hashes.hashSignedTx(blob), blob, common, json, transactor }
}

function decoded(blob: string): Record<string, unknown> {
  let json: Record<string, unknown>
  try {
    json = decode(blob)
  } catch (cause) {
    throw new InvalidTransaction(cause instanceof Error ? cause.message : String(cause), { cause })
  }
  // Trailing bytes and fields out of order: the same transaction would have another hash elsewhere.
  if (encode(json as never) !== blob) throw new InvalidTransaction('Transaction is not in canonical form.')
  return json
}

function isWellSigned(blob: string, common: CommonFields): boolean {
  if (common.Signers !== undefined) return common.SigningPubKey === ''
  if (common.SigningPubKey === '' || common.TxnSignature === undefined) return false
  try {
    return verifySignature(blob)
  } catch (cause) {
    throw new InvalidTransaction('fails local checks: Invalid signature.', { cause })
  }
}
