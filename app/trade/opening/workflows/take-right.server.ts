import { findFeeStanding } from '#app/accounts/db/users.server.ts'
import { findUnusedFees, type StoredFee } from '#app/fees/db/fee-uses.server.ts'
import { feeDifference, feesFor, mostCovered } from '#app/fees/domain/service-fee.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { type Decimal, plain, plainUsd } from '#app/kernel/domain/money.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { findQuotePrice } from '#app/prices/workflows/find-fresh-price.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** What an escrow is opened by: the fees that it uses up, none where the account is paid for or a pilot's credit was spent. */
export type Right = {
  fees: StoredFee[]
  /** What it was worth by our prices when that was asked, for the record. */
  worth: { usd: string; priceUsd: string } | null
}

type Opening = { buyerId: string; currency: Asset; amount: Decimal }

/**
 * Takes the buyer's right to open an escrow (product.md §2, decision 027). The person's row is locked, so that no other
 * opening takes the same right; a pilot's credit is spent here, fees are used by the caller once the escrow has its row.
 * Refusals: must_pay_first, fee_too_small, and while no price can be trusted escrow_worth_unknown.
 */
export async function takeRight(deps: Deps, tx: Transaction, opening: Opening): Promise<Right | Refusal> {
  const { buyerId } = opening
  const [user] = await tx.$queryRaw<{ hasPaid: boolean; trialCredits: number }[]>`
    select "hasPaid", "trialCredits" from "user" where "id" = ${buyerId}::uuid and "role" = 'buyer' for update`
  // The role may have been changed while the form was open (decision 031).
  if (!user) return refuse('must_pay_first')
  const { serviceFee } = deps.settings
  const standing = await findFeeStanding(tx, { userId: buyerId, serviceFee, hasPaid: user.hasPaid })
  if (standing === 'for_good') return { fees: [], worth: null }
  // Free whatever the escrow is worth, so it goes before a fee that covers so much and no more.
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
