/** Waits as long as a ledger takes: xrpl.js itself polls once a second, however fast ledgers close. */
import { setTimeout as wait } from 'node:timers/promises'
import { type Client, RippledError, type SubmittableTransaction, type TxResponse, type Wallet } from 'xrpl'

const LOOK_MS = 50

/**
 * Fills in, signs and submits a transaction; returns it from a validated ledger, successful or not. Throws when it is
 * malformed, or when its last ledger has passed without it, with the server's first result.
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
    // Read before the transaction, so that one validated in between is not missed.
    const newest = await client.getLedgerIndex()
    const answer = await knownOrNull('txnNotFound', () => client.request({ command: 'tx', transaction: hash }))
    if (answer?.result.validated) return answer.result
    if (newest > last)
      throw new Error(`ledger ${last} has passed without it; at first it was ${submitted.engine_result}`)
    await wait(LOOK_MS)
  }
}

/** Returns the result of `work`; null: the server answered with `unknownError`. */
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
