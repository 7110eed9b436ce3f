/** Reads signed bytes: decodes, hashes, verifies signatures. */
import { decode, encode, encodeForMultiSigning, hashes, verifyKeypairSignature, verifySignature } from 'xrpl'
import { z } from 'zod'
import { MOST_SIGNERS } from '#harbour/rippled/engine/account/signer-list-set.ts'
import { InvalidTransaction, parsed } from '#harbour/rippled/engine/fields.ts'
import { compareAccounts, type Signer, SignerSchema } from '#harbour/rippled/engine/signing.ts'
import type { Transactor } from '#harbour/rippled/engine/transactor.ts'
import { transactorOf } from '#harbour/rippled/engine/transactors.ts'

const CommonSchema = z.object({
  TransactionType: z.string(),
  Account: z.string(),
  Fee: z.string(),
  Sequence: z.number(),
  SigningPubKey: z.string(),
  TxnSignature: z.string().optional(),
  Signers: z.array(SignerSchema).optional(),
  Flags: z.number().default(0),
  TicketSequence: z.number().optional(),
  LastLedgerSequence: z.number().optional(),
  NetworkID: z.number().optional(),
  /** Refused unless this is the account's last transaction. */
  AccountTxnID: z.string().optional(),
})
export type CommonFields = z.infer<typeof CommonSchema>

export type Transaction = {
  hash: string
  /** Upper-case hexadecimal. */
  blob: string
  common: CommonFields
  /** Every field, as in the ledger's JSON. */
  json: Record<string, unknown>
  transactor: Transactor
}

const FEWEST_BYTES = 32
const MOST_BYTES = 1024 * 1024

/** Throws InvalidTransaction, also for a wrong signature. The engine checks who may sign. */
export function readTransaction(hex: string): Transaction {
  const transaction = readUnverified(hex)
  const fault = signatureFault(transaction)
  if (fault !== null) throw new InvalidTransaction(`fails local checks: ${fault}`)
  return transaction
}

/** Does not verify the signatures. Throws InvalidTransaction. */
export function readUnverified(hex: string): Transaction {
  const blob = hex.toUpperCase()
  if (blob.length < 2 * FEWEST_BYTES || blob.length > 2 * MOST_BYTES) {
    throw new InvalidTransaction('Transaction length invalid')
  }
  const json = decoded(blob)
  const common = parsed(CommonSchema, json)
  return { hash: hashes.hashSignedTx(blob), blob, common, json, transactor: transactorOf(json) }
}

/** Returns what is wrong with the signatures, in the words of the server. Null: nothing. */
export function signatureFault({ common, json, blob }: Transaction): string | null {
  const { Signers: signers, SigningPubKey: key, TxnSignature: signature } = common
  if (signers === undefined) {
    return key !== '' && signature !== undefined && isVerified(() => verifySignature(blob)) ? null : INVALID_SIGNATURE
  }
  if (key !== '' || signature !== undefined) return 'Cannot both single- and multi-sign.'
  if (signers.length === 0 || signers.length > MOST_SIGNERS) return 'Invalid Signers array size.'
  for (const [place, one] of signers.entries()) {
    const fault = signerFault(one, signers[place - 1], { common, json })
    if (fault !== null) return fault
  }
  return null
}

function signerFault(
  { Signer: signer }: Signer,
  before: Signer | undefined,
  { common, json }: Pick<Transaction, 'common' | 'json'>,
): string | null {
  if (signer.Account === common.Account) return 'Invalid multisigner.'
  const order = before === undefined ? 1 : compareAccounts(signer.Account, before.Signer.Account)
  if (order === 0) return 'Duplicate Signers not allowed.'
  if (order < 0) return 'Unsorted Signers array.'
  const { SigningPubKey: key, TxnSignature: signature, Account } = signer
  const isGenuine = isVerified(() =>
    verifyKeypairSignature(encodeForMultiSigning(json as never, Account), signature, key),
  )
  return isGenuine ? null : `Invalid signature on account ${Account}.`
}

const INVALID_SIGNATURE = 'Invalid signature.'

/** The client throws for keys and signatures that cannot be read. */
function isVerified(verify: () => boolean): boolean {
  try {
    return verify()
  } catch {
    return false
  }
}

function decoded(blob: string): Record<string, unknown> {
  let json: Record<string, unknown>
  try {
    json = decode(blob)
  } catch (cause) {
    throw new InvalidTransaction(cause instanceof Error ? cause.message : String(cause), { cause })
  }
  // Trailing bytes or fields out of order: elsewhere the same transaction would have another hash.
  if (encode(json as never) !== blob) throw new InvalidTransaction('Transaction is not in canonical form.')
  return json
}
