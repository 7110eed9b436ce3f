import { findFeeStanding } from '#app/accounts/db/users.server.ts'
import { findUnusedFees, type StoredFee } from '#app/fees/db/fee-uses.server.ts'
import { feeDifference, feesFor, mostCovered } from '#app/fees/domain/service-fee.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { type Decimal, plain, plainUsd } from '#app/kernel/domain/money.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { findQuotePrice } from '#app/prices/workflows/find-fresh-price.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** The right to open an escrow. `fees` empty: the account is paid for, or a pilot's credit was spent. */
export type Right = {
  fees: StoredFee[]
  /** The escrow's value by our prices at that time, for the record. */
  worth: { usd: string; priceUsd: string } | null
}

type Opening = { buyerId: string; currency: Asset; amount: Decimal }

/**
 * Takes the buyer's right to open an escrow (product.md §2, decision 027). Locks the person's row, so that no other
 * opening takes the same right. Spends a pilot's credit; the caller spends the fees once the escrow has its row.
 * Refusals: must_pay_first, fee_too_small, escrow_worth_unknown (no price can be trusted).
 */
export async function takeRight(deps: Deps, tx: Transaction, opening: Opening): Promise<Right | Refusal> {
  const { buyerId } = opening
  const [user] = await tx.$queryRaw<{ hasPaid: boolean; trialCredits: number }[]>`
    select "hasPaid", "trialCredits" from "user" where "id" = ${buyerId}::uuid and "role" = 'buyer' for update`
  // The role may have changed while the form was open (decision 031).
  if (!user) return refuse('must_pay_first')
  const { serviceFee } = deps.settings
  const standing = await findFeeStanding(tx, { userId: buyerId, serviceFee, hasPaid: user.hasPaid })
  if (standing === 'for_good') return { fees: [], worth: null }
  // First: a credit covers any value, a fee only up to its limit.
  if (user.trialCredits > 0) {
    await tx.user.update({ where: { id: buyerId }, data: { trialCredits: { decrement: 1 } }, select: { id: true } })
    return { fees: [], worth: null }
  }
  if (standing !== 'unused') return refuse('must_pay_first')
  return chooseFees(deps, tx, opening)
}

async function chooseFees(
  deps: Deps,
  tx: Transaction,
  { buyerId, currency, amount }: Opening,
): Promise<Right | Refusal> {
  const price = await findQuotePrice(tx, { asset: currency, now: deps.clock.now() })
  if (typeof price === 'string') return refuse('escrow_worth_unknown', { field: 'currency', values: { currency } })
  const worthUsd = amount.mul(price.usd)
  const unused = await findUnusedFees(tx, buyerId)
  const fees = feesFor(unused, worthUsd)
  if (fees) return { fees, worth: { usd: plainUsd(worthUsd), priceUsd: plain(price.usd) } }
  const values = {
    worth: plainUsd(worthUsd),
    most: plainUsd(mostCovered(unused)),
    difference: plainUsd(feeDifference(unused, worthUsd)),
  }
  return refuse('fee_too_small', { field: 'amount', values })
}
