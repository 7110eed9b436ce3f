/** Accepts transactions: one endpoint waits for the ledger, the other answers at once. */

import { xdr } from '@stellar/stellar-sdk'
import { resultCodes } from '#harbour/horizon/engine/codes.ts'
import { type Envelope, outerHash, parseEnvelope } from '#harbour/horizon/engine/envelope.ts'
import type { Treatment } from '#harbour/horizon/engine/queue.ts'
import type { Network } from '#harbour/horizon/ledger/network.ts'
import type { Reception } from '#harbour/horizon/ledger/network-options.ts'
import type { Json } from '#harbour/horizon/resources/json.ts'
import type { TransactionRecord } from '#harbour/horizon/resources/records.ts'
import type { View } from '#harbour/horizon/resources/view.ts'
import { transactionResource } from '../resources/transaction.ts'
import { type Answer, halAnswer, type Request } from './answers.ts'
import { Problem, submissionTimeout, transactionFailed } from './problems.ts'

export type Submission = { raw: string; envelope: Envelope }

/** Reads the form field `tx`. Throws Problem when it is not a transaction. */
export function readSubmission({ contentType, body, parameters }: Request, passphrase: string): Submission {
  const [mediaType = ''] = contentType.split(';')
  if (mediaType !== '' && mediaType.trim() !== 'application/x-www-form-urlencoded') {
    throw new Problem('unsupported_media_type')
  }
  const raw = new URLSearchParams(body).get('tx') ?? parameters.get('tx') ?? ''
  try {
    return { raw, envelope: parseEnvelope(raw, passphrase) }
  } catch (error) {
    // Horizon does not say why an envelope cannot be decoded.
    throw new Problem('transaction_malformed', { envelope_xdr: raw }, { cause: error })
  }
}

type Circumstances = {
  view: View
  treatment: Treatment
  /** How long to wait for the ledger, in milliseconds. */
  patienceMs: number
  /** Aborted when the server stops. */
  stopped: AbortSignal
}

/**
 * POST /transactions: submits, waits for the ledger and answers with the transaction. A known transaction is not
 * submitted again. Throws Problem when it was refused, failed, or was not included in time.
 */
export async function submitAndWait(submission: Submission, circumstances: Circumstances): Promise<Answer> {
  const { network } = circumstances.view
  const hash = outerHash(submission.envelope)
  const known = network.history.find(hash)
  if (known !== undefined) return included(submission, known, circumstances.view)
  const reception = network.submit(submission.envelope, circumstances.treatment)
  if (reception.status === 'ERROR') {
    throw transactionFailed(submission.raw, reception.result.toXdr('base64'), resultCodes(reception.result))
  }
  const record = await appearance(network, hash, circumstances)
  if (record === undefined) throw submissionTimeout(submission.raw, hash)
  return included(submission, record, circumstances.view)
}

function included({ raw, envelope }: Submission, record: TransactionRecord, view: View): Answer {
  if (record.successful) return halAnswer(transactionResource(record, view, outerHash(envelope)))
  throw transactionFailed(raw, record.resultXdr, resultCodes(xdr.TransactionResult.fromXdr(record.resultXdr, 'base64')))
}

/** Resolves with the included transaction; undefined: not in time, or the server stopped. */
function appearance(
  network: Network,
  hash: string,
  { patienceMs, stopped }: Circumstances,
): Promise<TransactionRecord | undefined> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(patience)
      unsubscribe()
      stopped.removeEventListener('abort', finish)
      resolve(network.history.find(hash))
    }
    const patience = setTimeout(finish, patienceMs)
    const unsubscribe = network.onClose(() => {
      if (network.history.find(hash) !== undefined) finish()
    })
    stopped.addEventListener('abort', finish)
  })
}

const ASYNC_STATUS: Record<Reception['status'], number> = {
  PENDING: 201,
  DUPLICATE: 409,
  TRY_AGAIN_LATER: 503,
  ERROR: 400,
}

/** POST /transactions_async: submits and answers with the network's immediate reaction. */
export function submitAtOnce({ envelope }: Submission, network: Network, treatment: Treatment): Answer {
  const reception = network.submit(envelope, treatment)
  const body: Json = {
    ...(reception.status === 'ERROR' ? { error_result_xdr: reception.result.toXdr('base64') } : {}),
    tx_status: reception.status,
    hash: outerHash(envelope),
  }
  return halAnswer(body, ASYNC_STATUS[reception.status])
}
