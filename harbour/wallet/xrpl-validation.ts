/** Waits on the XRP Ledger as long as a ledger takes: xrpl.js itself looks once a second, whatever the ledgers do. */
import { setTimeout as wait } from 'node:timers/promises'
import { type Client, RippledError, type SubmittableTransaction, type TxResponse, type Wallet } from 'xrpl'

const LOOK_MS = 50

/**
 * Fills in, signs and submits a transaction; answers with it once it is in a validated ledger, successful or not. Throws
 * when it is malformed, or its last ledger has passed without it, with what the server said of it at first.
 */
export async function submitUntilValidated(
  client: Client,
  order: { transaction: SubmittableTransaction; wallet: Wallet },
): Promise<TxResponse['result']> {
  const filled = await client.autofill(order.transaction)
  const { tx_blob, hash } = order.wallet.sign(filled)
  const { result: submitted } = await client.submit(tx_blob)
  if (submitted.engine_result.startsWith('tem')) {
    throw new Error(`${submitted.engine_result}, which no ledger will ever take: ${submitted.engine_result_message}`)
  }
  const last = filled.LastLedgerSequence ?? 0
  for (;;) {
    // Asked before the transaction, so that one which is validated in between is not missed.
    const newest = await client.getLedgerIndex()
    const answer = await knownOrNull('txnNotFound', () => client.request({ command: 'tx', transaction: hash }))
    if (answer?.result.validated) return answer.result
    if (newest > last)
      throw new Error(`ledger ${last} has passed without it; at first it was ${submitted.engine_result}`)
    await wait(LOOK_MS)
  }
}

/** What `work` brings; null when the server says that it knows no such thing. */
export async function knownOrNull<Result>(unknownError: string, work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RippledError && isRecord(error.data) && error.data.error === unknownError) return null
    throw error
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
