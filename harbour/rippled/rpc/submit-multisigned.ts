/** `submit_multisigned`: a transaction with several signatures, as JSON instead of bytes. */
import { encode, isValidClassicAddress } from 'xrpl'
import { z } from 'zod'
import { InvalidTransaction } from '#harbour/rippled/engine/fields.ts'
import { describeResult } from '#harbour/rippled/engine/results.ts'
import { accountIn } from '#harbour/rippled/engine/sandbox.ts'
import { compareAccounts, SignerSchema } from '#harbour/rippled/engine/signing.ts'
import { readUnverified, signatureFault, type Transaction } from '#harbour/rippled/engine/transaction.ts'
import type { Handler } from '#harbour/rippled/rpc/command.ts'
import { invalidField, missingField, RequestRefused, refused } from '#harbour/rippled/rpc/errors.ts'
import { withDeliverMax } from '#harbour/rippled/rpc/transaction-json.ts'

const JsonSchema = z.looseObject({})
const SignersSchema = z.array(SignerSchema.refine(({ Signer }) => isValidClassicAddress(Signer.Account)))

export const submitMultisigned: Handler = (command) => {
  const { params, node, apiVersion } = command
  const transaction = transactionIn(signedJson(params.tx_json))
  const { common, hash, blob } = transaction
  if (accountIn(node.open().state, common.Account) === undefined) throw refused('srcActNotFound')
  // Only those who send bytes learn what exactly is wrong with the signatures.
  if (signatureFault(transaction) !== null) throw refused('internal', { error_message: 'Invalid signature.' })
  const { result } = node.submit(transaction, {
    failHard: params.fail_hard === true ? 'fail_hard' : 'keep',
    fate: command.fateOf(transaction),
  })
  const json = withDeliverMax(transaction.json, apiVersion)
  return {
    ...describeResult(result),
    tx_blob: blob,
    ...(apiVersion === 1 ? { tx_json: { ...json, hash } } : { hash, tx_json: json }),
  }
}

/** Sorts the signers. Throws RequestRefused. */
function signedJson(value: unknown): Record<string, unknown> {
  if (value === undefined) throw missingField('tx_json')
  const json = JsonSchema.safeParse(value)
  if (!json.success) throw invalidField('tx_json')
  for (const field of ['Account', 'Fee', 'Sequence', 'SigningPubKey', 'Signers']) {
    if (json.data[field] === undefined) throw missingField(`tx_json.${field}`)
  }
  if (json.data.SigningPubKey !== '') {
    throw refused('invalidParams', { error_message: "When multi-signing 'tx_json.SigningPubKey' must be empty." })
  }
  const signers = SignersSchema.safeParse(json.data.Signers)
  if (!signers.success) throw invalidField('tx_json.Signers')
  if (signers.data.length === 0) {
    throw refused('invalidParams', { error_message: 'tx_json.Signers array may not be empty.' })
  }
  const Signers = signers.data.toSorted((one, other) => compareAccounts(one.Signer.Account, other.Signer.Account))
  return { ...json.data, Signers }
}

/** Throws invalidTransaction, with the cause in words. */
function transactionIn(json: Record<string, unknown>): Transaction {
  let blob: string
  try {
    blob = encode(json as never)
  } catch (error) {
    throw invalidTransaction(error instanceof Error ? error.message : String(error))
  }
  try {
    return readUnverified(blob)
  } catch (error) {
    if (!(error instanceof InvalidTransaction)) throw error
    throw invalidTransaction(error.message)
  }
}

function invalidTransaction(words: string): RequestRefused {
  return new RequestRefused({ error: 'invalidTransaction', error_exception: words })
}
