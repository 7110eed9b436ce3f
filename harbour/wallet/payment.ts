/** Payments of the wallet, and their results. */
import type { Network } from '#app/kernel/domain/assets.ts'
import type { PlayName } from '#harbour/accounts.ts'
import type { PaymentRequest } from '#harbour/wallet/payment-request.ts'

/** One signed payment. `amount`: in whole units, as a plain decimal. */
export type Payment = Omit<PaymentRequest, 'amount'> & {
  from: PlayName
  amount: string
  /** Leaves out the memo on purpose, like a wallet that does not check whether the payee requires one (SEP-29). */
  isCareless?: boolean
}

/** A transaction that is in a ledger. */
export type PaidTransaction = {
  network: Network
  hash: string
  ledger: number
  /** The ledger's code of the result. */
  code: string
  successful: boolean
}

/** The ledger refused the payment, or has not shown its result yet. The message is for the person. */
export class PaymentRefused extends Error {
  override name = 'PaymentRefused' as const
}

/** The ledger gave no usable answer: it is down, or a fault is switched on. */
export class LedgerSilent extends Error {
  override name = 'LedgerSilent' as const
}

/** Throws LedgerSilent for any error between the wallet and the ledger. */
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
