/** What happens to submitted transactions: faults and test hooks, given to the ledger with each of them. */
import { z } from 'zod'
import type { Faults } from '#harbour/faults.ts'
import type { ResultCode } from '#harbour/rippled/engine/results.ts'
import { type Fate, NO_FATE } from '#harbour/rippled/ledger/open-view.ts'

type Shortfall = {
  /** Null: the next Payment. */
  hash: string | null
  drops: bigint
}

export type Fates = {
  /** The Payment delivers at most this. */
  shorten(shortfall: Shortfall): void
  fateOf(transaction: { hash: string; json: Record<string, unknown> }): Fate
}

const PaymentSchema = z.object({ TransactionType: z.literal('Payment') })

export function openFates(faults: Faults): Fates {
  let shortfalls: Shortfall[] = []

  function takeShortfall(hash: string): bigint | null {
    const found = shortfalls.find((one) => one.hash === hash) ?? shortfalls.find((one) => one.hash === null)
    shortfalls = shortfalls.filter((one) => one !== found)
    return found?.drops ?? null
  }

  return {
    shorten(shortfall) {
      shortfalls.push(shortfall)
    },
    fateOf({ hash, json }) {
      const fault = faults.take('rippled', 'submit', ['provisional_failure', 'never_include', 'include_late'])
      const isPayment = PaymentSchema.safeParse(json).success
      return {
        ...NO_FATE,
        delivers: isPayment ? takeShortfall(hash) : null,
        failure: fault?.kind === 'provisional_failure' ? likelyFailure(json) : null,
        isNeverIncluded: fault?.kind === 'never_include',
        ledgersLate: fault?.kind === 'include_late' ? fault.lagLedgers : 0,
      }
    },
  }
}

/** A plausible final failure after a provisional success: others came before it. */
function likelyFailure(json: Record<string, unknown>): ResultCode {
  switch (json.TransactionType) {
    case 'Payment':
      return json.SendMax === undefined ? 'tecUNFUNDED_PAYMENT' : 'tecPATH_DRY'
    case 'TicketCreate':
      return 'tecINSUFFICIENT_RESERVE'
    case 'AccountDelete':
      return 'tecTOO_SOON'
    case 'EscrowCreate':
      return 'tecUNFUNDED'
    case 'DepositPreauth':
      return 'tecDUPLICATE'
    case 'EscrowFinish':
    case 'EscrowCancel':
      return 'tecNO_TARGET'
    default:
      return 'tecOWNERS'
  }
}
