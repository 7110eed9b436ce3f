/** A payment as the wallet sends it, and what became of it. */
import type { Network } from '#app/kernel/domain/assets.ts'
import type { PlayName } from '#harbour/accounts.ts'
import type { PaymentRequest } from '#harbour/wallet/payment-request.ts'

/** One signed payment. The amount is in whole units, as a plain decimal. */
export type Payment = Omit<PaymentRequest, 'amount'> & {
  from: PlayName
  amount: string
  /** The memo is forgotten on purpose, as by a wallet that does not look whether the payee demands one (SEP-29). */
  isCareless?: boolean
}

/** A transaction that is in a ledger. */
export type PaidTransaction = {
  network: Network
  hash: string
  ledger: number
  /** The ledger's own word for the result. */
  code: string
  successful: boolean
}

/** The ledger did not take the payment, or has not yet shown what became of it. The message is for the person. */
export class PaymentRefused extends Error {
  override name = 'PaymentRefused' as const
}

/** The ledger gave no usable answer to a question of the wallet: it is down, or bad weather was switched on. */
export class LedgerSilent extends Error {
  override name = 'LedgerSilent' as const
}

/** Throws LedgerSilent for whatever goes wrong between the wallet and the ledger. */
export async function ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
  try {
    return await question()
  } catch (error) {
    throw new LedgerSilent(`The ledger gave no usable answer: ${messageOf(error)}`, { cause: error })
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
